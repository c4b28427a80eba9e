import { describe, expect, it } from 'vitest'
import { noon, recordOf } from './memory.fixture.ts'
import { isExpired, isRecordId, makeRecordId, parseRecord } from './record.ts'

describe('the id of a record', () => {
  it('has the published form, and the order of time', () => {
    const id = makeRecordId('2026-02-24T05:00:00.123Z', '4f9a1c2b')
    expect(id).toBe('tmr_20260224t050000z_4f9a1c2b')
    expect(id).toMatch(/^tmr_[a-z0-9][a-z0-9_-]{5,}$/)
    expect(isRecordId(id)).toBe(true)
  })

  it.each(['', 'tmr_', 'tmr_short', 'TMR_ABCDEF', 'tmr_../../x', `tmr_${'a'.repeat(99)}`, 'tmr_abcdef\n'])(
    '%j is none',
    (id) => expect(isRecordId(id)).toBe(false),
  )
})

describe('a record out of a store', () => {
  it('is what was put into it', () => {
    const record = recordOf({ tags: ['a'], refs: ['src/a.ts'] })
    expect(parseRecord(JSON.stringify(record))).toEqual(record)
  })

  it.each([
    ['no JSON', '{', 'it is not JSON'],
    ['no object', '[]', '"record_id"'],
    ['null', 'null', 'it is not an object'],
    ['another id', JSON.stringify({ ...recordOf(), record_id: 'x' }), '"record_id"'],
    ['another time', JSON.stringify({ ...recordOf(), captured_at: 'today' }), '"captured_at"'],
    ['no text', JSON.stringify({ ...recordOf(), content: { content_class: 'a', tags: [] } }), 'content.text'],
    [
      'another source',
      JSON.stringify({ ...recordOf(), source: { source_kind: 'me', source_ref: null, captured_by: null } }),
      'source.source_kind',
    ],
  ])('is rejected if another program damaged it: %s', (_, body, message) => {
    expect(parseRecord(body)).toContain(message)
  })

  it('C-14 C-69 is none that claims to be authoritative', () => {
    expect(parseRecord(JSON.stringify({ ...recordOf(), authoritative: true }))).toContain('authoritative')
    const { authoritative: _, ...silent } = recordOf()
    expect(parseRecord(JSON.stringify(silent))).toContain('authoritative')
  })
})

it('a record has expired at the moment that it names, and not before', () => {
  const record = recordOf({ expires: noon })
  expect(isExpired(record, '2026-02-24T11:59:59.999Z')).toBe(false)
  expect(isExpired(record, noon)).toBe(true)
})
