import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import { checkManifest } from '../manifest/index.ts'
import { makePlan, makeRequest } from '../plan/index.ts'
import { createRedactor, type OutsideRule, RedactionFailure, ruleSets, selectRules } from '../redact/index.ts'
import { createGenerator } from '../redact/tokens/sample.ts'
import { computeFingerprint } from '../values/index.ts'
import { assemble, renderPacket } from './assemble.ts'
import type { SectionReading } from './packet.ts'

interface Given {
  /** The text of each section, by the path of its source. */
  readonly texts: Readonly<Record<string, string>>
  readonly section?: Readonly<Record<string, unknown>>
  readonly budget?: number
  readonly labels?: boolean
  readonly outside?: readonly OutsideRule[]
}

/** Sections in the order of the texts; `arrival` is the order in which they were read. */
function compiled(
  { texts, section = {}, budget = 10_000, labels = false, outside = [] }: Given,
  arrival = 1,
) {
  const sources = Object.keys(texts)
  const sections = Object.fromEntries(
    sources.map((path, i) => [`s${i}`, { sources: [`file:${path}`], ...section }]),
  )
  const precedence = sources.map((_, i) => ({ section: `s${i}`, by: 'head(10)' }))
  const written = { foreword: 1, name: 'law', measure: 'chars', levels: { only: { budget } } }
  const more = { default_level: 'only', ceiling: 1_000_000, redact: { labels } }
  const checked = checkManifest(
    { ...written, ...more, sections, precedence: section.protected === true ? [] : precedence },
    { redactionRules: ruleSets.default, schemes: ['file'] },
  )
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  const plan = makePlan(checked.manifest, makeRequest({ repo: 'law' }))
  const redactor = createRedactor({
    rules: selectRules(plan.redact),
    marker: plan.redact.marker,
    labels,
    outside,
  })
  const readings = sources.map((path, i) => readingOf(`s${i}`, path, texts[path]!))
  const count = (text: string) => [...text].length
  const deps = {
    now: '2026-01-20T12:00:00Z',
    count,
    digest: computeFingerprint,
    outline: outlineMarkdown,
    values: {},
    redactor,
  }
  const packet = assemble(plan, arrival === 1 ? readings : readings.toReversed(), deps)
  const swept = renderPacket(packet, {}, redactor)
  return { packet: swept.packet, text: swept.rendered.text, assembled: packet }
}

function readingOf(section: string, path: string, text: string): SectionReading {
  const modifiedAt = '2026-01-20T00:00:00Z'
  const found = {
    state: 'found',
    uri: `file:${path}`,
    path,
    text,
    digest: 'sha256:0',
    bytes: 1,
    modifiedAt,
  } as const
  return { section, source: 0, tried: [], found: [found] }
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** Looks random and is the same for the same seed. */
function drawn(seed: number, length = 24): string {
  const random = createGenerator(seed * 7919)
  return Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
}
const secret = drawn(1)

describe('a secret that one source gives away', () => {
  const told = {
    'a.md': `We used ${secret} then`,
    'b.md': `api_key: "${secret}"`,
    'c.md': `Not ${secret}, I hope`,
  }

  it('is taken out of every section, in whatever order they were read', () => {
    const { text } = compiled({ texts: told })
    expect(text).toContain('We used [REDACTED] then')
    expect(text).toContain('Not [REDACTED], I hope')
    expect(compiled({ texts: told }, -1).text).toBe(text)
  })

  it('is taken out of the names of sources, also of one that is left out', () => {
    const tooLong: OutsideRule = {
      id: 'own',
      find: (text) => {
        if (text.includes('too long')) throw new RedactionFailure('is too long')
        return []
      },
    }
    const texts = { [`${secret}.md`]: 'too long', [`x/${secret}.md`]: 'Fine', 'b.md': `api_key: "${secret}"` }
    const { packet } = compiled({ texts, outside: [tooLong] })
    expect(packet.leftOut.map(({ id, reason }) => [id, reason])).toEqual([['s0', 'unsafe']])
    expect(packet.sections.map(({ id }) => id)).toEqual(['s1', 's2'])
    const { sections, leftOut, diagnostics, decisions } = packet
    expect(JSON.stringify({ sections, leftOut, diagnostics, decisions })).not.toContain(secret)
  })

  it('is not lost when another source cannot be looked at', () => {
    const broken: OutsideRule = {
      id: 'own',
      find: (text) => {
        if (text.startsWith('broken')) throw new RedactionFailure('is broken')
        return []
      },
    }
    const { text, packet } = compiled({ texts: { '0.md': 'broken', ...told }, outside: [broken] })
    expect(text).not.toContain(secret)
    expect(packet.diagnostics.map(({ code, section }) => [code, section])).toEqual([
      ['redaction-failed', 's0'],
    ])
  })

  it('refuses where the section must be there, and a fault of the program goes on', () => {
    const failing = (error: Error): OutsideRule => ({
      id: 'own',
      find: (text) => {
        if (text === 'x') throw error
        return []
      },
    })
    const texts = { 'a.md': 'x' }
    const run = (error: Error) => () =>
      compiled({ texts, section: { protected: true }, outside: [failing(error)] })
    expect(run(new RedactionFailure('is odd'))).toThrow('Section S0 is required, and its source a.md is odd.')
    expect(run(new TypeError('a bug'))).toThrow('a bug')
  })
})

describe('hidden text', () => {
  it('that hides nothing is not worth a word: a mark at the beginning, other line ends, soft hyphens', () => {
    const { text, packet } = compiled({ texts: { 'a.md': '\ufeffOne\r\ntwo\u00adfold\r\n' } })
    expect(text).toContain('One\ntwofold\n')
    expect(packet.diagnostics).toEqual([])
  })

  it('is said beside its source, whose name may hide something too', () => {
    const { packet } = compiled({ texts: { [`ghp_${drawn(2, 36)}.md`]: 'a\u200bb' } })
    expect(packet.diagnostics.map((diagnostic) => diagnostic.detail)).toEqual([
      'taken out of [REDACTED].md: 1 × zero-width character',
    ])
  })
})

describe('labels', () => {
  it('are whole or not there, however a section is cut', () => {
    const reducer = fc.constantFrom('head(N)', 'head-tail(N, N)', 'one-line', 'bullets', 'full')
    const given = fc.record({
      seeds: fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 8 }),
      by: reducer,
      size: fc.integer({ min: 1, max: 150 }),
      cap: fc.integer({ min: 5, max: 300 }),
      budget: fc.integer({ min: 120, max: 400 }),
    })
    fc.assert(
      fc.property(given, ({ seeds, by, size, cap, budget }) => {
        const use = by.replaceAll('N', String(size))
        const line = seeds.map((seed) => `password: "${drawn(seed + 10)}"`).join(' and ')
        const section = { cap, decay: { steps: [{ use }] } }
        const texts = { 'a.md': `${line}\n\n- ${line}\n`, 'b.md': line }
        const { text } = compiled({ texts, section, budget, labels: true })
        expect(text.replaceAll(/\[REDACTED:assigned-secret#\d+\]/g, '')).not.toMatch(/REDA|\[R|secret#|#\d/)
        for (const seed of seeds) expect(text).not.toContain(drawn(seed + 10).slice(0, 8))
      }),
      { numRuns: 300 },
    )
  })
})

describe('a secret that is found only in the finished packet', () => {
  const password = 'bow@tie/4'
  const knowing = createRedactor({
    rules: [],
    marker: '[out]',
    outside: [
      {
        id: 'known',
        find: (text) => {
          const start = text.indexOf(password)
          return start < 0 ? [] : [{ start, end: start + password.length }]
        },
      },
    ],
  })

  it.each(['markdown', 'json'])('is not hidden by the backslash that stops an agent: %s', (format) => {
    const { assembled } = compiled({ texts: { 'a.md': `# A\n\nlog in with ${password} here`, 'b.md': 'B' } })
    const packet = {
      ...assembled,
      render: { ...assembled.render, format },
      expansions: [{ mark: '@', at: 'anywhere' }],
    } as const
    const { packet: swept, rendered } = renderPacket(packet as typeof assembled, {}, knowing)
    expect(swept.sections.map(({ id }) => id)).toEqual(['s1'])
    expect(swept.diagnostics.map(({ code }) => code)).toContain('sweep')
    expect(rendered.text).not.toContain('tie/4')
  })
})
