import { expect, it } from 'vitest'
import { joinLines } from '../values/index.ts'
import { cleanLines } from './clean-lines.ts'

const clean = (text: string) =>
  joinLines(cleanLines(text.split('\n').map((line, i) => ({ text: line, at: i + 1 }))))

it.each([
  ['a badge', '[![ci](https://x.test/badge.svg)](https://x.test)\n\nWords.', 'Words.'],
  ['an image beside words', 'See ![logo](a.png) here.', 'See  here.'],
  ['HTML around words', '<p align="center"><b>Kestrel</b></p>', 'Kestrel'],
  ['a table of contents', '- [One](#one)\n  - [Two](#two)\n\nText', 'Text'],
  [
    'a list of sponsors',
    '# A\n\n## Sponsors\n\nUs\n\n### Gold\n\nThem\n\n## Use\n\nText',
    '# A\n\n## Use\n\nText',
  ],
  ['link definitions', 'Text [a][b]\n\n[b]: https://x.test', 'Text [a][b]'],
  ['an image of reStructuredText', '.. image:: x.svg\n\nText', 'Text'],
])('removes %s', (_, text, expected) => {
  expect(clean(text)).toBe(expected)
})

it('leaves code and comparisons alone', () => {
  const text = '```html\n<img src="x">\n## Sponsors\n```\n\nUse it if a < b.'
  expect(clean(text)).toBe(text)
})
