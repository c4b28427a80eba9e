import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHidden } from '../hidden/find-hidden.ts'
import { hostileTexts } from '../hostile.fixture.ts'
import { made } from '../marked.fixture.ts'
import { createClassScanner } from './class-scanner.ts'
import { sanitise } from './prohibited.fixture.ts'
import { listProhibitedClasses } from './prohibited-classes.ts'

const dashes = '-'.repeat(5)

/** Pieces of what is prohibited and of what stands around it: joined at random they make hits, near hits and overlaps. */
const fragments = [
  ...[
    'password',
    'api_key',
    'secret',
    'session cookie',
    'name',
    '=',
    ': ',
    ':=',
    '"',
    "'",
    '\\"',
    '`',
    ' ',
    '\n',
  ],
  ...[
    'jane@acme.io',
    '536-22-8726',
    'https://',
    'jane:hunt3r2@',
    'db.acme.io',
    '/',
    '.',
    ',',
    ';',
    '\t',
    '  ',
  ],
  ...['CONFIDENTIAL', 'TLP:', 'RED', 'do not', ' distribute', 'the', 'plan', 'é', '😀', '\u200d', '日本'],
  ...['[REDACTED_SECRET]', '[REDACTED_CREDENTIAL]', '[REDACTED_EMAIL]', '[REDACTED', ']', '['],
  ...['\u200b', '\u00ad', '\u{e0041}', '\u001b[0m', '\ufeff', '\ud83d', '\r', '\r\n'],
  ...[' is ', ' -> ', '--password ', 'pass', 'correct horse', 'hunter2', '：', 'ﬁ', 'not ', 'for the'],
  ...['ghp_', 'sk-ant-', 'AKIA', `${dashes}BEGIN `, 'PRIVATE KEY', dashes],
  ...[1, 2, 3].flatMap((seed) =>
    ['{alnum:8}', '{alnum:24}', '{alnum:36}', '{hex:40}', '{digit:16}'].map((shape) => made(shape, seed)),
  ),
]
const texts = fc.string({ unit: fc.constantFrom(...fragments), maxLength: 24 })
const scanner = createClassScanner(listProhibitedClasses({}), [])

function law(holds: (text: string) => void, runs = 2000): void {
  fc.assert(fc.property(texts, holds), { numRuns: runs })
}

describe('whatever the text', () => {
  it('C-40 C-51 nothing of a prohibited class survives, visible or hidden', () => {
    law((text) => {
      const answer = sanitise(text)
      expect(answer.text === null).toBe(answer.status === 'blocked')
      if (answer.text === null) return
      expect(scanner.open()(answer.text).matches).toEqual([])
      expect(findHidden(answer.text)).toEqual([])
    })
  })

  it('a sanitised text is clean when it is sanitised again', () => {
    law((text) => {
      const { text: clean } = sanitise(text)
      if (clean !== null) expect(sanitise(clean)).toEqual({ status: 'clean', text: clean, actions: [] })
    })
  })

  it('C-25 the same text gives the same answer, whatever came before it', () => {
    const first = new Map<string, unknown>()
    law((text) => void first.set(text, sanitise(text)), 500)
    for (const [text, answer] of [...first].reverse()) expect(sanitise(text)).toEqual(answer)
    // A redactor of a packet would have learned it.
    const secret = made('{alnum:24}')
    sanitise(`api_key=${secret}`)
    expect(sanitise(`no name before ${secret}`).status).toBe('clean')
  })

  it('clean says that not a byte was changed, and nothing else does', () => {
    law((text) => {
      const answer = sanitise(text)
      expect(answer.status === 'clean').toBe(answer.text === text)
      expect(answer.actions.length > 0).toBe(answer.status !== 'clean')
    })
  })
})

// No clock is read: at this size a quadratic step takes minutes, and the time limit of a test is seconds.
const size = 128 * 1024
const own = [
  ['names without end', 'password='.repeat(size / 9)],
  ['quotes without end', 'secret="\\'.repeat(size / 9)],
  ['one line of quotes', `secret=${'"'.repeat(size)}`],
  ['phrases that never end', 'do not '.repeat(size / 7)],
  ['spaces in a phrase', `do${' '.repeat(size)}not`],
  ['markers', '[REDACTED_SECRET]'.repeat(size / 17)],
  ['addresses', 'password=jane@acme.io '.repeat(size / 22)],
  ['sentences', 'the password for a b c is x '.repeat(size / 28)],
  ['arrows', 'password->'.repeat(size / 10)],
  ['words', `password: ${'horse '.repeat(size / 6)}`],
  ['names before words', 'password: horse '.repeat(size / 16)],
  ['first lines of keys', '--BEGIN PRIVATE KEY'.repeat(size / 19)],
  ['wide characters', '：'.repeat(size)],
  ['long forms', 'ﷺ'.repeat(size)],
  ['flags', '--password'.repeat(size / 10)],
  ['tags', '\u{e0041}'.repeat(size / 2)],
] as const

describe('a hostile text is sanitised in linear time:', () => {
  it.each([...own, ...hostileTexts(size).map(({ name, text }) => [name, text] as const)])(
    '%s',
    (_, text) => {
      expect(['clean', 'redacted', 'blocked']).toContain(sanitise(text).status)
    },
    20_000,
  )
})
