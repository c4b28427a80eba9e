import { describe, expect, it } from 'vitest'
import type { Observation, UnavailableReason } from '../values/index.ts'
import { assembleBundle, makeFound, secret } from './bundle-facts.fixture.ts'

const stateOf = (given: Parameters<typeof assembleBundle>[0]) => {
  const { packet } = assembleBundle(given)
  return {
    state: packet.states[0]!,
    said: packet.diagnostics.map(({ code, detail }) => `${code}: ${detail}`),
  }
}

describe('a document that has to be JSON', () => {
  it.each([
    ['is there and parsed', '{"a": 1}', true, []],
    [
      'has a fault, which is told with its place and not with its text',
      '{\n  "a": hunter2\n}',
      false,
      ['source-malformed: state.json:2:8: not valid JSON'],
    ],
    ['ends too early', '{"a": [1, 2', false, ['source-malformed: state.json:1:12: not valid JSON']],
    [
      'has a comment',
      '{"a": 1} // as settings may',
      false,
      ['source-malformed: state.json: not valid JSON: it has comments or a trailing comma'],
    ],
    [
      'has a comma too many',
      '{"a": 1,}',
      false,
      ['source-malformed: state.json: not valid JSON: it has comments or a trailing comma'],
    ],
    ['is a list', '[{"a": 1}]', false, ['source-malformed: state.json: expected a JSON object']],
    ['is null', 'null', false, ['source-malformed: state.json: expected a JSON object']],
    ['is a text', '"a"', false, ['source-malformed: state.json: expected a JSON object']],
  ])('C-68 C-53 %s', (_, control, parsed, said) => {
    const { state, said: told } = stateOf({ control, facts: { a: 'a' } })
    expect([state.present, state.parsed, told]).toEqual([true, parsed, said])
    expect(state.facts).toEqual({ a: parsed ? 1 : null })
  })

  it('C-68 is reported as too large if only its beginning and end were read', () => {
    const gap = { afterLine: 1, skippedLines: 1000, skippedBytes: 9000 }
    const { state, said } = stateOf({ control: '{"a":\n1}}', gap })
    expect(state.parsed).toBe(false)
    expect(said).toContain(
      'source-malformed: state.json:2:3: not valid JSON; it is too large to be read whole',
    )
  })

  it('C-68 that is missing is told, unless it may be', () => {
    const facts = { a: 'a' }
    const wanted = stateOf({ control: null, facts })
    expect(wanted.state).toMatchObject({ path: 'state.json', present: false, parsed: false, optional: false })
    expect(wanted.said).toEqual(['source-missing: none found of: state.json'])
    const optional = stateOf({ control: null, facts, optional: true })
    expect(optional.state).toMatchObject({ present: false, optional: true, facts: { a: null } })
    expect(optional.said).toEqual([])
  })

  const unavailable = (reason: UnavailableReason, detail: string): Observation => ({
    state: 'unavailable',
    uri: 'file:state.json',
    path: 'state.json',
    reason,
    detail,
  })

  it.each([
    ['is empty', makeFound('state.json', ' \n'), ': the file is empty'],
    [
      'is binary',
      unavailable('binary', '"state.json" is binary (a NUL byte at 0); name a text file.'),
      ': is binary (a NUL byte at 0); name a text file.',
    ],
    [
      'is a directory',
      unavailable(
        'not-a-file',
        '"state.json" is a directory, a pipe, a socket or a device; name a regular file.',
      ),
      ': is a directory, a pipe, a socket or a device; name a regular file.',
    ],
    [
      'is too large',
      unavailable('too-large', '"state.json" has 20 bytes; the most that is read is 10.'),
      ': too large: it has 20 bytes; the most that is read is 10.',
    ],
  ])(
    'C-68 C-53 that is there and %s is malformed and not missing, whether it may be missing or not',
    (_, seen, fault) => {
      for (const optional of [false, true]) {
        const { state, said } = stateOf({ control: null, facts: { a: 'a' }, optional, tried: [seen] })
        expect(state).toMatchObject({ present: true, parsed: false, fault, facts: { a: null } })
        expect(said).toEqual([`source-malformed: state.json${fault}`])
      }
    },
  )

  it('C-68 that only a plugin could tell of, and did not, is missing', () => {
    const { state, said } = stateOf({
      control: null,
      tried: [unavailable('plugin-timeout', 'It took too long.')],
    })
    expect(state).toMatchObject({ present: false, fault: null })
    expect(said).toEqual([
      'source-plugin-timeout: It took too long.',
      'source-missing: none found of: state.json',
    ])
  })

  it.each([
    ['a text, a number and what is true or not', { t: 'x', n: 1.5, b: false }],
    ['null for what is no single value', { list: null, object: null, none: null }],
    ['null for what is not there, or only inherited', { gone: null, constructor: null }],
    ['what lies further down', { deep: 'here' }],
  ])('C-53 tells %s', (_, told) => {
    const control = JSON.stringify({
      t: 'x',
      n: 1.5,
      b: false,
      list: [1],
      object: {},
      none: null,
      far: { down: 'here' },
    })
    const keys = Object.keys(told).map((key) => [key, key === 'deep' ? 'far.down' : key])
    expect(stateOf({ control, facts: Object.fromEntries(keys) }).state.facts).toEqual(told)
  })

  it.each([
    ['all of them', { count: 'list' }, 4],
    ['those that have a value', { count: 'list', where: { s: 'yes' } }, 2],
    ['those that have two', { count: 'list', where: { s: 'yes', n: '1' } }, 1],
    ['nothing of what is no list', { count: 'far' }, null],
    ['nothing of what is not there', { count: 'gone' }, null],
  ])('C-53 counts %s', (_, rule, count) => {
    const list = [{ s: 'yes', n: 1 }, { s: 'yes' }, { s: 'no' }, null]
    const { state } = stateOf({ control: JSON.stringify({ list, far: {} }), facts: { many: rule } })
    expect(state.facts.many).toBe(count)
  })

  it('C-51 tells no secret that stands in it', () => {
    const { state } = stateOf({ control: JSON.stringify({ token: secret }), facts: { token: 'token' } })
    expect(state.facts).toEqual({ token: '[REDACTED]' })
  })

  it('C-12 tells a line of it, however long it is, and no half of a character', () => {
    const told = (text: string) =>
      stateOf({ control: JSON.stringify({ text }), facts: { text: 'text' } }).state.facts.text
    expect(told('😀'.repeat(200))).toBe('😀'.repeat(200))
    expect(told('😀'.repeat(201))).toBe(`${'😀'.repeat(199)}…`)
    expect(told('a '.repeat(1_000_000))).toBe(`${'a '.repeat(100).slice(0, 199)}…`)
    expect(told(`${'word '.repeat(37)}${secret}`)).not.toContain(secret.slice(0, 10))
  })
})
