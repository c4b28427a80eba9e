import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderBundle } from './bundle.ts'
import { linesOf, sectionOf } from './render.fixture.ts'

const template = { files: { $each: '$documents', $as: { text: '$text', a: 1 } }, about: '$about' }
const bytesOf = (text: string) => Buffer.from(text)

describe('a bundle', () => {
  it('C-24 C-54 is one JSON document with sorted keys, two spaces and one newline at its end', () => {
    const facts = { about: { b: [{ d: 1, c: 2 }], A: null, a: 'é', '10': 1, '9': 2 }, documents: [] }
    expect(renderBundle({ template: { z: 1, about: '$about' }, facts }, []).text).toBe(
      `{
  "about": {
    "9": 2,
    "10": 1,
    "A": null,
    "a": "é",
    "b": [
      {
        "c": 2,
        "d": 1
      }
    ]
  },
  "z": 1
}
`,
    )
  })

  it('C-59 has a map whose bytes are the JSON string of the text of each section, with its lines', () => {
    const text = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.string(), (texts, about) => {
        const sections = texts.map((lines, i) => sectionOf(`s${i}`, linesOf(...lines.map(oneLine))))
        const documents = sections.map(({ lines }) => ({ text: lines.map((line) => line.text).join('\n') }))
        const rendered = renderBundle({ template, facts: { documents, about } }, sections)
        const bytes = bytesOf(rendered.text)
        expect(rendered.map.map(({ section }) => section)).toEqual(sections.map(({ id }) => id))
        let last = 0
        for (const [i, { start, end, lines }] of rendered.map.entries()) {
          expect(JSON.parse(bytes.subarray(start, end).toString())).toBe(documents[i]!.text)
          expect(start).toBeGreaterThanOrEqual(last)
          expect(lines).toEqual([1, sections[i]!.lines.length])
          last = end
        }
      }),
    )
  })
})

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ')
}
