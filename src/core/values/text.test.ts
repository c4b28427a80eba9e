import { expect, it } from 'vitest'
import { counted, listOf, literalGlob, nameOf, reasonOf, stemOf } from './index.ts'

it('counts in words', () => {
  expect([counted(1, 'file'), counted(0, 'file'), counted(2, 'entry', 'entries')]).toEqual([
    '1 file',
    '0 files',
    '2 entries',
  ])
})

it('one is a list of one, none an empty one', () => {
  expect([listOf('a'), listOf(['a', 'b']), listOf(undefined)]).toEqual([['a'], ['a', 'b'], []])
})

it.each([
  ['docs/0005-one.md', '0005-one.md', '0005-one'],
  ['.env', '.env', '.env'],
  ['a.b/c', 'c', 'c'],
])('%s has the name %s and the stem %s', (path, name, stem) => {
  expect([nameOf(path), stemOf(nameOf(path))]).toEqual([name, stem])
})

it('a name that looks like a glob means itself', () => {
  expect(literalGlob('a*b?[c]{d}')).toBe('a[*]b[?][[]c][{]d[}]')
})

it('whatever is thrown has a reason', () => {
  expect([reasonOf(new Error('full')), reasonOf('full')]).toEqual(['full', 'full'])
})
