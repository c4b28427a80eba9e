import { expect, it } from 'vitest'
import { scanDocument } from './scan-document.ts'

it('takes no line of a code fence for a heading, though a rule stands below it', () => {
  expect(scanDocument('a.md', '~~~\n~~~\n---\n\nText\n----\n').headings).toEqual([{ line: 4, text: 'Text' }])
})
