import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatGeneratedDocument,
  type GeneratedHeader,
  parseGeneratedDocument,
} from './generated-document.ts'

const header: GeneratedHeader = {
  generated: '2026-01-25T12:00:00Z',
  source: '.blue/docs/adrs/*.md',
  commit: 'abc123',
  regenerate: 'foreword knowledge build',
}

describe('the header of a generated document', () => {
  it('M-60 M-61 M-62 M-63 has time, source, commit and command, then the digest of the body', () => {
    expect(formatGeneratedDocument(header, '# Decisions\n', 'sha256:00')).toBe(
      '<!--\nGenerated: 2026-01-25T12:00:00Z\nSource: .blue/docs/adrs/*.md\nCommit: abc123\nRegenerate: foreword knowledge build\nBody: sha256:00\n-->\n# Decisions\n',
    )
  })

  it('is read as it was written, whatever the values are', () => {
    const value = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(value, value, value, (source, commit, body) => {
        const text = formatGeneratedDocument({ ...header, source, commit }, body, 'sha256:11')
        const read = parseGeneratedDocument(text)
        expect(read?.body).toBe(body.replace(/\r\n?/g, '\n'))
        expect(read).toMatchObject({ digest: 'sha256:11', header: { regenerate: header.regenerate } })
        expect(text.slice(4).indexOf('-->')).toBe(text.slice(4).indexOf('\n-->') + 1)
      }),
    )
  })

  it('M-63 is also read in the published form, which has no digest', () => {
    const text =
      '# Generated: 2026-01-25T12:00:00Z\n# Source: .blue/docs/adrs/*.md\n# Commit: abc123\n# Regenerate: blue knowledge build\n\n# ADRs\n'
    expect(parseGeneratedDocument(text)).toEqual({
      header: { ...header, regenerate: 'blue knowledge build' },
      digest: null,
      body: '\n# ADRs\n',
    })
  })

  it('is the same with other line ends and a byte order mark', () => {
    const text = formatGeneratedDocument(header, '# A\n\nb\n', 'sha256:22')
    expect(parseGeneratedDocument(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(
      parseGeneratedDocument(text),
    )
  })

  it.each([
    ['# Title\n\nGenerated: never\n'],
    ['<!-- a note -->\n# Title\n'],
    [''],
    ['<!--\nNote: x\n-->\n'],
  ])('is not seen in %j, which a person wrote', (text) => expect(parseGeneratedDocument(text)).toBeNull())
})
