import { describe, expect, it } from 'vitest'
import { ruleSets } from '../redaction-rules.ts'
import { redact } from '../redactor.ts'
import { digits, letters, made } from './published.fixture.ts'

const marker = '[REDACTED]'
const rules = ruleSets.published
const body = [64, 63, 21].map((length) => made(length, `${letters + digits}+/`))
const begin = (kind = 'RSA PRIVATE KEY') => `-----BEGIN ${kind}-----`
const end = (kind = 'RSA PRIVATE KEY') => `-----END ${kind}-----`
const block = (kind?: string) => [begin(kind), ...body, end(kind)].join('\n')

function redacted(text: string, gapAt?: number): string {
  return redact(text, { rules, marker, gapAt }).text
}

describe('Z-X21 a key block', () => {
  it.each([
    ['goes from BEGIN to END', `a\n${block()}\nb`, `a\n${marker}\nb`],
    ['goes when it is all there is', block(), marker],
    ['goes with its last line break kept', `${block()}\n`, `${marker}\n`],
    ['goes beside another', `${block()}\nb\n${block('EC PRIVATE KEY')}\nc`, `${marker}\nb\n${marker}\nc`],
    ['goes when another follows at once', `${block()}${block()}c`, `${marker}${marker}c`],
    ['goes on one line', `a ${begin()}${body[0]}${end()} b`, `a ${marker} b`],
    ['goes with escaped line breaks', `"${begin()}\\n${body[0]}\\n${end()}\\n"`, `"${marker}\\n"`],
    ['goes out of an indented block', indent(block(), '    '), `    ${marker}`],
    ['goes out of a quotation', indent(block(), '> '), `> ${marker}`],
    [
      'goes with the headers of an encrypted one',
      block().replace('\n', '\nProc-Type: 4,ENCRYPTED\n\n'),
      marker,
    ],
    ['goes with empty lines inside', block().replaceAll('\n', '\n\n'), marker],
    ['goes with six dashes, but for the sixth', `-${block()}-`, `-${marker}-`],
    ['goes to the end of the text when it was cut off', `a\n${begin()}\n${body[0]}\nb`, `a\n${marker}`],
    ['goes to the end of the text after whole ones', `${block()}\n${begin()}\nb`, `${marker}\n${marker}`],
    ['goes to an END line that lost its dashes', `${begin()}\nx\n-----END EC KEY\nb`, `${marker}\nb`],
    ['goes past a second BEGIN', `${begin()}\n${body[0]}\n${block()}\nb`, `${marker}\nb`],
    [
      'goes past the END of something else',
      `${begin()}\nx\n${end('MESSAGE')}\ny\n${end()}\nb`,
      `${marker}\nb`,
    ],
    ['goes past an END without a kind', `${begin()}\nx\n-----END -----\ny\n${end()}\nb`, `${marker}\nb`],
    ['goes to the END of another kind of key', `${begin()}\nx\n${end('PRIVATE KEY')}\nb`, `${marker}\nb`],
    [
      'that shares its dashes with the END before goes too',
      `${block()}${block().slice(5)}\nb`,
      `${marker}\nb`,
    ],
    [
      'goes after a BEGIN of something else',
      `${begin('MESSAGE')}\n${block()}\nb`,
      `${begin('MESSAGE')}\n${marker}\nb`,
    ],
    ['goes after a BEGIN on the same dashes', `-----BEGIN X${block()}\nb`, `-----BEGIN X${marker}\nb`],
    ['leaves an END without BEGIN', `a\n${end()}\nb`, `a\n${end()}\nb`],
  ])('%s', (_, text, expected) => {
    expect(redacted(text)).toBe(expected)
  })

  it('takes tokens inside along, as one replacement', () => {
    const text = `${begin()}\nghp_${body[2]}\n${end()}`
    expect(redact(text, { rules, marker }).hits).toEqual([
      { rule: 'published-pem-key', number: 1, start: 0, end: text.length },
    ])
  })

  it('takes a certificate on the way to its own END along', () => {
    expect(redacted(`${begin()}\nx\n${block('CERTIFICATE')}\ny\n${end()}\nb`)).toBe(`${marker}\nb`)
  })
})

describe('a key block beside a gap', () => {
  const head = 'one\ntwo\n'
  const tail = `${body[0]}\n${end()}\nlast\n`

  it.each([
    ['goes when its BEGIN was not read', head, tail, `${head}${marker}\nlast\n`],
    ['goes when only its END was read', head, `${end()}\nlast\n`, `${head}${marker}\nlast\n`],
    ['goes when its BEGIN is before the gap', `${head}${begin()}\nx\n`, tail, `${head}${marker}\nlast\n`],
    ['goes beside a whole block before the gap', `${block()}\n`, tail, `${marker}\n${marker}\nlast\n`],
    [
      'goes beside a whole block after the gap',
      head,
      `${tail}${block()}\n`,
      `${head}${marker}\nlast\n${marker}\n`,
    ],
    [
      'goes past the END of something else',
      head,
      `x\n${end('MESSAGE')}\n${tail}`,
      `${head}${marker}\nlast\n`,
    ],
    [
      'goes past the BEGIN of something else',
      head,
      `x\n${begin('MESSAGE')}\n${tail}`,
      `${head}${marker}\nlast\n`,
    ],
    ['is not seen where BEGIN and END follow the gap', head, `x\n${block()}\ny`, `${head}x\n${marker}\ny`],
    ['is not seen where no END follows', head, 'last\n', `${head}last\n`],
  ])('%s', (_, before, after, expected) => {
    expect(redacted(before + after, before.length)).toBe(expected)
  })

  it('goes without anything before the gap', () => {
    expect(redacted(tail, 0)).toBe(`${marker}\nlast\n`)
  })

  it('is a certificate only by the END of one', () => {
    const text = `${body[0]}\n${end('CERTIFICATE')}\nlast`
    expect(redact(text, { rules: ['published-pem-key'], marker, gapAt: 0 }).text).toBe(text)
    expect(redact(text, { rules: ['published-pem-certificate'], marker, gapAt: 0 }).text).toBe(
      `${marker}\nlast`,
    )
  })
})

function indent(text: string, by: string): string {
  return by + text.replaceAll('\n', `\n${by}`)
}
