import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import type { FieldRule, Shape } from '../manifest/index.ts'
import { joinLines } from '../values/index.ts'
import { findOwnDate } from './document-date.ts'
import { markFences } from './fences.ts'
import { shapeDocument } from './shape-document.ts'

function shape(text: string, given: Shape, date: string | null = null) {
  const outline = outlineMarkdown(text)
  const lines = markFences(
    text.split('\n').map((line, i) => ({ text: line, at: i + 1 })),
    outline,
  )
  const { lines: shaped, diagnostics } = shapeDocument({ lines, outline, date }, given, 'section')
  return { text: joinLines(shaped), lines: shaped, codes: diagnostics.map((diagnostic) => diagnostic.code) }
}

const field = (label: string, from: string[], rest: Partial<FieldRule> = {}): FieldRule => ({
  label,
  from,
  as: 'line',
  take: 'first',
  ...rest,
})
const fields = (...rules: FieldRule[]): Shape => ({ fields: rules, rest: 'drop', otherwise: 'drop' })
const keeping = (...rules: FieldRule[]): Shape => ({ fields: rules, rest: 'keep', otherwise: 'raw' })

describe('a field', () => {
  const purpose = fields(field('Purpose', ['purpose', 'mission', '$lead']))
  it.each([
    ['a key line', 'Purpose: to sell\n'],
    ['a key line in lower case', 'purpose: to sell\n'],
    ['a bold key with the colon inside', '**Purpose:** to sell\n'],
    ['a bold key with the colon outside', '**Purpose**: to sell\n'],
    ['front matter', '---\npurpose: to sell\n---\n\n# X\n'],
    ['a two-column table', '# X\n\n| | |\n|---|---|\n| **Purpose** | to sell |\n'],
    ['a heading with a paragraph', '# X\n\n## Purpose\n\nto sell\n'],
    ['a heading with a list', '# X\n\n## PURPOSE\n\n- to sell\n- to buy\n'],
    ['a heading underlined', 'Purpose\n-------\n\nto sell\n'],
    ['a fenced YAML block', '# X\n\n```yaml\npurpose: to sell\n```\n'],
    ['another of its names', '# X\n\n## Mission\n\nto sell\n'],
    ['a heading with a number', '# X\n\n## 2.1 Purpose\n\nto sell\n'],
    ['a heading with a sign', '# X\n\n## 🎯 Purpose:\n\nto sell\n'],
    ['a heading with more behind a colon', '# X\n\n## Purpose: in short\n\nto sell\n'],
    [
      'the first paragraph that is no badge and no metadata',
      '# X\n\n[![b](c)](d)\n\nStatus: live\n\nto sell\n\nmore\n',
    ],
  ])('is found in %s', (_, text) => {
    expect(shape(text, purpose).text).toBe('Purpose: to sell')
  })

  it.each([
    ['a comment in a code block', '# X\n\n```sh\n## Purpose\necho to sell\n```\n'],
    ['a key in a code block that is no YAML', '# X\n\n```text\nPurpose: to sell\n```\n'],
    ['a word inside a sentence', '# X\n\n> nothing\n\nThe Purpose, if any: to sell is not here.\n'],
  ])('is not found in %s', (_, text) => {
    const strict = fields(field('Purpose', ['purpose']))
    expect(shape(text, strict)).toMatchObject({ text: '', codes: ['no-fields'] })
  })

  it('takes the canonical spelling of a value, whatever its case, and warns of others', () => {
    const status = fields(
      field('Status', ['status'], { values: { complete: ['completed', 'done'], open: [] } }),
    )
    expect(shape('Status: DONE\n', status)).toMatchObject({ text: 'Status: complete', codes: [] })
    expect(shape('Status: Completed, shipped\n', status)).toMatchObject({
      text: 'Status: complete',
      codes: [],
    })
    expect(shape('Status: odd\n', status)).toMatchObject({ text: 'Status: odd', codes: ['unknown-value'] })
  })

  it('as a date keeps the day only, and can come from the document itself', () => {
    const last = fields(field('Last', ['ended', '$date'], { as: 'date' }))
    expect(shape('ended: 2026-01-05T10:30:00Z\n', last).text).toBe('Last: 2026-01-05')
    expect(shape('ended: null\n\ntext\n', last, '2026-02-03').text).toBe('Last: 2026-02-03')
  })

  it('as a list keeps its items word for word, under a label, a heading or from front matter', () => {
    const list = fields(field('Rules', ['rules'], { as: 'list' }))
    const expected = 'Rules:\n- one: **bold**\n- two'
    expect(shape('Rules:\n- one: **bold**\n- two\n\nOther:\n- three\n', list).text).toBe(expected)
    expect(shape('## Rules\n\n- one: **bold**\n- two\n\n## Other\n\n- three\n', list).text).toBe(expected)
    expect(shape('---\nrules:\n  - "one: **bold**"\n  - two\n---\n', list).text).toBe(expected)
  })

  it('can be looked for below the heading that another one took, and passes over headings that say they are done', () => {
    const text =
      '## Phase 1: Base ✅\n\n**Goal**: first\n\n## Phase 2: Shop\n\n**Goal**: second\n\n## Phase 3: More\n\n**Goal**: third\n'
    const rules = fields(
      field('Phase', ['$heading(Phase *)'], { unless: ['✅'] }),
      field('Goal', ['goal'], { within: 'Phase' }),
    )
    expect(shape(text, rules).text).toBe('Phase: Phase 2: Shop\nGoal: second')
  })

  it('Z-34 can be put together from all of its names', () => {
    const style = fields(field('Style', ['style', 'talk.tone', 'talk.format'], { take: 'all' }))
    expect(shape('```yaml\ntalk:\n  tone: direct\n  format: BLUF\n```\n', style).text).toBe(
      'Style: direct, BLUF',
    )
    expect(shape('Style: brief\n', style).text).toBe('Style: brief')
  })

  it('can depend on a heading being there', () => {
    const rules = fields(field('Status', ['$if(Session End*, complete)', 'status']))
    expect(shape('Status: open\n\n## Session End: 12:00\n', rules).text).toBe('Status: complete')
    expect(shape('Status: open\n', rules).text).toBe('Status: open')
  })

  it('knows the line it stood on', () => {
    const { lines } = shape('# X\n\n\nPurpose: to sell\n', purpose)
    expect(lines.map((line) => line.at)).toEqual([4])
  })
})

describe('a document that is kept whole', () => {
  const journal = keeping(
    field('Status', ['status']),
    field('Done', ['done', 'actions taken'], { as: 'block' }),
    field('Next', ['next', 'next steps'], { as: 'block' }),
  )

  it('has one-line fields first and the rest in its own order under canonical labels', () => {
    const text =
      '# Title\n\n**Status:** open\n\nIntro.\n\n## Actions Taken\n\n- a\n\n## Notes\n\nSome.\n\n## Next Steps\n\n1. b\n2. c\n'
    const { text: shaped, lines } = shape(text, journal)
    expect(shaped).toBe('Status: open\nTitle: Intro.\n\nDone:\n- a\n\nNotes: Some.\n\nNext:\n1. b\n2. c')
    expect([...new Set(lines.map((line) => line.label))]).toEqual(['header', 'Done', 'Notes', 'Next'])
  })

  it('renames only the part that the field took', () => {
    const text = '## Done\n\n- a\n\n## Actions Taken\n\n- b\n'
    expect(shape(text, journal).text).toBe('Done:\n- a\n\nActions Taken:\n- b')
  })

  it('leaves tables and code blocks in one piece, whatever they hold', () => {
    const text = '## Done\n\n```yaml\nnext:\nstatus: no\n```\n\n| Next | |\n|---|---|\n| a | b |\n'
    expect(shape(text, journal).text).toContain('```yaml\nnext:\n')
    expect(shape(text, journal).text).toContain('| Next | |\n|---|---|\n| a | b |')
  })

  it('is as it was when no field is found', () => {
    expect(shape('Just text.\n\nMore.\n', journal)).toMatchObject({
      text: 'Just text.\n\nMore.',
      codes: ['no-fields'],
    })
  })
})

describe('places', () => {
  const next = (take: FieldRule['take']) =>
    keeping(field('Next', ['next', 'next steps'], { as: 'block', take }))
  const text = '## A\n\n**Next:** one\n\n## B\n\n**Next:** two\n\n## End\n\n### Next Steps\n\n- three\n'

  it('Z-39 are the first, the last by any name, or all by the name that was found', () => {
    expect(shape(text, next('first')).text).toContain('A:\n\nNext: one')
    expect(shape(text, next('last')).text).toBe(
      'A: **Next:** one\nB: **Next:** two\n\nEnd:\n\nNext:\n- three',
    )
    expect(shape(text, next('all')).text).toContain('Next: one\n\nB:\n\nNext: two')
  })

  it('in a list or in the head of a table belong to what is listed there', () => {
    const rules = fields(field('Name', ['name', '$title']), field('Type', ['type']))
    const listed = '# Shop\n\n## Team\n\n| Name | Role |\n|---|---|\n| Ann | Lead |\n\n- **Type:** person\n'
    expect(shape(listed, rules).text).toBe('Name: Shop')
    expect(shape('- **Type:** venture\n\n# Shop\n', rules).text).toBe('Name: Shop\nType: venture')
  })

  it('below a heading that was taken keep their own headings under its label', () => {
    const { text: shaped, lines } = shape(
      '## Next\n\n### a\n\n- x\n\n### b\n\n- y\n\n## Other\n\nz\n',
      next('first'),
    )
    expect(shaped).toBe('Next:\n\na:\n- x\n\nb:\n- y\n\nOther: z')
    expect(lines.filter((line) => line.label === 'Next').map((line) => line.text)).toContain('- y')
  })

  it('in front matter are said too, and comments are not', () => {
    const given = '---\nnext: go on\n---\n\n<!-- a note\nto writers -->\n\nBody.\n'
    expect(shape(given, next('first')).text).toBe('Next: go on\n\nBody.')
    expect(shape('# X\n\n<!-- note -->\n\ntext\n', 'raw').text).toBe('### X\n\n\ntext')
  })

  it.each([
    ['paragraphs', `Next:\n\n${'a\n\n'.repeat(80_000)}`],
    ['empty headings', '#\n'.repeat(150_000)],
    ['labels', 'a:\n'.repeat(120_000)],
    ['fences of YAML', '```yaml\na: 1\n```\n\nb\n\n'.repeat(15_000)],
  ])('may be very many: %s', (_, given) => {
    expect(() => shape(given, next('all'))).not.toThrow()
  })
})

describe('raw and titles', () => {
  it('raw moves headings below those of the packet and drops front matter', () => {
    expect(shape('---\na: 1\n---\n# One\n\ntext\n\n## Two\n\n```\n# not one\n```\n', 'raw').text).toBe(
      '### One\n\ntext\n\n#### Two\n\n```\n# not one\n```',
    )
  })

  it('titles is one line: what a document is called and how it begins', () => {
    expect(
      shape(
        '# ADR 0005: Single Source\n\n| | |\n|---|---|\n| **Status** | Accepted |\n\nOne place for each fact.\n\nMore.\n',
        'titles',
      ).text,
    ).toBe('- ADR 0005: Single Source: One place for each fact.')
    expect(shape('\n', 'titles').text).toBe('')
  })
})

describe('the date of a document', () => {
  it.each([
    ['its metadata', '---\ndate: 2026-03-04\n---\n', 'a/2026-01-01-x.md', '2026-03-04', 'document'],
    [
      'the end rather than the beginning',
      '---\nstarted: 2026-03-01\nended: 2026-03-04\n---\n',
      'x.md',
      '2026-03-04',
      'document',
    ],
    [
      'a bold key before the first part',
      '# X\n\n**Completed:** 2026-03-04T01:00:00Z\n',
      'x.md',
      '2026-03-04',
      'document',
    ],
    ['its name', '# X\n\n## Part\n\nDate: 2020-01-01\n', 'a/2026-01-01-x.md', '2026-01-01', 'name'],
  ])('comes from %s', (_, text, path, date, basis) => {
    expect(findOwnDate(outlineMarkdown(text), path)).toEqual({ date, basis })
  })

  it('is not made up', () => {
    expect(findOwnDate(outlineMarkdown('---\ndate: soon\n---\n2026-02-31\n'), 'notes.md')).toBeNull()
  })
})
