import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseWordSet } from './word-set.ts'

const words = `
  alpha alphabet beta
  bet gamma-ray x
`
const expected = new Set(['alpha', 'alphabet', 'beta', 'bet', 'gamma-ray', 'x'])
const asked = [
  ...expected,
  'alp',
  'lpha',
  'eta',
  'gamma',
  'ray',
  '',
  ' ',
  'alpha alphabet',
  'bet gamma-ray',
  'beta\n  bet',
  '\n',
]

it('has its words and nothing else, whether asked once or often', () => {
  const list = parseWordSet(words)
  for (let round = 0; round < 20; round++) {
    for (const word of asked) expect([word, list.has(word)]).toEqual([word, expected.has(word)])
  }
})

it('answers as a set does', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ab'), minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.array(word), (held, questions) => {
      const list = parseWordSet(held.join(' '))
      expect(questions.map((question) => list.has(question))).toEqual(
        questions.map((question) => held.includes(question)),
      )
    }),
  )
})
