import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleSets } from '../redaction-rules.ts'
import { redact } from '../redactor.ts'
import { publishedPatterns } from './published.fixture.ts'

const marker = '[REDACTED]'
const rules = ruleSets.published
const blockRules = ['published-pem-key', 'published-pem-certificate']
const runRules = rules.filter((rule) => !blockRules.includes(rule))

/** Pieces of the patterns, and what stands at their edges: joined at random they make hits, near hits and overlaps. */
const fragments = [
  ...[
    'github_pat_',
    'ghp_',
    'gho_',
    'ghu_',
    'gh',
    'AKIA',
    'ASIA',
    'sk-',
    'sk-ant-',
    'ant-',
    'xoxb-',
    'xoxp-',
  ],
  ...['xoxa-', 'xox', 'eyJ', 'ey', 'J', '.', '.eyJ', '_', '-', 'a', 'F', 'g', 'Z', '7', ' ', '\n', 'é', '😀'],
  ...[marker, 'REDACTED', 'A'.repeat(15), 'B0'.repeat(8), 'c'.repeat(31), 'd9'.repeat(16), 'e'.repeat(39)],
  ...['0'.repeat(40), 'eyJa.eyJb', '\ud83d'],
]
const blockFragments = [
  ...['-----BEGIN ', '-----END ', '-----', '-', 'BEGIN ', 'END ', 'RSA PRIVATE KEY', ' KEY', 'KEY', 'X'],
  ...[
    'CERTIFICATE',
    'MIIB',
    '\n',
    '    ',
    '-----BEGIN EC KEY-----',
    '-----END EC KEY-----',
    'BEGIN EC KEY-----',
  ],
]
const runs = fc.string({ unit: fc.constantFrom(...fragments), maxLength: 30 })
const anything = fc.string({ unit: fc.constantFrom(...fragments, ...blockFragments), maxLength: 40 })
const blocks = fc.string({ unit: fc.constantFrom(...blockFragments), maxLength: 12 })
const runOptions = { rules: runRules, marker }
const options = { rules, marker }

function law(texts: fc.Arbitrary<string>, holds: (text: string) => void): void {
  fc.assert(fc.property(texts, holds), { numRuns: 3000 })
}

/** One character per character of the text: what any of the published patterns matches there. */
function coveredByPatterns(text: string, rules: readonly string[]): string {
  const covered = new Uint8Array(text.length)
  for (const rule of rules) {
    for (const match of text.matchAll(new RegExp(publishedPatterns[rule]!, 'g'))) {
      covered.fill(1, match.index, match.index + match[0].length)
    }
  }
  return covered.join('')
}

/**
 * Whether a secret that a pattern matches stands a second time where the pattern does not match it, because both copies share
 * characters. The redactor takes both copies, and then it covers more than the patterns.
 */
function hasOverlappingCopy(text: string, rules: readonly string[]): boolean {
  const covered = coveredByPatterns(text, rules)
  const secrets = rules.flatMap((rule) => text.match(new RegExp(publishedPatterns[rule]!, 'g')) ?? [])
  return secrets.some((secret) => {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
      if (covered.slice(at, at + secret.length).includes('0')) return true
    }
    return false
  })
}

function coveredByHits(text: string, hits: readonly { start: number; end: number }[]): string {
  const covered = new Uint8Array(text.length)
  for (const { start, end } of hits) covered.fill(1, start, end)
  return covered.join('')
}

describe('redaction', () => {
  it('Z-65…Z-79 covers exactly what the published patterns match', () => {
    law(runs, (text) => {
      fc.pre(!hasOverlappingCopy(text, runRules))
      expect(coveredByHits(text, redact(text, runOptions).hits)).toBe(coveredByPatterns(text, runRules))
    })
  })

  it.each(runRules)('covers exactly what the pattern of %s matches, alone', (rule) => {
    law(runs, (text) => {
      fc.pre(!hasOverlappingCopy(text, [rule]))
      const { hits } = redact(text, { rules: [rule], marker })
      const matches = [...text.matchAll(new RegExp(publishedPatterns[rule]!, 'g'))]
      expect(hits.map(({ start, end }) => ({ start, end }))).toEqual(
        matches.map(({ 0: match, index: start }) => ({ start, end: start + match.length })),
      )
      expect(hits.every((hit) => hit.rule === rule)).toBe(true)
    })
  })

  it('covers both copies of a secret that share characters', () => {
    const half = `ghp_${'c'.repeat(31)}`
    const text = `${half}${half}ghp_`
    expect(hasOverlappingCopy(text, runRules)).toBe(true)
    expect(redact(text, runOptions).hits).toMatchObject([{ start: 0, end: 2 * half.length + 3 }])
  })

  it.each(blockRules)('Z-X21 covers at least what the pattern of %s matches', (rule) => {
    law(fc.oneof(blocks, anything), (text) => {
      const covered = coveredByHits(text, redact(text, { rules: [rule], marker }).hits)
      const published = coveredByPatterns(text, [rule])
      expect([...published].every((bit, i) => bit === '0' || covered[i] === '1')).toBe(true)
      expect(covered.includes('1')).toBe(published.includes('1'))
    })
  })

  it('Z-80 leaves nothing that a published pattern matches', () => {
    law(anything, (text) => {
      const clean = redact(text, options).text
      expect(coveredByPatterns(clean, rules)).not.toContain('1')
    })
  })

  it('Z-81 changes nothing the second time', () => {
    law(anything, (text) => {
      const once = redact(text, options).text
      expect(redact(once, options)).toMatchObject({ text: once, hits: [] })
    })
  })

  it('leaves nothing for the second time beside a gap either', () => {
    fc.assert(
      fc.property(anything, anything, (head, tail) => {
        const once = redact(head + tail, { ...options, gapAt: head.length })
        expect(redact(once.text, options).hits).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  it('takes with a gap at least what it takes without', () => {
    fc.assert(
      fc.property(anything, anything, (head, tail) => {
        const text = head + tail
        const without = coveredByHits(text, redact(text, options).hits)
        const beside = coveredByHits(text, redact(text, { ...options, gapAt: head.length }).hits)
        expect([...without].every((bit, i) => bit === '0' || beside[i] === '1')).toBe(true)
      }),
    )
  })

  it('reports its hits in order and apart, and none of them empty', () => {
    law(anything, (text) => {
      let last = 0
      for (const { start, end } of redact(text, options).hits) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    })
  })

  it('changes nothing outside its hits', () => {
    law(anything, (text) => {
      const { hits, text: clean } = redact(text, options)
      const edges = [0, ...hits.flatMap(({ start, end }) => [start, end]), text.length]
      const kept = edges.flatMap((from, i) => (i % 2 === 0 ? [text.slice(from, edges[i + 1])] : []))
      expect(kept.join(marker)).toBe(clean)
    })
  })

  it('knows the input line that each line of the result begins in', () => {
    law(anything, (text) => {
      const { hits, origins, text: clean } = redact(text, options)
      expect(origins).toHaveLength(clean.split('\n').length)
      expect(origins).toEqual(originsByCharacter(text, hits))
    })
  })

  it('takes with more rules at least what it takes with fewer', () => {
    fc.assert(
      fc.property(anything, fc.subarray([...rules]), (text, some) => {
        const fewer = coveredByHits(text, redact(text, { rules: some, marker }).hits)
        const all = coveredByHits(text, redact(text, options).hits)
        expect([...fewer].every((bit, i) => bit === '0' || all[i] === '1')).toBe(true)
      }),
    )
  })
})

/** The same answer the slow way: walk the input character by character, and note the line after each break that stays. */
function originsByCharacter(text: string, hits: readonly { start: number; end: number }[]): number[] {
  const covered = coveredByHits(text, hits)
  const origins = [1]
  let line = 1
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '\n') continue
    line++
    if (covered[at] === '0') origins.push(line)
  }
  return origins
}
