import { describe, expect, it } from 'vitest'
import { tokenFormats } from './formats/index.ts'
import { kinds } from './kinds.fixture.ts'
import { markedOf, redacted } from './marked.fixture.ts'
import { makeSample } from './tokens/sample.ts'

describe('the kinds of secrets that the widest known set of rules covers', () => {
  it.each(Object.entries(kinds))('goes: %s', (_, look) => {
    for (const seed of [1, 2, 3]) {
      const { text, expected } = lookOf(look, seed)
      expect(redacted(text)).toBe(expected)
    }
  })

  it('are all there, one for each of its rules', () => {
    expect(Object.keys(kinds)).toHaveLength(221)
  })
})

function lookOf(look: string, seed: number) {
  if (look.startsWith('base64 ')) {
    return { text: btoa(makeSample({ shape: look.slice(7) }, seed)), expected: '[REDACTED]' }
  }
  return markedOf(look.startsWith('@') ? `it was «${shapeOf(look.slice(1))}» once` : look, seed)
}

function shapeOf(id: string): string {
  const format = tokenFormats.find((candidate) => candidate.id === id)
  if (format === undefined) throw new Error(`the table has no format "${id}"`)
  return format.shape
}
