import type { RE2JS } from 're2js'
import type { OutsideRule } from '../../../core/redact/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { compilePattern, patternFix } from './pattern-problem.ts'
import { makePatternSearch } from './pattern-search.ts'

const maxPatterns = 64
/**
 * Characters times steps of all patterns together. A dozen usual patterns process 256 KB at 30 MB/s and more. The slowest
 * pattern found takes 75 ns per unit on a text made for it, so a hostile manifest costs seconds at most.
 */
const maxWork = 2 ** 26

/** Compiles the rules of a manifest. A rule throws `TooMuchForPatterns` if a text is too long for all of them together. */
export function compilePatterns(patterns: Readonly<Record<string, string>>): OutsideRule[] {
  const named = Object.entries(patterns)
  if (named.length > maxPatterns) {
    throw makeRefusal(`redact.patterns: ${named.length} patterns, at most ${maxPatterns}`)
  }
  const compiled = named.map(([id, pattern]): [string, RE2JS] => {
    const result = compilePattern(pattern)
    if (typeof result === 'string') throw makeRefusal(`redact.patterns.${id}: ${result}`)
    return [id, result]
  })
  const steps = compiled.reduce((sum, [, pattern]) => sum + pattern.programSize(), 0)
  const maxTextLength = Math.floor(maxWork / steps)
  return compiled.map(([id, pattern]) => ({ id, find: makePatternSearch(pattern, maxTextLength) }))
}

function makeRefusal(message: string): Refusal {
  return new Refusal('manifest-invalid', `${message}.`, `Write it in ${patternFix}.`)
}
