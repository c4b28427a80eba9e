import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import { joinLines } from '../values/index.ts'
import { getField, getTitle } from './get-field.ts'
import { shapeDocument } from './shape-document.ts'

function documentOf(text: string) {
  const lines = text.split('\n').map((line, i) => ({ text: line, at: i + 1 }))
  return { lines, outline: outlineMarkdown(text), date: null }
}

describe('the fields of a document', () => {
  it.each([
    [
      'a metadata table',
      '# X\n\n| | |\n|---|---|\n| **Status** | Accepted |\n| **Date** | 2026-01-20 |\n',
      'Accepted',
    ],
    ['a table with a head', '# X\n\n| Field | Value |\n|---|---|\n| Status | Accepted |\n', 'Accepted'],
    ['front matter', '---\nstatus: accepted\n---\n# X\n', 'accepted'],
    ['a bold key', '# X\n\n**Status:** Accepted\n', 'Accepted'],
    ['a bold key in a list', '# X\n\n- **Status**: Accepted\n- **Date**: 2026-01-20\n', 'Accepted'],
    ['a plain key in a list below the title', '# X\n\n* Status: accepted\n* Date: 2026-01-20\n', 'accepted'],
    ['columns', '# X\n\n| Status | Date |\n|---|---|\n| Accepted | 2026-01-20 |\n', 'Accepted'],
    ['a plain key', '# X\n\nStatus: Accepted\n', 'Accepted'],
    ['a heading', '# X\n\n## Status\n\nAccepted\n\nSuperseded by nothing\n', 'Accepted'],
    ['a heading with a list', '# X\n\n## Status\n\n- Accepted\n', 'Accepted'],
    ['the top before a part', '# X\n\n**Status**: Draft\n\n## Status\n\nAccepted\n', 'Draft'],
    ['nobody, but a list of other things', '# X\n\nTwo:\n\n- Status: a word\n- Date: another\n', null],
    [
      'nobody, but a table further down',
      '# X\n\n## Tasks\n\n| Task | Status |\n|---|---|\n| One | done |\n',
      null,
    ],
    ['nobody', '# X\n\nThe status is accepted.\n', null],
    ['a code fence of another language', '# X\n\n```js\nstatus: accepted\n```\n', null],
    ['nothing', '', null],
  ])('by %s', (_, text, expected) => {
    expect(getField(documentOf(text), ['status'])).toBe(expected)
  })

  it.each([
    ['its heading', '# ADR 5: One\n', 'ADR 5: One'],
    ['its front matter, without a heading', '---\ntitle: Five\n---\ntext\n', 'Five'],
    [
      'its front matter, where the first heading is that of a part',
      '---\ntitle: Five\n---\n## Decision\n',
      'Five',
    ],
    ['its heading, where the front matter has another title', '---\ntitle: Five\n---\n# ADR 5\n', 'ADR 5'],
    ['nothing', 'text\n', null],
  ])('it is called by %s', (_, text, expected) => {
    expect(getTitle(documentOf(text))).toBe(expected)
  })
})

describe('M-X4 the digest of a document is one line', () => {
  const digest = (text: string) =>
    joinLines(shapeDocument(documentOf(text), { digest: ['decision', 'summary', '$lead'] }, 's').lines)
  it.each([
    ['title and decision', '# T\n\n## Decision\n\nWe do it.\n', '- T: We do it.'],
    ['a decision on two lines', '# T\n\n## Decision\n\nWe do\nit.\n\nMore.\n', '- T: We do it.'],
    ['a decision in a list', '# T\n\n## Decision\n\n1. First\n2. Second\n', '- T: First'],
    ['a heading with a number', '# T\n\n## 3. Decision\n\nWe do it.\n', '- T: We do it.'],
    ['the summary, where there is no decision', '# T\n\n## Summary\n\nSum.\n', '- T: Sum.'],
    ['the first paragraph, where there is neither', '# T\n\nLead.\n\nMore.\n', '- T: Lead.'],
    ['the title alone', '# T\n', '- T'],
    ['the first paragraph alone', 'Lead.\n', '- Lead.'],
    ['nothing', '', ''],
    [
      'the first sentence of a long one',
      `# T\n\n## Decision\n\nShort. ${'Long '.repeat(60)}.\n`,
      '- T: Short.',
    ],
    ['a decision that is empty', '# T\n\n## Decision\n\n## Summary\n\nSum.\n', '- T: Sum.'],
  ])('%s', (_, text, expected) => {
    expect(digest(text)).toBe(expected)
  })
})
