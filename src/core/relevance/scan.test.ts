import { expect, it } from 'vitest'
import { scan } from './scan.ts'

it('takes no line of a code fence for a heading, though a rule stands below it', () => {
  expect(scan('a.md', '~~~\n~~~\n---\n\nText\n----\n').headings).toEqual([{ line: 4, text: 'Text' }])
})
