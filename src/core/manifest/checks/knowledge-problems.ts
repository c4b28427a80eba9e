import type { ManifestProblem } from '../problem.ts'
import type { Manifest } from '../schema.ts'

/** What is wrong with the places that generated documents go to. */
export function* checkKnowledge({ knowledge }: Manifest): Generator<ManifestProblem> {
  const taken = new Map<string, string>()
  for (const [name, { to, from }] of Object.entries(knowledge)) {
    const at = { path: ['knowledge', name, 'to'], at: 'value' } as const
    const flaw = flawOf(to)
    if (flaw !== null) yield { ...at, ...flaw }
    const place = placeOf(to)
    const other = taken.get(place)
    if (other !== undefined) {
      const message = `"${other}" is generated into this file too`
      yield { ...at, message, fix: 'give each entry a file of its own' }
    }
    taken.set(place, name)
    if ([from].flat().some((one) => placeOf(one) === place)) {
      const message = 'the file would be generated from itself'
      yield { ...at, message, fix: 'choose another file' }
    }
  }
}

/** Some file systems do not tell capitals from small letters. */
function placeOf(path: string): string {
  return segmentsOf(path).join('/').toLowerCase()
}

function segmentsOf(path: string): string[] {
  return path
    .replace(/^file:/, '')
    .split('/')
    .filter((one) => one !== '' && one !== '.')
}

function flawOf(to: string): { message: string; fix: string } | null {
  const fix = 'a path inside of the project, such as docs/knowledge/decisions.md'
  const segments = segmentsOf(to)
  if (/^[/\\~@]|^[A-Za-z]:|[\\\p{Cc}]/u.test(to) || segments.includes('..'))
    return { message: 'the file would lie outside of the project', fix }
  if (segments.some((one) => one.toLowerCase() === '.git'))
    return { message: 'the file would lie in .git', fix }
  // Whatever a manifest says, what is generated is text that nothing executes.
  if (!/[^/]\.(md|markdown|txt)$/i.test(to))
    return { message: 'the file must end in .md, .markdown or .txt', fix }
  return null
}
