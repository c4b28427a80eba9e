import type { ManifestProblem } from '../problem.ts'
import { reservedNames } from '../reserved-names.ts'
import type { Manifest } from '../schema.ts'

/** Checks adapters and the ranking of work items. */
export function* checkAdapters({ adapters, ranking }: Manifest): Generator<ManifestProblem> {
  for (const [name, { file }] of Object.entries(adapters)) {
    if (file !== undefined && isOutside(file)) {
      const message = 'the file would be outside of the project'
      const fix = 'a path inside of the project, such as work/items.json'
      yield { path: ['adapters', name, 'file'], at: 'value', message, fix }
    }
    if (file === undefined && (reservedNames as readonly string[]).includes(name)) {
      const message = `"${name}" is reserved, so no plugin can have this name`
      yield { path: ['adapters', name], at: 'key', message, fix: 'give it a file, or another name' }
    }
  }
  if (Object.values(ranking.weights).every((weight) => Math.round(weight * 1000) === 0)) {
    const message = 'all weights are 0, so no work item can be ranked'
    yield { path: ['ranking', 'weights'], at: 'value', message, fix: 'give one of them at least 0.001' }
  }
  for (const [i, state] of ranking.states.entries()) {
    if (ranking.states.indexOf(state) === i) continue
    const message = `"${state}" is listed twice`
    yield { path: ['ranking', 'states', i], at: 'value', message, fix: 'name each state once' }
  }
}

/** Named roots (`@name/…`) count as inside, because the user opened them. */
function isOutside(path: string): boolean {
  return /^[/\\~]|^[A-Za-z]:|[\\\p{Cc}]/u.test(path) || path.split('/').includes('..')
}
