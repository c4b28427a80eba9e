import type { CheckFault } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import { type CheckedProject, type CheckedText, resolvePath } from './checked-project.ts'

/** Letters, digits and `. - _ /`; at least one slash inside. */
const pathLike = /^(?:\.\/)?[\w.-]+(?:\/[\w.@+-]+)*\/?$/

/** Reports paths in inline code that lie in a directory of the project and do not exist. */
export function checkPaths(
  project: CheckedProject,
  file: CheckedText,
  renames: ReadonlyMap<string, string>,
): CheckFault[] {
  const reported = new Set<string>()
  return project.scan(file).code.flatMap(({ text, line }) => {
    const path = text.replace(/(?:::.*|:\d+(?:[-:]\d+)?|#.*)$/, '')
    // `./name` is more often an import in code than a file beside this text.
    if (!/\w\//.test(path) || !pathLike.test(path) || reported.has(path)) return []
    const places = [path.replace(/^\.\//, ''), resolvePath(file.path, path) ?? '']
    if (places.some((place) => exists(project, place))) return []
    // Only a path whose directory is there, or one that git has renamed, is surely meant as a path of this project.
    const moved = places.flatMap((place) => renames.get(place) ?? [])[0]
    const isInside = places.some((place) => hasParent(project, place))
    if (moved === undefined && !isInside) return []
    reported.add(path)
    return [
      makeFault('path-missing', {
        ...{ file: file.path, line },
        message:
          moved === undefined
            ? `${path} does not exist.`
            : `${path} does not exist; git has renamed it to ${moved}.`,
        expected: moved ?? 'a path that exists',
        advice: moved === undefined ? 'Correct the path, or remove it.' : `Write ${moved}.`,
      }),
    ]
  })
}

/** A module may be named without its ending, and a directory without its slash. */
function exists({ paths }: CheckedProject, place: string): boolean {
  const bare = place.replace(/\/$/, '')
  if (bare === '' || paths.has(bare) || paths.has(`${bare}/`)) return true
  return sourceEndings.some((ending) => paths.has(bare + ending))
}

const sourceEndings = [
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.py',
  '.rs',
  '.go',
  '.rb',
  '.md',
  '.vue',
  '.svelte',
]

/** Whether the directory of a file with an ending is there. */
function hasParent({ paths }: CheckedProject, place: string): boolean {
  const parent = place.replace(/[^/]*\/?$/, '')
  return parent !== '' && /\.\w{1,8}$/.test(place) && paths.has(parent)
}
