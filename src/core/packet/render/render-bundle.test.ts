import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderBundle } from './render-bundle.ts'
import { makeLines, makeSection } from './render-packet-text.fixture.ts'

const template = { files: { $each: '$documents', $as: { excerpt: '$excerpt', a: 1 } }, about: '$about' }
const bytesOf = (text: string) => Buffer.from(text)

describe('a bundle', () => {
  it('C-24 C-54 is one JSON document with sorted keys, two spaces and one newline at its end', () => {
    const facts = { about: { b: [{ d: 1, c: 2 }], A: null, a: 'é', '10': 1, '9': 2 }, documents: [] }
    expect(renderBundle({ template: { z: 1, about: '$about' }, facts }, []).text).toBe(
      `{
  "about": {
    "10": 1,
    "9": 2,
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
        const sections = texts.map((lines, i) => makeSection(`s${i}`, makeLines(...lines.map(oneLine))))
        const documents = sections.map(({ lines }) => ({
          text: lines.map((line) => line.text).join('\n'),
          excerpt: '',
        }))
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

  it('C-59 maps the excerpt of a document, not the same words that stand elsewhere', () => {
    const sections = [makeSection('s', makeLines('x')), makeSection('t', makeLines('x'))]
    const facts = { about: 'x', documents: [{ path: 'x' }, { path: 'x' }] }
    const { text, map } = renderBundle({ template, facts }, sections)
    const places = map.map(({ start, end, section }) => [section, text.slice(start - 11, end)])
    expect(places).toEqual([
      ['s', '"excerpt": "x"'],
      ['t', '"excerpt": "x"'],
    ])
    expect(map[0]!.end).toBeLessThan(map[1]!.start)
  })

  it('C-24 is written as JSON.stringify writes', () => {
    const value = fc.jsonValue({ maxDepth: 4 })
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), value), (about) => {
        // An object of JavaScript puts keys that are numbers first, whatever the text says.
        fc.pre(!/"\d+":/.test(JSON.stringify(about)))
        const { text } = renderBundle({ template: { about: '$about' }, facts: { about } }, [])
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ about })))
        expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
      }),
    )
  })
})

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]/g, ' ')
}
