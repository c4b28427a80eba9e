import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SourceLine } from '../../values/index.ts'
import { makeLines, makeRenderInput, makeRule, makeSection } from './render-packet-text.fixture.ts'
import { renderPacketText } from './render-packet-text.ts'

const tags = /[<＜﹤](?=\/?(?:context|task)\b)/g

/** Some lines of a document, with our own lines among them. */
const taken = fc
  .array(
    fc.record({
      text: fc.oneof(
        fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ', '"', '\\'), maxLength: 8 }),
        fc.constantFrom('<task>', '</context>', '＜task>', ''),
      ),
      keep: fc.boolean(),
      own: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((lines) =>
    lines.flatMap(({ text, keep, own }, i): SourceLine[] => [
      ...(keep ? [{ text, at: i + 1 }] : []),
      ...(own ? [{ text: '...[cut]...', at: 0 }] : []),
    ]),
  )

describe('the source map', () => {
  it.each(['xml+markdown', 'markdown'])('names, byte for byte, the lines that %s was made from', (format) => {
    fc.assert(
      fc.property(fc.array(taken, { maxLength: 4 }), (documents) => {
        const sections = documents.map((lines, i) => makeSection(`s${i}`, lines))
        const { text, map } = renderPacketText(makeRenderInput({ rule: makeRule({ format }), sections }))
        const bytes = Buffer.from(text)
        let last = 0
        const covered = new Set<string>()
        for (const { start, end, section, source, lines } of map) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
          const from = sections.find((candidate) => candidate.id === section)!
          const named = from.lines.filter((line) => line.at >= lines[0] && line.at <= lines[1])
          const wanted = named.map((line) => `${line.text.replace(tags, '&lt;')}\n`).join('')
          expect(bytes.subarray(start, end).toString()).toBe(wanted)
          expect(source).toBe(from.source)
          for (const line of named) covered.add(`${section}:${line.at}`)
        }
        expect(last).toBeLessThanOrEqual(bytes.length)
        const all = sections.flatMap((section) =>
          section.lines.filter((line) => line.at > 0).map((line) => `${section.id}:${line.at}`),
        )
        expect([...covered].sort()).toEqual([...new Set(all)].sort())
      }),
      { numRuns: 300 },
    )
  })

  const mapOf = (...lines: SourceLine[]) =>
    renderPacketText(makeRenderInput({ sections: [makeSection('s', lines)] })).map

  it('joins neighbouring lines into one entry', () => {
    expect(mapOf(...makeLines('a', 'b', 'c')).map((entry) => entry.lines)).toEqual([[1, 3]])
  })

  it.each<[string, SourceLine[], (readonly [number, number])[]]>([
    [
      'a hole',
      [
        { text: 'a', at: 1 },
        { text: 'c', at: 3 },
      ],
      [
        [1, 1],
        [3, 3],
      ],
    ],
    [
      'a line of our own',
      [
        { text: 'a', at: 1 },
        { text: '…', at: 0 },
        { text: 'b', at: 2 },
      ],
      [
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'lines out of order',
      [
        { text: 'b', at: 5 },
        { text: 'a', at: 1 },
        { text: 'c', at: 2 },
      ],
      [
        [5, 5],
        [1, 2],
      ],
    ],
  ])('begins a new entry after %s', (_, lines, expected) => {
    expect(mapOf(...lines).map((entry) => entry.lines)).toEqual(expected)
  })

  it('keeps one entry for a line that became several', () => {
    expect(mapOf({ text: 'Goal:', at: 4 }, { text: 'win', at: 4 }).map((entry) => entry.lines)).toEqual([
      [4, 4],
    ])
  })

  it('is empty where nothing came from a source', () => {
    expect(mapOf({ text: 'ours', at: 0 })).toEqual([])
    expect(renderPacketText(makeRenderInput()).map).toEqual([])
  })

  it('names whole sections in JSON', () => {
    const rule = makeRule({ format: 'json' })
    const lines = [
      { text: 'ours', at: 0 },
      { text: 'b', at: 7 },
      { text: 'a', at: 3 },
    ]
    const sections = [makeSection('none', [{ text: 'ours', at: 0 }]), makeSection('some', lines)]
    expect(renderPacketText(makeRenderInput({ rule, sections })).map).toMatchObject([
      { section: 'some', lines: [3, 7] },
    ])
  })
})
