import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seeded } from './known.fixture.ts'
import { createKnownValueRule } from './known-value-rule.ts'

const random = seeded(11)
const token = random('alnum', 32)
const password = `p/${random('alnum', 8)}+ä&"\\ ~*`

const base64 = (text: string, kind: 'base64' | 'base64url' = 'base64') => Buffer.from(text).toString(kind)
const lowerHex = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
const ascii = (text: string) =>
  text.replace(/[^\0-~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The text without what was found in it. */
function without(text: string, values: readonly string[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of createKnownValueRule(values).find(text)) {
    if (start > from) rest += `${text.slice(from, start)}[]`
    from = Math.max(from, end)
  }
  return rest + text.slice(from)
}

const hides = (value: string, text: string) => createKnownValueRule([value]).find(text).length > 0

describe('a known value', () => {
  const spellings: Readonly<Record<string, (value: string) => string>> = {
    'as it is': (value) => value,
    'escaped in JSON': (value) => JSON.stringify(value).slice(1, -1),
    'escaped in JSON twice': (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3),
    'escaped in JSON of ASCII': (value) => ascii(JSON.stringify(value).slice(1, -1)),
    'escaped in JSON with slashes': (value) =>
      ascii(JSON.stringify(value).slice(1, -1)).replaceAll('/', '\\/'),
    'escaped in JSON with slashes, letters as they are': (value) =>
      JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
    'escaped in JSON for HTML': (value) => JSON.stringify(value).slice(1, -1).replaceAll('&', '\\u0026'),
    'encoded in a URL': encodeURIComponent,
    'encoded in a URL with small digits': (value) => lowerHex(encodeURIComponent(value)),
    'encoded as a whole URL': encodeURI,
    'encoded in a form': (value) => new URLSearchParams({ v: value }).toString().slice(2),
    'encoded in a form with small digits': (value) =>
      lowerHex(new URLSearchParams({ v: value }).toString().slice(2)),
    'in base64': (value) => base64(value),
    'in base64 for URLs': (value) => base64(value, 'base64url'),
    'in base64 behind one byte': (value) => base64(`:${value}`),
    'in base64 behind two bytes': (value) => base64(`u:${value}\n`),
    'in the middle of base64': (value) => base64(`user:${value}@host and more`),
    'in the middle of base64 for URLs': (value) => base64(`?>?>${value}?>?>`, 'base64url'),
  }

  it.each(Object.keys(spellings))('is found %s', (how) => {
    for (const value of [token, password, 'schlüssel-密码-😀', 'a\nb"c\td/e?f>g~h']) {
      const spelled = spellings[how]!(value)
      for (const text of [spelled, `before ${spelled} after`, `x="${spelled}"`]) {
        expect(hides(value, text), JSON.stringify(text)).toBe(true)
        expect(without(text, [value])).not.toContain(value)
      }
    }
  })

  it('goes with the base64 characters that hold some of its bits, and with the padding', () => {
    expect(without(`auth: ${base64(token)};`, [token])).toBe('auth: [];')
    const text = base64(`user:${token}`)
    expect(without(text, [token]).length).toBeLessThanOrEqual(6 + 2)
  })

  it('is found in base64 by itself alone when it is short', () => {
    for (const short of ['abcd', 'a1b2c3!', 'hunter2x']) {
      const encoded = base64(short)
      expect(hides(short, `password: ${encoded}\n`)).toBe(true)
      expect(hides(short, `password=${encoded.replace(/=+$/, '')}`)).toBe(true)
      expect(hides(short, `"a\\n${encoded}"`)).toBe(true)
      if (encoded.endsWith('=')) expect(hides(short, `${encoded}Zm9v`)).toBe(true)
      expect(hides(short, `x${encoded}`)).toBe(false)
      expect(hides(short, `${encoded.replace(/=+$/, '')}x`)).toBe(false)
    }
  })

  it('that is a short word stands by itself: hunter2x keeps its middle', () => {
    const found = [
      'hunter2',
      ' hunter2.',
      'x_hunter2_y',
      '"hunter2"',
      '密hunter2码',
      'a\\nhunter2\\nb',
      '%20hunter2%20',
    ]
    for (const text of found) expect(hides('hunter2', text), text).toBe(true)
    for (const text of ['hunter2x', 'xhunter2', 'éhunter2', '1hunter2', 'hunter2é']) {
      expect(hides('hunter2', text), text).toBe(false)
    }
  })

  it('that is long, or no word, is found inside of others', () => {
    expect(hides('abcdefgh1234', 'xabcdefgh1234x')).toBe(true)
    expect(hides('hunt-er2', 'xhunt-er2x')).toBe(true)
  })

  it('is not hidden by another that its neighbours refuse', () => {
    expect(without('hunter22x-abc', ['hunter22', 'er22x-ab'])).toBe('hunt[]c')
  })

  it('is found in every place, and spans come in order', () => {
    const spans = createKnownValueRule([token, 'hunter2']).find(
      `hunter2 ${base64(token)} ${token}${token} hunter2`,
    )
    expect(spans).toHaveLength(5)
    expect(spans).toEqual([...spans].sort((a, b) => a.start - b.start))
  })

  it('with many kilobytes is found in pieces', () => {
    const long = random('alnum', 20_000)
    expect(without(`a ${long} b`, [long])).toBe('a [] b')
    const left = without(base64(long), [long]).replaceAll('[]', '')
    expect(left.length).toBeLessThan(100)
  })

  it('is nothing when there is none', () => {
    expect(createKnownValueRule([]).find('text')).toEqual([])
    expect(createKnownValueRule(['']).find('text')).toEqual([])
  })
})

describe('the rest of any text', () => {
  const value = fc.oneof(
    fc.string({ minLength: 12, maxLength: 40 }),
    fc.string({ unit: 'binary', minLength: 12, maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('a', 'b', '/', '+', '%', '"', '\\', 'ä', '😀', ' ', '\n', '='),
      minLength: 12,
      maxLength: 30,
    }),
  )
  const bytes = fc.uint8Array({ maxLength: 7 }).map((all) => Buffer.from(all))
  const inBase64 = (kind: 'base64' | 'base64url') => (secret: string, before: Buffer, after: Buffer) =>
    Buffer.concat([before, Buffer.from(secret), after]).toString(kind)
  const encodings = fc.constantFrom<(secret: string, before: Buffer, after: Buffer) => string>(
    (secret) => secret,
    (secret) => JSON.stringify(secret).slice(1, -1),
    (secret) => encodeURIComponent(secret),
    (secret) => lowerHex(encodeURIComponent(secret)),
    (secret) => new URLSearchParams({ v: secret }).toString().slice(2),
    inBase64('base64'),
    inBase64('base64url'),
  )
  const piece = fc.constantFrom('text ', 'a', '=', '"', '\n', '/', '%', '\\', 'Zm9v', '+', '-', 'é', '😀')

  it('T15 does not hold a known value, in none of its encodings', () => {
    fc.assert(
      fc.property(
        value.filter((secret) => secret.isWellFormed() && secret.trim().length >= 9),
        fc.array(fc.tuple(fc.array(piece, { maxLength: 5 }), encodings, bytes, bytes), {
          minLength: 1,
          maxLength: 4,
        }),
        (secret, parts) => {
          const text = parts.map(([around, encode, a, b]) => around.join('') + encode(secret, a, b)).join(' ')
          const left = without(text, [secret])
          for (const form of everyForm(secret)) expect(left.includes(form), form).toBe(false)
          for (const run of left.split(/[^A-Za-z0-9+/_-]+/)) {
            for (const shift of [0, 1, 2, 3]) {
              expect(Buffer.from(run.slice(shift), 'base64').includes(Buffer.from(secret))).toBe(false)
            }
          }
        },
      ),
      { numRuns: 1500 },
    )
  })

  it('is found again in nothing that was taken out', () => {
    fc.assert(
      fc.property(value, fc.array(piece, { maxLength: 20 }), (secret, around) => {
        const text = [...around, secret, ...around].join('')
        expect(createKnownValueRule([secret]).find(without(text, [secret]))).toEqual([])
      }),
    )
  })
})

function everyForm(secret: string): string[] {
  const url = encodeURIComponent(secret)
  const form = new URLSearchParams({ v: secret }).toString().slice(2)
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    url,
    lowerHex(url),
    form,
    lowerHex(form),
    base64(secret).replace(/=+$/, ''),
    base64(secret, 'base64url'),
  ]
}
