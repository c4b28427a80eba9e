import { didYouMean } from './nearest.ts'
import type { Path, Problem } from './problem.ts'

/** A name that must exist elsewhere in the manifest. */
export function* named(path: Path, name: string, names: readonly string[], what: string): Generator<Problem> {
  if (names.includes(name)) return
  const message = `unknown ${what} "${name}"${didYouMean(name, names)}`
  yield {
    path,
    at: 'value',
    message,
    fix: names.length === 0 ? 'none is declared' : `known: ${names.join(', ')}`,
  }
}
