import { candidateNames } from '../memory.ts'
import { suggestNearest } from '../nearest-name.ts'
import type { ManifestProblem, ProblemPath } from '../problem.ts'
import type { Manifest } from '../schema.ts'
import { checkName } from './check-name.ts'

export function* checkMemory({ memory }: Manifest): Generator<ManifestProblem> {
  const classes = Object.keys(memory.retention)
  if (classes.length === 0) {
    const message = 'no retention class is declared, so no record could expire'
    yield { path: ['memory', 'retention'], at: 'value', message, fix: 'name one: standard: 30' }
  }
  if (memory.default_retention !== undefined)
    yield* checkName(['memory', 'default_retention'], memory.default_retention, classes, 'retention class')
  const { promote } = memory
  if (promote === undefined) return
  const at = ['memory', 'promote', 'entry']
  const used = [...findNames(at, promote.entry)]
  for (const { path, name } of used) {
    if (candidateNames.includes(name as never)) continue
    const message = `unknown name "$${name}"${suggestNearest(name, candidateNames)}`
    yield {
      path,
      at: 'value',
      message,
      fix: `known: ${candidateNames.map((known) => `$${known}`).join(', ')}`,
    }
  }
  if (!used.some(({ name }) => name === 'record_id')) {
    const message = 'the entry does not contain the id of its record'
    yield { path: at, at: 'value', message, fix: 'add a key with the value "$record_id"' }
  }
}

function* findNames(path: ProblemPath, value: unknown): Generator<{ path: ProblemPath; name: string }> {
  if (typeof value === 'string') {
    const name = /^\$([\w.]*)/.exec(value)?.[1]
    if (name !== undefined) yield { path, name }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield* findNames([...path, Array.isArray(value) ? Number(key) : key], inner)
    }
  }
}
