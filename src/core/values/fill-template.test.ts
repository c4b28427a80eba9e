import { describe, expect, it } from 'vitest'
import { fillTemplate, fillTextTemplate } from './fill-template.ts'

const facts = {
  name: 'shop',
  none: null,
  limits: { files: 12, chars: null },
  files: [
    { path: 'a.md', size: 3 },
    { path: 'b.md', size: 5, name: 'own' },
  ],
  words: ['x', 'y'],
}

describe('a template', () => {
  it.each([
    ['a plain value stands for itself', { a: 1, b: [true, null, 'text'] }, { a: 1, b: [true, null, 'text'] }],
    ['a name is what it names', { a: '$name', b: '$limits.files' }, { a: 'shop', b: 12 }],
    ['a name that is not there is null', { a: '$gone', b: '$limits.gone.more' }, { a: null, b: null }],
    ['a default stands in for nothing', { a: '$none ?? 0', b: '$gone ?? "x"' }, { a: 0, b: 'x' }],
    [
      'each entry of a list fills the template, its own facts first',
      { $each: '$files', $as: { path: '$path', of: '$name' } },
      [
        { path: 'a.md', of: 'shop' },
        { path: 'b.md', of: 'own' },
      ],
    ],
    [
      'with a key it is an object',
      { $each: '$files', $key: '$path', $as: '$size' },
      { 'a.md': 3, 'b.md': 5 },
    ],
    [
      'entries that are no objects have a value',
      { $each: '$words', $as: { word: '$value' } },
      [{ word: 'x' }, { word: 'y' }],
    ],
    ['a list that is not there is empty', { $each: '$gone', $as: '$path' }, []],
    [
      'nothing is inherited',
      { a: '$constructor', b: '$name.length', c: '$__proto__' },
      { a: null, b: null, c: null },
    ],
  ])('%s', (_, template, filled) => {
    expect(fillTemplate(template, facts)).toEqual(filled)
  })

  it('gives no object another parent, whatever a key is called', () => {
    const filled = fillTemplate({ $each: '$list', $key: '$key', $as: 1 }, { list: [{ key: '__proto__' }] })
    expect(Object.keys(filled as object)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype)
  })

  it('fills names in a line, and leaves away what has no value', () => {
    expect(fillTextTemplate('missing:{name}:{limits.files}:{gone}:{none}', facts)).toBe('missing:shop:12::')
  })
})
