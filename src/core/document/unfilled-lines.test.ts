import { expect, it } from 'vitest'
import { dropUnfilledLines } from './unfilled-lines.ts'

const drop = (...texts: string[]) => dropUnfilledLines(texts.map((text, i) => ({ text, at: i + 1 })))

it.each([
  'Operator: Your name',
  '**Owner:** TBD',
  '- Goal: [describe the goal]',
  'Contact: <your address>',
  '### I. [PRINCIPLE_1_NAME]',
  'TODO',
  '- TBD.',
])('takes %j for a placeholder', (text) => {
  expect(drop('Kept.', text)).toEqual({ lines: [{ text: 'Kept.', at: 1 }], unfilled: [2] })
})

it.each([
  'TODO: mend the parser before the release',
  'Set `TOKEN_NAME` in your environment.',
  'See [SECURITY_POLICY](SECURITY.md).',
  'Status: done',
])('takes %j for content', (text) => {
  expect(drop(text).unfilled).toEqual([])
})

it('leaves code alone', () => {
  const line = { text: 'name: TODO', at: 1, fence: '```' }
  expect(dropUnfilledLines([line]).lines).toEqual([line])
})
