import { describe, expect, it } from 'vitest'
import { SettingsFault } from '../../settings/index.ts'
import { addCandidate, buildCandidate, formatCandidateDocument } from './candidate.ts'
import { noon, recordOf } from './memory.fixture.ts'

const record = recordOf({ text: '## Import\n\nRows above 5000 fail', tags: ['import'], refs: ['src/a.ts'] })

it('an entry is filled from the record as its template says', () => {
  const template = {
    decision_id: '$record_id',
    title: '$title',
    decision: '$text',
    status: 'candidate',
    captured_at: '$captured_at',
    impact_scope: '$tags',
    linked: ['$source_ref', { commit: '$git_head ?? "none"' }],
  }
  expect(buildCandidate(template, record, noon)).toEqual({
    decision_id: 'tmr_first-1',
    title: 'Import',
    decision: '## Import\n\nRows above 5000 fail',
    status: 'candidate',
    captured_at: record.captured_at,
    impact_scope: ['import'],
    linked: ['src/a.ts', { commit: 'none' }],
  })
})

describe('the file of candidates', () => {
  const target = { file: 'c.json', list: 'entries', entry: {}, empty: { version: 'v0' } }
  const add = (text: string | null, id = 'tmr_first-1') =>
    addCandidate(text, target, { entry: { id, status: 'candidate' }, recordId: id })

  it('is made where there is none', () => {
    expect(add(null)).toBe(
      '{\n  "version": "v0",\n  "entries": [\n    {\n      "id": "tmr_first-1",\n      "status": "candidate"\n    }\n  ]\n}\n',
    )
  })

  it.each([
    ['laid out', '{\r\n\t"entries": [\r\n\t\t{"id": 1}\r\n\t],\r\n\t"updated_at": 1.50\r\n}'],
    ['in one line', '{"a":1e3,"entries":[{"id":"x"}],"b":"\\u00e9"}'],
    ['with an empty list', '\ufeff{ "entries": [], "z": 0 }\n\n'],
  ])('keeps all else byte for byte: %s', (_, text) => {
    const after = add(text)
    const [before, behind] = [text.slice(0, text.indexOf('[') + 1), text.slice(text.lastIndexOf(']'))]
    expect(after.startsWith(before)).toBe(true)
    expect(after.endsWith(behind)).toBe(true)
    const entries = JSON.parse(after.replace(/^\ufeff/, '')).entries
    expect(entries.at(-1)).toEqual({ id: 'tmr_first-1', status: 'candidate' })
    expect(entries).toHaveLength(JSON.parse(text.replace(/^\ufeff/, '')).entries.length + 1)
  })

  it('gets a record once, also when it is promoted again after a crash', () => {
    const once = add('{"entries":[]}')
    expect(add(once)).toBe(once)
    expect(JSON.parse(add(once, 'tmr_second-2')).entries).toHaveLength(2)
  })

  it.each([
    ['no JSON', '{"entries": [', 'and the text ends'],
    ['no object', '[]', 'expected an object'],
    ['no list', '{"version": 1}', 'the object has no list "entries"'],
    ['another thing in its place', '{"entries": {}}', '"entries" is not a list'],
  ])('is refused where it is %s', (_, text, message) => {
    expect(() => add(text)).toThrow(SettingsFault)
    expect(() => add(text)).toThrow(message)
  })
})

it('C-69 a document says that it is a candidate, where it comes from, and that it does not count yet', () => {
  const document = formatCandidateDocument(record, noon)
  expect(document).toBe(`# Candidate: Import

Status: candidate. From tactical memory, which is never authoritative: it counts when a person has accepted it.

- Record: tmr_first-1
- Class: risk_note
- Tags: import
- Captured: 2026-02-24T05:00:00.000Z
- Sources: src/a.ts
- Command: foreword memory add
- Retention: standard, until 2026-03-26T05:00:00.000Z
- Sanitised: clean
- Promoted: ${noon}

## Text

## Import

Rows above 5000 fail
`)
})
