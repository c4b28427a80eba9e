// Texts as tables: `{set:length}` is filled in at random, what stands between « and » has to go, and nothing else may.

import { ruleSets } from './redaction-rules.ts'
import { redact } from './redactor.ts'
import { makeSample } from './tokens/sample.ts'

const marker = '[REDACTED]'
const run = /\{[a-zA-Z0-9-]+:\d+(?:-\d+|\+)?\}/g
const secret = /«([^»]*)»/g

export interface Marked {
  readonly text: string
  readonly expected: string
}

export function markedOf(shape: string, seed = 1): Marked {
  const filled = made(shape, seed)
  return { text: filled.replace(secret, '$1'), expected: filled.replace(secret, marker) }
}

/** The text with its runs filled in: each another, and the same every time. */
export function made(shape: string, seed = 1): string {
  let next = seed * 1000
  return shape.replace(run, (match) => {
    for (;;) {
      const value = makeSample({ shape: match }, next++)
      // Letters alone may be a word: a long run without two digits is rare, and not what these tables are about.
      if (
        value.length < 12 ||
        match.startsWith('{lower:') ||
        match.startsWith('{upper:') ||
        /\d.*\d/.test(value)
      )
        return value
    }
  })
}

export function redacted(text: string, gapAt?: number): string {
  return redact(text, { rules: ruleSets.default, marker, gapAt }).text
}
