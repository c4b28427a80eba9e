import { suggestNearest } from '../nearest-name.ts'
import type { ManifestProblem, ProblemPath } from '../problem.ts'

/** Checks that a name is declared elsewhere in the manifest. */
export function* checkName(
  path: ProblemPath,
  name: string,
  names: readonly string[],
  what: string,
): Generator<ManifestProblem> {
  if (names.includes(name)) return
  const message = `unknown ${what} "${name}"${suggestNearest(name, names)}`
  yield {
    path,
    at: 'value',
    message,
    fix: names.length === 0 ? 'none is declared' : `known: ${names.join(', ')}`,
  }
}
