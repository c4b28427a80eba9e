import { describe, expect, it } from 'vitest'
import { makeManifest } from '../../manifest/manifest.fixture.ts'
import { createSanitiser, listProhibitedClasses } from '../../redact/index.ts'
import { draftRecord, type RecordInput, resolveRetention } from './draft-record.ts'
import { noon } from './memory.fixture.ts'

const { memory: rules } = makeManifest({})
const sanitiser = createSanitiser({ classes: listProhibitedClasses({}) })
const wish: RecordInput = { text: 'A note', contentClass: null, tags: [], sourceRefs: [], by: null }
const draft = (over: Partial<RecordInput>) =>
  draftRecord(
    { ...wish, ...over },
    {
      rules,
      sanitiser,
      now: noon,
      random: 'abcdefgh',
      head: 'f'.repeat(40),
      command: 'foreword memory add',
      policy: { ttl_expires_at: '2026-03-01T00:00:00.000Z', retention_class: 'short' },
    },
  )

it('a record has the published shape', () => {
  const order = {
    tags: ['B', 'a', 'b'],
    sourceRefs: ['src/a.ts', 'wk_1'],
    by: 'nightly',
    contentClass: 'risk_note',
  }
  expect(draft(order)).toEqual({
    record_id: 'tmr_20260224t120000z_abcdefgh',
    captured_at: noon,
    source: { source_kind: 'manual_capture', source_ref: 'src/a.ts', captured_by: 'nightly' },
    provenance: {
      origin_command: 'foreword memory add',
      source_refs: ['src/a.ts', 'wk_1'],
      git_head: 'f'.repeat(40),
    },
    content: { text: 'A note', content_class: 'risk_note', tags: ['a', 'b'] },
    policy: { ttl_expires_at: '2026-03-01T00:00:00.000Z', retention_class: 'short' },
    sanitization: { status: 'clean', redaction_actions: [] },
    authoritative: false,
  })
})

it('a record without a class has the first of the manifest', () => {
  expect(draft({}).content.content_class).toBe('implementation_note')
})

describe('C-40 prohibited content', () => {
  it('is removed from everything that an author wrote, and counted', () => {
    const record = draft({
      text: 'password=hunter2',
      sourceRefs: ['https://jane:hunt3r2@db.acme.io/x', 'mailto:jane@acme.io'],
      by: 'jane@acme.io',
    })
    expect(JSON.stringify(record)).not.toMatch(/hunter2|hunt3r2|jane/)
    expect(record.sanitization).toEqual({
      status: 'redacted',
      redaction_actions: [
        { class: 'credentials', action: 'redact', count: 2 },
        { class: 'personal_data', action: 'redact', count: 2 },
      ],
    })
  })

  it.each([
    [
      'a text',
      { text: 'TLP:RED, the plan' },
      'The text was not kept: it holds what is prohibited: restricted',
    ],
    ['a reference', { sourceRefs: ['CONFIDENTIAL.md'] }, 'A reference was not kept'],
    ['a tag', { tags: [`ghp_${'a1B2c3D4e5F6'.repeat(3)}`] }, 'A tag was not kept'],
  ])('C-42 refuses %s that cannot be made safe, without a word of it', (_, over, message) => {
    const act = () => draft(over)
    expect(act).toThrow(expect.objectContaining({ code: 'prohibited' }))
    expect(act).toThrow(message)
    expect(act).not.toThrow(/plan|ghp_/)
  })
})

describe('an invalid record', () => {
  it.each([
    ['an empty text', { text: ' \n ' }, 'The text is empty.'],
    ['a text with NUL', { text: 'a\0b' }, 'The text contains NUL bytes'],
    ['a text that is too long', { text: 'é'.repeat(8193) }, 'has 16386 bytes; the limit is 16384'],
    ['a tag of two words', { tags: ['a b'] }, 'A tag is one word'],
    ['too many tags', { tags: Array.from({ length: 17 }, (_, i) => `t${i}`) }, '16 tags at most, not 17'],
    ['an empty reference', { sourceRefs: [''] }, 'A reference is empty.'],
    ['a reference of two lines', { sourceRefs: ['a\nb'] }, 'A reference must be one line.'],
    ['a long reference', { sourceRefs: ['a'.repeat(513)] }, 'more than 512 bytes'],
    ['an unknown class', { contentClass: 'risk_notes' }, 'did you mean "risk_note"?'],
  ])('%s is refused', (_, over, message) => {
    expect(() => draft(over)).toThrow(expect.objectContaining({ code: 'usage' }))
    expect(() => draft(over)).toThrow(message)
  })

  it('a text of exactly the bound is kept', () => {
    expect(draft({ text: 'a '.repeat(8192) }).content.text).toHaveLength(16_384)
  })
})

describe('how long a record is kept', () => {
  const other = (memory: object) => makeManifest({ memory }).memory

  it('is said by the manifest', () => {
    expect(resolveRetention(null, rules)).toEqual({ name: 'standard', days: 30 })
    expect(resolveRetention('short', rules)).toEqual({ name: 'short', days: 7 })
    expect(resolveRetention(null, other({ retention: { week: 7, year: 365 } }))).toEqual({
      name: 'week',
      days: 7,
    })
    expect(resolveRetention(null, other({ default_retention: 'extended' }))).toMatchObject({ days: 90 })
  })

  it.each(['forever', 'constructor'])('%s is refused where there is no such class', (name) => {
    expect(() => resolveRetention(name, rules)).toThrow(`Unknown retention class "${name}"`)
  })
})
