import type { RE2JS } from 're2js'
import type { OutsideRule } from '../../../core/redact/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { compilePattern, patternFix } from './pattern-problem.ts'
import { makePatternSearch } from './search-with.ts'

const maxPatterns = 64
/**
 * Characters times steps of all patterns together. A dozen usual patterns go through 256 KB at 30 MB/s and more; the
 * slowest one found, on a text made for it, takes 75 ns for each: seconds, whoever wrote the manifest.
 */
const maxWork = 2 ** 26

/** Rules by their name in the manifest. A rule throws `TooMuchForPatterns` for a text that is too long for all of them. */
export function compilePatterns(patterns: Readonly<Record<string, string>>): OutsideRule[] {
  const named = Object.entries(patterns)
  if (named.length > maxPatterns) {
    throw refusal(`redact.patterns: ${named.length} patterns, at most ${maxPatterns}`)
  }
  const compiled = named.map(([id, pattern]): [string, RE2JS] => {
    const result = compilePattern(pattern)
    if (typeof result === 'string') throw refusal(`redact.patterns.${id}: ${result}`)
    return [id, result]
  })
  const steps = compiled.reduce((sum, [, one]) => sum + one.programSize(), 0)
  const room = Math.floor(maxWork / steps)
  return compiled.map(([id, one]) => ({ id, find: makePatternSearch(one, room) }))
}

function refusal(message: string): Refusal {
  return new Refusal('manifest-invalid', `${message}.`, `Write it in ${patternFix}.`)
}
