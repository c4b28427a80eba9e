import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findNearestName } from './nearest-name.ts'

it.each([
  ['secions', ['sections', 'levels'], 'sections'],
  ['haeding', ['heading', 'about'], 'heading'],
  ['HEADING', ['heading'], 'heading'],
  ['sorces', ['sources', 'source'], 'sources'],
  ['cpa', ['cap', 'tier'], 'cap'],
  ['tags', ['tag', 'task_tag'], 'tag'],
  ['exclusions', ['exclude', 'extends'], undefined],
  ['zzz', ['cap', 'tier'], undefined],
  ['', ['a'], 'a'],
  ['anything', [], undefined],
  ['x'.repeat(65), ['x'.repeat(64)], undefined],
])('takes %j of %j for %j', (word, candidates, meant) => {
  expect(findNearestName(word, candidates)).toBe(meant)
})

it('prefers the first of two that are equally near', () => {
  expect(findNearestName('cat', ['car', 'cap'])).toBe('car')
})

it('always finds a word that is there', () => {
  const word = fc.string({ minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(word, fc.array(word), (given, others) => {
      const found = findNearestName(given, [...others, given])
      expect(found?.toLowerCase()).toBe(given.toLowerCase())
    }),
  )
})

it('finds a word with one slip, whichever it was', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 4, maxLength: 12 })
  fc.assert(
    fc.property(letters, fc.nat(3), fc.nat(11), (word, kind, where) => {
      const at = where % (word.length - 1)
      const slip = [
        word.slice(0, at) + word.slice(at + 1),
        `${word.slice(0, at)}z${word.slice(at)}`,
        `${word.slice(0, at)}z${word.slice(at + 1)}`,
        word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      ][kind]!
      expect(findNearestName(slip, ['zzzzzzzzzzzzzzzz', word])).toBe(word)
    }),
  )
})
