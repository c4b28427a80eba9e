import { describe, expect, it } from 'vitest'
import { draftOf } from './ledger.fixture.ts'
import { parseDraftRow } from './parse-draft-row.ts'

describe('a draft that may come from a stranger', () => {
  it('gives its columns when it is one', () => {
    expect(parseDraftRow(draftOf(1))).toMatchObject({ kind: 'injection', level: 'standard' })
  })

  it.each([
    ['uid', 'two words'],
    ['uid', ''],
    ['uid', 'x'.repeat(201)],
    ['uid', 'line\nbreak'],
    ['at', 'yesterday'],
    ['at', '2026-01-03T18:30:00Z'],
    ['at', '2026-13-01T00:00:00.000Z'],
    ['at', '2026-01-32T00:00:00.000Z'],
    ['at', '2026-01-01T24:00:00.000Z'],
    ['at', '2026-01-01T00:60:00.000Z'],
    ['body', '{}'],
    ['body', null],
    ['kind', 'other'],
  ])('is told apart by a bad %s: %j', (part, value) => {
    expect(parseDraftRow({ ...draftOf(1), [part]: value } as never)).toEqual(expect.any(String))
  })
})
