import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findUtf8Fault } from './utf8.ts'
import { sha256, workspace } from './workspace.fixture.ts'

describe('the text of a file', () => {
  it.each([
    ['nothing', '', ''],
    ['a byte order mark', '\uFEFFa\n', 'a\n'],
    ['only a byte order mark', '\uFEFF', ''],
    ['a second mark', '\uFEFF\uFEFFa', '\uFEFFa'],
    ['CRLF', 'a\r\nb\r\n', 'a\nb\n'],
    ['lone CR', 'a\rb\r', 'a\nb\n'],
    ['a mixture', 'a\r\r\n\nb', 'a\n\n\nb'],
    ['no final line end', 'é\u{1F600}', 'é\u{1F600}'],
  ])('with %s is normalised, and its digest is of the raw bytes', (_, raw, text) => {
    const { write, reader } = workspace()
    write('root/a.md', raw)
    const bytes = Buffer.byteLength(raw)
    expect(reader.read('a.md')).toEqual({
      state: 'found',
      uri: 'file:a.md',
      path: 'a.md',
      text,
      bytes,
      digest: sha256(raw),
      modifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  it('T9 with a NUL byte is binary, wherever it stands', () => {
    const { write, reader } = workspace()
    for (const size of [10, 300_000, 900_000]) {
      const bytes = Buffer.alloc(size, 'a\n')
      bytes[size / 2] = 0
      write('root/a.md', bytes)
      const detail = `"a.md" is binary (a NUL byte at ${size / 2}); name a text file.`
      expect(reader.read('a.md')).toMatchObject({ state: 'unavailable', reason: 'binary', detail })
    }
  })

  it('T10 that is not UTF-8 is refused with the place of the first fault', () => {
    const { write, reader } = workspace()
    write('root/a.md', Buffer.concat([Buffer.from('\uFEFFé\r\nb\rc'), Buffer.from([0xff, 0xfe])]))
    const detail = '"a.md" is not UTF-8 at byte 10 (line 3); save it as UTF-8.'
    expect(reader.read('a.md')).toMatchObject({ state: 'unavailable', reason: 'not-utf8', detail })
  })

  it('is checked in both windows of a large file, with places in the whole', () => {
    const { write, reader } = workspace()
    const bytes = Buffer.alloc(1_000_000, 'abc\n')
    bytes[999_001] = 0xff
    write('root/a.md', bytes)
    expect(reader.read('a.md')).toMatchObject({
      detail: expect.stringContaining('at byte 999001 (line 249751)'),
    })
    bytes[5] = 0xc3
    write('root/a.md', bytes)
    expect(reader.read('a.md')).toMatchObject({ detail: expect.stringContaining('at byte 5 (line 2)') })
  })
})

describe('faultAt', () => {
  it.each([
    ['an overlong form', [0x61, 0xc0, 0xaf], 1],
    ['an overlong form of three', [0xe0, 0x9f, 0xbf], 0],
    ['a surrogate', [0x61, 0xed, 0xa0, 0x80], 1],
    ['a code point too high', [0xf4, 0x90, 0x80, 0x80], 0],
    ['a form cut short', [0x61, 0xe2, 0x82], 1],
    ['a lone continuation', [0x61, 0x62, 0x80], 2],
    ['nothing wrong', [0xf0, 0x9f, 0x98, 0x80], -1],
  ])('finds %s', (_, bytes, at) => {
    expect(findUtf8Fault(Uint8Array.from(bytes))).toBe(at)
  })

  it('finds a fault exactly where the platform does, and what stands before it is sound', () => {
    const byte = fc.constantFrom(
      0x61,
      0x80,
      0x8f,
      0x90,
      0x9f,
      0xa0,
      0xbf,
      0xc2,
      0xe0,
      0xe2,
      0xed,
      0xf0,
      0xf4,
      0xf5,
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 12 }), (given) => {
        const bytes = Uint8Array.from(given)
        const at = findUtf8Fault(bytes)
        expect(at === -1).toBe(isUtf8(bytes))
        if (at >= 0) expect(isUtf8(bytes.subarray(0, at))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})
