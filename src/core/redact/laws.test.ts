// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of other languages
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHidden } from './hidden/find-hidden.ts'
import { made } from './marked.fixture.ts'
import { ruleSets } from './redaction-rules.ts'
import { createRedactor, type RedactionHit, type RedactorOptions, redact } from './redactor.ts'

const rules = ruleSets.default
const marker = '[REDACTED]'
const dashes = '-'.repeat(5)

/** Pieces of secrets and of what stands around them: joined at random they make hits, near hits and overlaps. */
const fragments = [
  ...[
    'ghp_',
    'github_pat_',
    'sk-ant-',
    'sk-',
    'AKIA',
    'xoxb-',
    'eyJ',
    'SG.',
    'glpat-',
    'AstraCS:',
    'https://hooks.slack.com/services/',
    '.atlasv1.',
    'hvs.',
  ],
  ...[
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '\\n',
    '&quot;',
    '=',
    ':=',
    ': ',
    '=>',
    ' ',
    '  ',
    '\t',
    ',',
    ';',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '|',
    '&',
    '?',
    '#',
    '$',
    '${',
    '{{',
    '...',
  ],
  ...[
    'password',
    'token',
    'api_key',
    'secret',
    'name',
    'value',
    'kind: Secret\n',
    'data:\n',
    '  ',
    'Bearer ',
    'Basic ',
    'curl -u ',
    'login a password ',
    '<secret>',
    '</secret>',
    ' is the token',
  ],
  ...[marker, '[REDACTED', '[REDACTED:assigned-secret#1]', '***', '«gone»'],
  ...[
    '\u200b',
    '\u00ad',
    '\u{e0041}',
    '\u001b[0m',
    '\u001b',
    '\ufeff',
    '\ud83d',
    '\r',
    '\r\n',
    '\n',
    '\n\n',
    '\n    ',
    '\n> ',
    '\n# ',
  ],
  ...[
    `${dashes}BEGIN RSA PRIVATE KEY${dashes}\n`,
    `${dashes}END RSA PRIVATE KEY${dashes}\n`,
    `${dashes}BEGIN `,
    `${dashes}END `,
    'PRIVATE KEY',
    dashes,
    '-',
  ],
  ...['%41', '%', '%67%68', '\\u0041', '\\x41', '\\u00', btoa('token=abc'), 'dG9rZW49', '=='],
  ...['http://', '://', 'user:', '@', 'example.com', '/', '.', '$2b$10$', '$'],
  ...['a', 'Z', '7', 'the', 'é', '😀', '日本'],
  ...[1, 2, 3].flatMap((seed) =>
    ['{alnum:8}', '{alnum:16}', '{alnum:24}', '{alnum:40}', '{hex:40}', '{base64:64}', '{digit:12}'].map(
      (shape) => made(shape, seed),
    ),
  ),
]
const texts = fc.string({ unit: fc.constantFrom(...fragments), maxLength: 24 })
const options = { rules, marker }

function law(holds: (text: string) => void, runs = 1500): void {
  fc.assert(fc.property(texts, holds), { numRuns: runs })
}

/** One character per character of the text: what the hits cover. */
function covered(text: string, hits: readonly { start: number; end: number }[]): Uint8Array {
  const all = new Uint8Array(text.length)
  for (const { start, end } of hits) all.fill(1, start, end)
  return all
}

const ways: Readonly<Record<string, RedactorOptions>> = {
  'the marker': options,
  labels: { ...options, labels: true },
  'a marker of its own': { rules, marker: '«gone»' },
  'a marker of stars': { rules, marker: '***' },
  'a marker with labels of its own': { rules, marker: '<hidden>', labels: true },
}

/** Texts in which what is left of a first redaction once looked like a secret. */
const hardCases = [
  'Bearer {alnum:24}ghp_{alnum:40}',
  'curl -u {alnum:64}ghp_{alnum:24}',
  'api_keyexample.com{digit:12}ghp_{alnum:24}',
  '{alnum:16} is the tokenPRIVATE KEY{alnum:16}',
  `${dashes}BEGIN RSA PRIVATE KEY${dashes}\nghp_{alnum:24}/{alnum:40}`,
]

describe('redaction', () => {
  it.each(
    Object.entries(ways).flatMap(([name, way]) => hardCases.map((shape) => [name, shape, way] as const)),
  )('changes nothing the second time, with %s: %j', (_, shape, way) => {
    const once = redact(made(shape), way).text
    expect(redact(once, way).text).toBe(once)
  })

  it.each(Object.entries(ways))('changes nothing the second time, with %s', (_, way) => {
    law((text) => {
      const once = redact(text, way).text
      expect(redact(once, way).text).toBe(once)
    })
  })

  it('reports hits in order and apart, within the text, and none of them empty', () => {
    law((text) => {
      let last = 0
      for (const { start, end } of redact(text, options).hits) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    })
  })

  it('gives the text with its hits replaced and what is hidden taken out, and nothing else', () => {
    law((text) => {
      const { hits, text: clean } = redact(text, options)
      const outside = findHidden(text).filter(
        (span) => !hits.some(({ start, end }) => span.start >= start && span.start < end),
      )
      const edits = [
        ...hits.map((hit) => ({ ...hit, with: marker })),
        ...outside.map((span) => ({ ...span, with: span.replacement })),
      ]
      expect(clean).toBe(edited(text, edits))
    })
  })

  it('ends every hit where a character ends', () => {
    law((text) => {
      for (const { start, end } of redact(text, options).hits) {
        expect(text.slice(start, end).isWellFormed() || !text.isWellFormed()).toBe(true)
      }
    })
  })

  it('knows a line of the input for each line of the result, in order', () => {
    law((text) => {
      const { origins, text: clean } = redact(text, options)
      expect(origins).toHaveLength(clean.split('\n').length)
      expect(origins[0]).toBe(1)
      expect(origins).toEqual(origins.toSorted((a, b) => a - b))
      expect(origins.at(-1)).toBeLessThanOrEqual(text.split('\n').length)
    })
  })

  it('gives back the text itself where nothing is secret or hidden', () => {
    law((text) => {
      const clean = redact(text, options)
      if (clean.hits.length === 0 && Object.keys(clean.hidden).length === 0) expect(clean.text).toBe(text)
    })
  })

  it('gives the same secret the same number wherever it stands, and another one another', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), (all) => {
        const redactor = createRedactor(options)
        for (const text of all) redactor.learn(text)
        const numbers = new Map<string, string>()
        const secrets = new Map<string, string>()
        for (const text of all) {
          for (const hit of redactor.redact(text).hits) {
            const key = `${hit.rule} ${plain(text, hit)}`
            const number = `${hit.rule}#${hit.number}`
            expect(numbers.get(key) ?? number).toBe(number)
            expect(secrets.get(number) ?? key).toBe(key)
            numbers.set(key, number)
            secrets.set(number, key)
          }
        }
      }),
      { numRuns: 600 },
    )
  })

  it('finds the same in each of many short texts, looked at in one go or one by one', () => {
    const around = fc.array(
      fc.oneof(texts, fc.constantFrom('docs/rules.md', 'specs/a b.md: found, 12 bytes')),
      {
        maxLength: 3,
      },
    )
    fc.assert(
      fc.property(around, texts, around, (before, text, after) => {
        const redactor = createRedactor(options)
        redactor.foresee([...before, text, ...after])
        expect(redactor.redact(text)).toEqual(redact(text, options))
      }),
      { numRuns: 2000 },
    )
  })

  it('finds the same in whatever order the texts were learned', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 4 }), (all) => {
        const forth = createRedactor(options)
        const back = createRedactor(options)
        for (const text of all) forth.learn(text)
        for (const text of all.toReversed()) back.learn(text)
        for (const text of all) {
          expect(covered(text, forth.redact(text).hits)).toEqual(covered(text, back.redact(text).hits))
        }
      }),
      { numRuns: 600 },
    )
  })

  it('takes at least what it takes without having learned anything', () => {
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        const redactor = createRedactor(options)
        redactor.learn(first)
        const alone = covered(second, redact(second, options).hits)
        const after = covered(second, redactor.redact(second).hits)
        expect(alone.every((bit, i) => bit === 0 || after[i] === 1)).toBe(true)
      }),
      { numRuns: 600 },
    )
  })

  it('writes only markers that it keeps a list of', () => {
    law((text) => {
      const redactor = createRedactor({ ...options, labels: true })
      const { hits } = redactor.redact(text)
      for (const { rule, number } of hits) expect(redactor.markers).toContain(`[REDACTED:${rule}#${number}]`)
    }, 300)
  })

  it('gives the same answer a hundred times', () => {
    law((text) => {
      const first = redact(text, { ...options, labels: true })
      for (let again = 0; again < 100; again++)
        expect(redact(text, { ...options, labels: true }).text).toBe(first.text)
    }, 20)
  })
})

/** The secret as a reader sees it. */
function plain(text: string, { start, end }: RedactionHit): string {
  const value = text.slice(start, end)
  return edited(
    value,
    findHidden(value).map((span) => ({ ...span, with: span.replacement })),
  )
}

function edited(text: string, edits: readonly { start: number; end: number; with: string }[]): string {
  let out = ''
  let from = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    out += text.slice(from, edit.start) + edit.with
    from = edit.end
  }
  return out + text.slice(from)
}
