import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import { joinLines } from '../values/index.ts'
import { markFences } from './fences.ts'
import { shapeDocument } from './shape-document.ts'

function tasks(text: string): string {
  const outline = outlineMarkdown(text)
  const lines = markFences(
    text.split('\n').map((line, i) => ({ text: line, at: i + 1 })),
    outline,
  )
  return joinLines(shapeDocument({ lines, outline, date: null }, 'tasks', 'tasks').lines)
}

describe('M-35 open tasks', () => {
  it.each([
    ['a list', '# Plan\n\n- [x] a\n- [ ] b\n', 'Plan: 1 of 2 done\n- [ ] b'],
    ['other bullets', '* [ ] a\n+ [X] b\n', 'Tasks: 1 of 2 done\n* [ ] a'],
    ['numbers', '1. [ ] a\n2) [ ] b\n', 'Tasks: 0 of 2 done\n1. [ ] a\n2) [ ] b'],
    [
      'boxes below boxes, also below one that is done',
      '- [x] a\n  - [ ] b\n    - [ ] c\n',
      'Tasks: 1 of 3 done\n  - [ ] b\n    - [ ] c',
    ],
    [
      'the heading they stand under, once',
      '# P\n\n## A\n\n- [ ] a\n- [ ] b\n\n## B\n\n- [x] c\n\n## C\n\n- [ ] d\n',
      'P: 1 of 4 done\n### A\n- [ ] a\n- [ ] b\n### C\n- [ ] d',
    ],
    ['all done', '# P\n\n- [x] a\n', 'P: 1 of 1 done'],
    ['a code fence, whose boxes are none', '- [ ] a\n\n```\n- [ ] b\n```\n', 'Tasks: 0 of 1 done\n- [ ] a'],
    ['an open fence', '- [ ] a\n\n~~~md\n- [ ] b\n', 'Tasks: 0 of 1 done\n- [ ] a'],
    ['a comment, whose boxes are none', '- [ ] a\n\n<!--\n- [ ] b\n-->\n', 'Tasks: 0 of 1 done\n- [ ] a'],
    ['no box at all', '# P\n\n- a\n- [-] b\n- [] c\n- [ ]d\ntext [ ] e\n', ''],
    ['nothing', '', ''],
  ])('are read from %s', (_, text, expected) => {
    expect(tasks(text)).toBe(expected)
  })

  it('say nothing that the document does not say: each line knows where it stood', () => {
    const text = '# P\n\n## A\n\n- [ ] a\n'
    const outline = outlineMarkdown(text)
    const lines = text.split('\n').map((line, i) => ({ text: line, at: i + 1 }))
    const shaped = shapeDocument({ lines, outline, date: null }, 'tasks', 'tasks').lines
    expect(shaped.map(({ at }) => at)).toEqual([1, 3, 5])
  })
})
