import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from './outline.ts'

const text = (...lines: string[]) => lines.join('\n')
const headings = (source: string) =>
  outlineMarkdown(source)
    .blocks.filter((block) => block.kind === 'heading')
    .map(({ level, text, start, end }) => [level, text, start, end])

describe('headings', () => {
  it.each([
    [
      'ATX',
      text('# One', 'x', '###### Six'),
      [
        [1, 'One', 0, 1],
        [6, 'Six', 2, 3],
      ],
    ],
    ['closed ATX', '## Two ##', [[2, 'Two', 0, 1]]],
    ['ATX with a hash in it', '# C# and F#', [[1, 'C# and F#', 0, 1]]],
    ['an empty one', '#', [[1, '', 0, 1]]],
    [
      'setext',
      text('One', '===', '', 'Two', '---'),
      [
        [1, 'One', 0, 2],
        [2, 'Two', 3, 5],
      ],
    ],
    ['setext over several lines', text('One', 'more', '==='), [[1, 'One more', 0, 3]]],
    ['decorated', '## **Bold** `code` [link](http://x) __b__', [[2, 'Bold code link b', 0, 1]]],
    ['indented by three', '   # One', [[1, 'One', 0, 1]]],
  ])('are found: %s', (_, source, expected) => {
    expect(headings(source)).toEqual(expected)
  })

  it.each([
    ['in a fence', text('```', '# no', '```')],
    ['in a fence of tildes', text('~~~ sh', '# no', '~~~')],
    ['in a fence that is never closed', text('```', '# no', '', '## no')],
    ['in a longer fence', text('````', '```', '# no', '```', '````')],
    ['in an indented block', text('x', '', '    # no')],
    ['in a quote', '> # no'],
    ['in a list', '- # no'],
    ['without a space', '#no'],
    ['with seven marks', '####### no'],
    ['escaped', '\\# no'],
    ['in front matter', text('---', '# no', 'a: b', '---')],
    ['in a comment', text('<!--', '# no', '-->')],
  ])('are not seen %s', (_, source) => expect(headings(source)).toEqual([]))
})

describe('fields', () => {
  const fields = (source: string) =>
    outlineMarkdown(source).fields.map(({ key, value, line }) => [key, value, line])

  it.each([
    ['Status: Complete', [['Status', 'Complete', 0]]],
    ['Status:', [['Status', '', 0]]],
    ['**Status:** Complete', [['Status', 'Complete', 0]]],
    ['**Status**: Complete', [['Status', 'Complete', 0]]],
    ['__Status:__ Complete', [['Status', 'Complete', 0]]],
    ['**next_action:** go', [['next_action', 'go', 0]]],
    ['**Status:** `done` **now**', [['Status', 'done now', 0]]],
    [
      text('intro', 'Type: research', 'Next Action: [plan](p.md)'),
      [
        ['Type', 'research', 1],
        ['Next Action', 'plan', 2],
      ],
    ],
    ['Größe: 3', [['Größe', '3', 0]]],
    ['see http://example.com', []],
    ['12:30 lunch', []],
    ['This is a long sentence with words: and more', []],
    ['**bold** text: x', []],
    ['**not closed: x', []],
    [text('```', 'Status: no', '```'), []],
    ['> Status: no', []],
    [
      text('- **Decisions:** two', '- plain: no', '  * __Deep__: three'),
      [
        ['Decisions', 'two', 0],
        ['Deep', 'three', 2],
      ],
    ],
  ])('are read from %j', (source, expected) => expect(fields(source)).toEqual(expected))

  it('come from tables of two columns, and from no other', () => {
    const two = text(
      '',
      '| **Status** | Accepted |',
      '| --- | --- |',
      '| `Date` | 2026-01-02 |',
      '| | empty |',
    )
    expect(fields(two)).toEqual([
      ['Status', 'Accepted', 1],
      ['Date', '2026-01-02', 3],
    ])
    expect(fields(text('| a | b | c |', '|---|---|---|', '| 1 | 2 | 3 |'))).toEqual([])
    expect(fields(text('| a |', '|---|', '| 1 |'))).toEqual([])
  })

  it('know the block that holds them', () => {
    const { fields, blocks } = outlineMarkdown(
      text('---', 'a: 1', '---', '# T', '', 'B: 2', '', '- **C:** 3'),
    )
    expect(fields.map(({ key, block }) => [key, block === -1 ? 'front' : blocks[block]?.kind])).toEqual([
      ['a', 'front'],
      ['B', 'paragraph'],
      ['C', 'list'],
    ])
  })
})

describe('front matter', () => {
  const front = (...lines: string[]) => outlineMarkdown(text('---', ...lines, '---', '# Title', ''))
  const fields = (...lines: string[]) =>
    front(...lines).fields.map(({ key, value, items, line }) => [key, value, items, line])

  it.each<[string[], unknown[]]>([
    [['status: active'], [['status', 'active', [], 1]]],
    [['a:', '  b:', '    c: deep'], [['a.b.c', 'deep', [], 3]]],
    [
      ['a:', '  name: x', 'b:', '  name: y'],
      [
        ['a.name', 'x', [], 2],
        ['b.name', 'y', [], 4],
      ],
    ],
    [['list:', '  - one', '  - 2.0', '  - [no]', '  - ~'], [['list', '', ['one', '2.0'], 1]]],
    [
      ['list: [a, b]', '"quoted key": v'],
      [
        ['list', '', ['a', 'b'], 1],
        ['quoted key', 'v', [], 2],
      ],
    ],
    [
      ['ended: null', 'empty:'],
      [
        ['ended', '', [], 1],
        ['empty', '', [], 2],
      ],
    ],
    [
      ['version: 1.10', 'number: 007', 'yes: True'],
      [
        ['version', '1.10', [], 1],
        ['number', '007', [], 2],
        ['yes', 'True', [], 3],
      ],
    ],
    [
      ['date: 2026-01-02', 'at: 2026-01-02T10:30:00Z'],
      [
        ['date', '2026-01-02', [], 1],
        ['at', '2026-01-02T10:30:00Z', [], 2],
      ],
    ],
    [['text: |', '  one', '', '  two'], [['text', 'one two', [], 1]]],
    [
      ['twice: 1', 'twice: 2'],
      [
        ['twice', '1', [], 1],
        ['twice', '2', [], 2],
      ],
    ],
    [
      ['x: &a hello', 'y: *a'],
      [
        ['x', 'hello', [], 1],
        ['y', 'hello', [], 2],
      ],
    ],
    [
      ['a: [1', 'Status: fine'],
      [
        ['a', '[1', [], 1],
        ['Status', 'fine', [], 2],
      ],
    ],
    [['- a', '- b'], []],
    [[], []],
  ])('is read from %j', (lines, expected) => expect(fields(...lines)).toEqual(expected))

  it('keeps the line numbers of the body', () => {
    const { bodyStart, blocks } = front('a: 1', 'b: 2')
    expect([bodyStart, blocks[0]?.start]).toEqual([4, 4])
  })

  it.each([
    ['spaces behind its marks', text('---  ', 'a: 1', '--- ', 'x'), 3],
    ['dots at its end', text('---', 'a: 1', '...', 'x'), 3],
    ['no end', text('---', 'a: 1', '# Title'), 0],
    ['something before it', text('', '---', 'a: 1', '---'), 0],
    ['four dashes', text('----', 'a: 1', '----'), 0],
  ])('with %s', (_, source, bodyStart) => expect(outlineMarkdown(source).bodyStart).toBe(bodyStart))

  it('that is huge gives no fields and hides nothing else', () => {
    const { fields, blocks } = front(...Array.from({ length: 9000 }, (_, i) => `key${i}: v`))
    expect([fields.length, blocks.length]).toEqual([0, 1])
  })
})

describe('YAML in a fence', () => {
  const fields = (source: string) =>
    outlineMarkdown(source).fields.map(({ key, value, line }) => [key, value, line])

  it.each([
    [text('# P', '```yaml', 'communication:', '  tone: dry', '```'), [['communication.tone', 'dry', 3]]],
    [text('~~~yml', 'a: 1', '~~~'), [['a', '1', 1]]],
    [text('```YAML title', 'a: 1', '```'), [['a', '1', 1]]],
    [
      text('```yaml', 'a: 1', 'b: 2'),
      [
        ['a', '1', 1],
        ['b', '2', 2],
      ],
    ],
    [text('```yaml', '```'), []],
    [text('```json', '{"a": 1}', '```'), []],
    [text('```yamlish', 'a: 1', '```'), []],
  ])('%j', (source, expected) => expect(fields(source)).toEqual(expected))
})
