import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderRule } from '../../manifest/index.ts'
import { orderByName, orderByRegister } from './register.ts'

const rule: OrderRule = {
  register: 'register.json',
  list: 'entries',
  path: 'file',
  newest: 'at',
  where: { status: 'promoted' },
}
const entry = (file: unknown, at: unknown, status = 'promoted') => ({ file, at, status })
const order = (paths: readonly string[], ...entries: unknown[]) =>
  orderByRegister(paths, JSON.stringify({ entries }), rule)?.paths

describe('documents by a register', () => {
  it.each([
    ['the newest first', [entry('a', '2026-01-01'), entry('b', '2026-02-01')], ['b', 'a']],
    [
      'a time with a zone is that moment, and a day its first',
      [entry('a', '2026-01-02T00:30:00+02:00'), entry('b', '2026-01-02'), entry('c', '2026-01-01T22:45:00Z')],
      ['b', 'c', 'a'],
    ],
    ['the same moment by name', [entry('b', '2026-01-01'), entry('a', '2026-01-01T00:00:00Z')], ['a', 'b']],
    [
      'two entries for one: the newer counts',
      [entry('a', '2026-03-01'), entry('b', '2026-02-01'), entry('a', '2026-01-01')],
      ['a', 'b'],
    ],
    ['a path may begin with ./', [entry('./a', '2026-03-01'), entry('b', '2026-02-01')], ['a', 'b']],
    [
      'an entry of another status dates nothing',
      [entry('a', '2026-03-01', 'candidate'), entry('b', '2026-02-01')],
      ['b', 'a'],
    ],
    [
      'entries that are none are passed over',
      [
        null,
        7,
        'x',
        [],
        {},
        entry(5, '2026-03-01'),
        entry('a', 5),
        entry('a', 'soon'),
        entry('b', '2026-01-01'),
      ],
      ['b', 'a'],
    ],
    [
      'what the register does not date comes last, the last by name first',
      [entry('a', '2020-01-01')],
      ['a', 'c', 'b'],
    ],
  ])('C-10 C-X8 %s', (_, entries, expected) => {
    const paths = expected.toSorted()
    expect(order(paths, ...entries)).toEqual(expected)
    expect(order(paths.toReversed(), ...entries)).toEqual(expected)
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['without its list', '{}'],
    ['an object where the list should be', '{"entries": {"0": {}}}'],
  ])('a register that is %s gives no order', (_, register) => {
    expect(orderByRegister(['a'], register, rule)).toBeNull()
  })

  it('C-10 takes nothing from a prototype', () => {
    const inherited = { ...rule, list: 'constructor', path: '__proto__' }
    expect(orderByRegister(['a', 'b'], '{}', inherited)).toBeNull()
    expect(order(['__proto__', 'a', 'constructor'], entry('__proto__', '2026-01-01'))).toEqual([
      '__proto__',
      'constructor',
      'a',
    ])
  })

  it('C-68 names those that are there without a time that can be read, and no others', () => {
    const entries = [
      entry('./c', 'soon'),
      entry('a', 1_770_000_000),
      entry('b', null),
      entry('b', '2026-01-01'),
      entry('d', null, 'candidate'),
      entry('gone', null),
    ]
    const ordered = orderByRegister(['d', 'c', 'b', 'a'], JSON.stringify({ entries }), rule)
    expect(ordered).toEqual({ paths: ['b', 'd', 'c', 'a'], undated: ['a', 'c'] })
  })

  it('finds its list further down', () => {
    const deep = { ...rule, list: 'of.mine' }
    const register = JSON.stringify({ of: { mine: [entry('b', '2026-01-01')] } })
    expect(orderByRegister(['a', 'b'], register, deep)).toEqual({ paths: ['b', 'a'], undated: [] })
  })

  it('C-10 C-26 loses and adds nothing, whatever the order in which files and entries come', () => {
    const paths = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'é', 'A', '__proto__'))
    const entries = fc.array(
      fc.record({
        file: fc.constantFrom('a', './b', 'c', 'd', 'x', null),
        at: fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z', '2026-02-01T10:00:00+05:00', 'never'),
        status: fc.constantFrom('promoted', 'candidate'),
      }),
    )
    fc.assert(
      fc.property(paths, entries, (some, list) => {
        const given = order(some, ...list)
        expect(given?.toSorted()).toEqual(some.toSorted())
        expect(order(some.toReversed(), ...list.toReversed())).toEqual(given)
      }),
    )
  })
})

describe('documents without a register', () => {
  it('come by name, the last first, by code units and in no language', () => {
    expect(orderByName(['b', 'a', 'é', 'B', 'a10', 'a9'])).toEqual(['é', 'b', 'a9', 'a10', 'a', 'B'])
  })
})
