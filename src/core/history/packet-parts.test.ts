import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash } from '../../adapters/cache/index.ts'
import { renderPacketText } from '../packet/index.ts'
import { makeRenderInput, makeRule, makeSection } from '../packet/render/render-packet-text.fixture.ts'
import type { Receipt } from '../receipt/index.ts'
import { joinLines, type SourceLine } from '../values/index.ts'
import { getContentLines, getFrameLines, joinPacketParts, splitPacketText } from './packet-parts.ts'

const presets = join(import.meta.dirname, '../../../presets')

/** All golden packets with their receipts, except prompts, which have a task after the packet. */
const golden = readdirSync(presets)
  .flatMap((preset) => list(join(presets, preset, 'cases')))
  .filter((directory) => list(directory).some((file) => /packet\.\w+$/.test(file)))
  .map((directory) => {
    const packet = list(directory).find((file) => /packet\.\w+$/.test(file))!
    const receipt = JSON.parse(readFileSync(join(directory, 'receipt.json'), 'utf8')) as Receipt
    return { directory, text: readFileSync(packet, 'utf8'), receipt }
  })
  .filter(({ text, receipt }) => receipt.packet_digest === hash(text))

function list(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory).map((name) => join(directory, name)) : []
}

/** Computes the digest that the receipt has for a section, if nothing in the section was neutralised. */
const digestOf = (lines: readonly string[]) => hash(lines.join('\n'))

describe('a packet taken apart', () => {
  it('gives every golden packet again, and each section as its receipt has it', () => {
    expect(golden.length).toBeGreaterThan(40)
    let exact = 0
    let all = 0
    for (const { directory, text, receipt } of golden) {
      const parts = splitPacketText(text, receipt.map, receipt.sections)
      expect(
        parts.sections.map(({ id }) => id),
        directory,
      ).toEqual(receipt.sections.map(({ id }) => id))
      expect(joinPacketParts(parts)).toBe(text)
      for (const [i, part] of parts.sections.entries()) {
        all++
        if (digestOf(getContentLines(part, parts.format)) === receipt.sections[i]!.sent_digest) exact++
        else expect(part.text, `${directory} ${part.id}`).toMatch(/###|&lt;/)
      }
    }
    expect(exact / all).toBeGreaterThan(0.9)
  })

  const line = fc.record({
    text: fc.constantFrom(
      'a',
      '',
      '😀 é',
      '## heading',
      '# top',
      '</context>',
      '<!-- left out: x -->',
      '"q"',
    ),
    at: fc.constantFrom(0, 1, 1),
    fence: fc.constantFrom(undefined, undefined, '```'),
  })
  const document = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) =>
    // A fence contains only lines of a source, and no section ends with a blank line.
    lines.map(
      ({ text, at, fence }, i): SourceLine =>
        at === 0 ? { text: text.replace('<!-- left', '<!-- cut'), at } : { text, at: i + 1, fence },
    ),
  )
  const omissions = [
    { id: 'gone', heading: 'GONE', what: 'left out', why: 'over budget', source: 'docs/a -->.md' } as const,
  ]

  it.each(['xml+markdown', 'markdown', 'json'])(
    'gives any packet in %s again, with its sections',
    (format) => {
      fc.assert(
        fc.property(fc.array(document, { maxLength: 4 }), fc.boolean(), (documents, note) => {
          const sections = documents.map((lines, i) => makeSection(`s${i}`, lines))
          const rule = makeRule({ format, omissions: 'comment' })
          const { text, map } = renderPacketText(
            makeRenderInput({ rule, sections, omissions: note ? omissions : [] }),
          )
          const parts = splitPacketText(text, map, sections)
          expect(joinPacketParts(parts)).toBe(text)
          expect(parts.sections.map(({ id }) => id)).toEqual(sections.map(({ id }) => id))
          for (const [i, part] of parts.sections.entries()) {
            const shown = getContentLines(part, parts.format).join('\n')
            const plain = (given: string) => given.replaceAll('&lt;', '<').replace(/^#{1,3}(?= )/gm, '#')
            expect(plain(shown)).toBe(plain(joinLines(sections[i]!.lines)))
          }
          for (const { lead } of format === 'json' ? [] : parts.sections)
            expect(getFrameLines(parts)).toContain(lead.split('\n')[0])
        }),
        { numRuns: 500 },
      )
    },
  )

  it('is all frame where the map or the sections belong to another packet', () => {
    const { text, map } = renderPacketText(
      makeRenderInput({ sections: [makeSection('s', [{ text: 'a', at: 1 }])] }),
    )
    expect(splitPacketText(text, map, [])).toMatchObject({ head: text, sections: [] })
    expect(splitPacketText('no packet', map, [{ id: 's' }])).toMatchObject({
      head: 'no packet',
      sections: [],
    })
    const wild = [{ ...map[0]!, start: -5, end: 1e9 }]
    expect(joinPacketParts(splitPacketText(text, wild, [{ id: 's' }]))).toBe(text)
  })
})
