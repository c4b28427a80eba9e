import type { ManifestProblem } from '../problem.ts'
import type { Manifest } from '../schema.ts'

/** Checks the paths of generated documents. */
export function* checkKnowledge({ knowledge }: Manifest): Generator<ManifestProblem> {
  const taken = new Map<string, string>()
  for (const [name, { to, from }] of Object.entries(knowledge)) {
    const at = { path: ['knowledge', name, 'to'], at: 'value' } as const
    const flaw = findFlaw(to)
    if (flaw !== null) yield { ...at, ...flaw }
    const place = normalizePath(to)
    const other = taken.get(place)
    if (other !== undefined) {
      const message = `"${other}" is generated into this file too`
      yield { ...at, message, fix: 'give each entry a file of its own' }
    }
    taken.set(place, name)
    if ([from].flat().some((source) => normalizePath(source) === place)) {
      const message = 'the file would be generated from itself'
      yield { ...at, message, fix: 'choose another file' }
    }
  }
}

/** Lower-case, because some file systems ignore case. */
function normalizePath(path: string): string {
  return splitPath(path).join('/').toLowerCase()
}

function splitPath(path: string): string[] {
  return path
    .replace(/^file:/, '')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
}

function findFlaw(to: string): { message: string; fix: string } | null {
  const fix = 'a path inside of the project, such as docs/knowledge/decisions.md'
  const segments = splitPath(to)
  if (/^[/\\~@]|^[A-Za-z]:|[\\\p{Cc}]/u.test(to) || segments.includes('..'))
    return { message: 'the file would be outside of the project', fix }
  if (segments.some((segment) => segment.toLowerCase() === '.git'))
    return { message: 'the file would be in .git', fix }
  // A manifest must not be able to generate a file that a program executes.
  if (!/[^/]\.(md|markdown|txt)$/i.test(to))
    return { message: 'the file must end in .md, .markdown or .txt', fix }
  return null
}
