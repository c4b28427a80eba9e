import { expect, it } from 'vitest'
import { parseCheckedReducer, parseReducer, reducerForms } from './reducer.ts'

it.each([
  ['full', 'full', [], []],
  ['full()', 'full', [], []],
  ['  drop ', 'drop', [], []],
  ['head(0)', 'head', [0], []],
  ['head( 150 )', 'head', [150], []],
  ['head-tail(150, 100)', 'head-tail', [150, 100], []],
  ['head-tail(150,100)', 'head-tail', [150, 100], []],
  ['headings(header, Next Action)', 'headings', [], ['header', 'Next Action']],
  ['headings(A (b))', 'headings', [], ['A (b)']],
])('reads %j', (text, name, amounts, labels) => {
  expect(parseReducer(text)).toEqual({ name, amounts, labels })
  expect(parseCheckedReducer(text)).toEqual({ name, amounts, labels })
})

it.each([
  ['', 'unknown reducer ""; known: full, headings, head'],
  ['haed(3)', 'unknown reducer "haed(3)"'],
  ['Full', 'unknown reducer "Full"'],
  ['constructor', 'unknown reducer "constructor"'],
  ['head 3', 'unknown reducer "head 3"'],
  ['full(3)', 'full takes no arguments'],
  ['head', 'head takes 1 whole number'],
  ['head(1, 2)', 'head takes 1 whole number'],
  ['head(-1)', 'head takes 1 whole number'],
  ['head(1.5)', 'head takes 1 whole number'],
  ['head(1e3)', 'head takes 1 whole number'],
  ['head(0x10)', 'head takes 1 whole number'],
  ['head(ten)', 'head takes 1 whole number'],
  ['head-tail(100)', 'head-tail takes 2 whole numbers'],
  ['headings', 'headings needs the labels to keep'],
  ['headings( , )', 'headings needs the labels to keep'],
])('says what is wrong with %j', (text, message) => {
  expect(parseReducer(text)).toContain(message)
  expect(() => parseCheckedReducer(text)).toThrow(message)
})

it('describes every reducer in a sentence', () => {
  for (const [name, { about }] of Object.entries(reducerForms)) expect(about, name).toMatch(/^[A-Z].*\.$/)
})
