import { describe, expect, it } from 'vitest'
import { type TokenFormat, tokenFormats } from './index.ts'

const sets = 'digit hex HEX xdigit lower upper lower-alnum upper-alnum alnum word dashed base64url base64 base32 base58 token tilde'.split(' ')

const run = /\{([a-zA-Z0-9-]+):(\d+)(?:-(\d+)|\+)?\}/g

const faulty = (wrong: (format: TokenFormat) => boolean) => tokenFormats.filter(wrong).map(({ id }) => id)

const twice = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)

const literals = (shape: string) => shape.split(run).filter((_, part) => part % 4 === 0)

const runs = (shape: string) =>
  [...shape.matchAll(run)].map(([, set = '', least = '', most]) => ({
    set,
    least: +least,
    most: +(most ?? least),
  }))

const maxLength = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length))

describe('the table of token formats', () => {
  it('gives every format its own id, in kebab case', () => {
    expect(twice(tokenFormats.map(({ id }) => id))).toEqual([])
    expect(faulty(({ id }) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([])
  })

  it('gives every format its own shape', () => {
    expect(twice(tokenFormats.map(({ shape }) => shape))).toEqual([])
  })

  it('names a vendor for every format, and an https address where its format is published', () => {
    expect(faulty(({ vendor }) => vendor.trim() === '')).toEqual([])
    expect(faulty(({ from }) => !/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}(\/\S*)?$/.test(from))).toEqual([])
  })

  it('has ordinary text for every format that must stay as it is', () => {
    expect(faulty(({ not }) => not.length === 0 || not.some((text) => text.trim() === ''))).toEqual([])
  })

  it('writes shapes in known sets, with lengths that rise', () => {
    expect(faulty(({ shape }) => /[{}]/.test(literals(shape).join('')))).toEqual([])
    expect(faulty(({ shape }) => runs(shape).length === 0)).toEqual([])
    expect(faulty(({ shape }) => runs(shape).some(({ set }) => !sets.includes(set)))).toEqual([])
    expect(faulty(({ shape }) => runs(shape).some(({ least, most }) => least < 1 || most < least))).toEqual([])
  })

  it('begins a shape with text, or has at least two characters of text to be found by', () => {
    expect(faulty(({ shape }) => shape.startsWith('{') && maxLength(literals(shape)) < 2)).toEqual([])
  })
})
