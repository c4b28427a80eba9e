import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { stampManifest } from './stamp.ts'

const stamp = { generated_at: '2026-01-25T12:00:00Z', source_commit: 'abc123' }
const stamped = (text: string) => stampManifest(text, stamp)

describe('the stamp of a manifest', () => {
  it('M-65 changes the values of two keys and not a byte else', () => {
    const text = (at: string, commit: string) =>
      `# mine\nforeword: 1   # the version\ngenerated_at: ${at}  # by the build\n\nname:   own\nsource_commit: ${commit}\nsections: {a: {sources: ["file:a"]}} # end`
    expect(stamped(text('2020-01-01T00:00:00Z', "'x'"))).toBe(text(stamp.generated_at, 'abc123'))
  })

  it('stands behind the version where it is new', () => {
    expect(stamped('# top\nforeword: 1 # one\nname: own\n')).toBe(
      '# top\nforeword: 1 # one\ngenerated_at: 2026-01-25T12:00:00Z\nsource_commit: abc123\nname: own\n',
    )
    expect(stamped('version: 1')).toBe(
      'version: 1\ngenerated_at: 2026-01-25T12:00:00Z\nsource_commit: abc123',
    )
  })

  it('keeps line ends, and the form that is written in one line', () => {
    expect(stamped('foreword: 1\r\nname: own\r\n')).toBe(
      'foreword: 1\r\ngenerated_at: 2026-01-25T12:00:00Z\r\nsource_commit: abc123\r\nname: own\r\n',
    )
    expect(stamped('{"foreword": 1, "name": "own"}\n')).toBe(
      '{"foreword": 1, generated_at: 2026-01-25T12:00:00Z, source_commit: abc123, "name": "own"}\n',
    )
    expect(stamped('foreword: 1\nsource_commit:\ngenerated_at: ~\n')).toBe(
      'foreword: 1\nsource_commit: abc123\ngenerated_at: 2026-01-25T12:00:00Z\n',
    )
  })

  it('is a text, also where a commit looks like a number', () => {
    const text = stampManifest('foreword: 1\n', { ...stamp, source_commit: '1234567' })!
    expect(parse(text)).toEqual({ foreword: 1, ...stamp, source_commit: '1234567' })
  })

  it.each([
    ['- a list'],
    ['name: own'],
    ['foreword: 1\ngenerated_at: |\n  x\n'],
    ['foreword: 1\ngenerated_at: &a x\n'],
  ])('is not set where that would touch more: %j', (text) => expect(stamped(text)).toBeNull())

  it('leaves all other data as it was', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), fc.boolean(), (data, quoted) => {
        const before = { foreword: 1, ...data }
        const text = stringify(before, quoted ? { defaultStringType: 'QUOTE_DOUBLE' } : {})
        const result = stamped(text)
        if (result !== null) expect(parse(result)).toEqual({ ...parse(text), ...stamp })
        // Random keys rarely match ours. If none does, stamping must succeed.
        if (!Object.keys(data).some((key) => key in stamp)) expect(result).not.toBeNull()
      }),
    )
  })
})
