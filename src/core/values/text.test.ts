import { expect, it } from 'vitest'
import { escapeGlob, getBaseName, getStem } from './base-name.ts'
import {
  decimalDigits,
  formatCount,
  getErrorMessage,
  hasOnlyCharacters,
  isAscii,
  limitPerKind,
  lowerHexDigits,
  matchesForm,
  toList,
} from './text.ts'

it('counts in words', () => {
  expect([formatCount(1, 'file'), formatCount(0, 'file'), formatCount(2, 'entry', 'entries')]).toEqual([
    '1 file',
    '0 files',
    '2 entries',
  ])
})

it('one is a list of one, none an empty one', () => {
  expect([toList('a'), toList(['a', 'b']), toList(undefined)]).toEqual([['a'], ['a', 'b'], []])
})

it.each([
  ['docs/0005-one.md', '0005-one.md', '0005-one'],
  ['.env', '.env', '.env'],
  ['a.b/c', 'c', 'c'],
])('%s has the name %s and the stem %s', (path, name, stem) => {
  expect([getBaseName(path), getStem(getBaseName(path))]).toEqual([name, stem])
})

it('a name that looks like a glob means itself', () => {
  expect(escapeGlob('a*b?[c]{d}')).toBe('a[*]b[?][[]c][{]d[}]')
})

it('whatever is thrown has a reason', () => {
  expect([getErrorMessage(new Error('full')), getErrorMessage('full')]).toEqual(['full', 'full'])
})

it('is ASCII up to the tilde, without what cannot be printed', () => {
  const all = Array.from({ length: 300 }, (_, i) => String.fromCharCode(i))
  const found = all.filter((unit) => isAscii(`a${unit}`)).join('')
  expect(found).toBe(all.join('').match(/[ -~]+/)?.[0])
  expect(isAscii('')).toBe(true)
})

it.each([
  ['', 0, true],
  ['', 1, false],
  ['0a', 1, true],
  ['0a0a', 1, false],
  ['0g', 1, false],
  ['0A', 1, false],
])('%j has at least %i and at most three hexadecimal digits, and nothing else: %s', (text, least, is) => {
  expect(hasOnlyCharacters(text, lowerHexDigits, least, 3)).toBe(is)
})

it.each([
  ['2026-01', true],
  ['2026-1', false],
  ['2026-012', false],
  ['2026/01', false],
  ['20x6-01', false],
  ['0000-00', true],
])('%j is written like four digits, a dash and two digits: %s', (text, is) => {
  expect(matchesForm(text, '0000-00', decimalDigits)).toBe(is)
})

it('says so many of each kind, and how many more there are', () => {
  const texts = ['a:1', 'b:1', 'a:2', 'a:3', 'a:4', 'c', 'b:2']
  expect(limitPerKind(texts, 2)).toEqual(['a:1', 'b:1', 'a:2', 'c', 'b:2', 'more_warnings:a:2'])
  expect(limitPerKind(texts, 9)).toEqual(texts)
})
