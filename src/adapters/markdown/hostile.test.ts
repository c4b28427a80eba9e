import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from './outline.ts'

const text = (...lines: string[]) => lines.join('\n')

describe('fences', () => {
  it.each([
    ['at the top', text('a', '```js', 'x', '```', 'b'), [{ start: 1, end: 4, close: '```', closed: true }]],
    [
      'of tildes, longer',
      text('~~~~', 'x', '~~~', '~~~~~'),
      [{ start: 0, end: 4, close: '~~~~', closed: true }],
    ],
    ['that are empty', text('```', '```'), [{ start: 0, end: 2, close: '```', closed: true }]],
    ['left open', text('```', 'x', 'y'), [{ start: 0, end: 3, close: '```', closed: false }]],
    ['left open on the last line', '```', [{ start: 0, end: 1, close: '```', closed: false }]],
    [
      'with an indented mark as content',
      text('```', 'x', '    ```'),
      [{ start: 0, end: 3, close: '```', closed: false }],
    ],
    [
      'with a quoted mark as content',
      text('```', '> ```'),
      [{ start: 0, end: 2, close: '```', closed: false }],
    ],
    ['indented', text('  ```', 'x', '  ```'), [{ start: 0, end: 3, close: '  ```', closed: true }]],
    ['in a list', text('- ```js', '  x', '  ```'), [{ start: 0, end: 3, close: '  ```', closed: true }]],
    [
      'in a numbered list',
      text('1. a', '', '   ```', '   x', '   ```'),
      [{ start: 2, end: 5, close: '   ```', closed: true }],
    ],
    ['in a quote', text('> ```', '> x', '> ```'), [{ start: 0, end: 3, close: '> ```', closed: true }]],
    [
      'left open in a quote',
      text('> ```', '> x', '', 'out'),
      [{ start: 0, end: 2, close: '> ```', closed: false }],
    ],
    [
      'left open in a list',
      text('- ```', '  x', '', 'out'),
      [{ start: 0, end: 3, close: '  ```', closed: false }],
    ],
    [
      'in a list in a quote',
      text('> - ```', '>   x', '>   ```'),
      [{ start: 0, end: 3, close: '>   ```', closed: true }],
    ],
    [
      'behind front matter',
      text('---', 'a: 1', '---', '```', '```'),
      [{ start: 3, end: 5, close: '```', closed: true }],
    ],
    ['that are none', text('`` `` ```x```', '    ```'), []],
  ])('%s', (_, source, expected) => expect(outlineMarkdown(source).fences).toEqual(expected))
})

describe('a document of a stranger', () => {
  const fragment = fc.constantFrom(
    '# H',
    '## **B** ##',
    '===',
    '---',
    '...',
    '```',
    '````',
    '~~~',
    '```yaml',
    '> ',
    '>> ',
    '- ',
    '  - ',
    '1. ',
    '    ',
    '\t',
    'key: value',
    '**Key:** v',
    '__K__: v',
    '| a | b |',
    '|---|---|',
    '<!--',
    '-->',
    '<div>',
    '[a]: b',
    '',
    ' ',
    'x',
    '*',
    '_',
    '&a',
    '*a',
    '{',
    '[',
    '"',
    '\\',
    '\u0000',
    '\u2028',
    '\ufeff',
    '😀',
    '\ud800',
    '%TAG',
  )
  const line = fc.array(fragment, { maxLength: 4 }).map((parts) => parts.join(''))
  const document = fc.array(line, { maxLength: 15 }).map((lines) => lines.join('\n'))

  it('never throws, and every line number lies in the text', () => {
    fc.assert(
      fc.property(document, (source) => {
        const outline = outlineMarkdown(source)
        const count = source.split('\n').length
        expect(outline.bodyStart).toBeLessThanOrEqual(count)
        for (const { start, end } of [...outline.blocks, ...outline.fences]) {
          expect(start).toBeGreaterThanOrEqual(outline.bodyStart)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(count)
        }
        for (const { line, block } of outline.fields) {
          const home = outline.blocks[block] ?? { start: 0, end: outline.bodyStart }
          expect(line).toBeGreaterThanOrEqual(home.start)
          expect(line).toBeLessThan(home.end)
        }
      }),
      { numRuns: 1500 },
    )
  })

  it('has blocks in order that do not overlap', () => {
    fc.assert(
      fc.property(document, (source) => {
        let last = 0
        for (const { start, end } of outlineMarkdown(source).blocks) {
          expect(start).toBeGreaterThanOrEqual(last)
          last = end
        }
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same outline without its last line end', () => {
    fc.assert(
      fc.property(document, (source) => {
        fc.pre(!source.endsWith('\n'))
        const fences = outlineMarkdown(source).fences.filter((fence) => fence.closed)
        expect(outlineMarkdown(`${source}\n`).fences.filter((fence) => fence.closed)).toEqual(fences)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['brackets', `# ${'['.repeat(100_000)}`],
    ['links', `# ${'[a]('.repeat(30_000)}`],
    ['marks of emphasis', `# ${'**a __b `c '.repeat(10_000)}`],
    ['spaces', `# a${' '.repeat(100_000)}b`],
    ['a long key', `${'a'.repeat(100_000)}: b`],
    ['bold that never ends', `**${'a '.repeat(50_000)}`],
    ['spaces in YAML', `---\na: "x${' '.repeat(50_000)}y"\n---\n`],
    ['quotes in quotes', '> '.repeat(50_000)],
    ['lists in lists', '- '.repeat(50_000)],
    ['deep YAML', `---\na: ${'['.repeat(5000)}\n---\n`],
    [
      'aliases that multiply',
      `---\na: &a [x]\n${[...'bcdefgh'].map((k, i) => `${k}: &${k} {${Array.from({ length: 9 }, (_, j) => `k${j}: *${'abcdefg'[i]}`)}}`).join('\n')}\n---\n`,
    ],
    ['many paragraphs', 'para\n\n'.repeat(20_000)],
    ['many tables', '| a | b |\n|---|---|\n| c | d |\n\n'.repeat(2000)],
    ['a wide table', `|${'a|'.repeat(5000)}\n|${'-|'.repeat(5000)}\n`],
  ])('made of %s does not hold anybody up', (_, source) => {
    expect(outlineMarkdown(source).bodyStart).toBeGreaterThanOrEqual(0)
  })
})
