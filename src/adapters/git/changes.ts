import type { Changes } from '../../ports/index.ts'
import type { Git } from './command.ts'
import { findRepository, headOf, objectName } from './repository.ts'
import { withShadow } from './shadow.ts'
import { takeInWorkingTree } from './worktree.ts'

const patchLimit = 5_000_000
const mostNamed = 20
const emptyTree = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

export function changesSince(git: Git, directory: string, before: string | null): Changes {
  const repository = findRepository(git, directory)
  const head = headOf(git, repository)
  const unknown: Changes = { kind: 'unknown', head, patch: '' }
  if (repository === null || head === null) return unknown
  try {
    return withShadow(git, repository, head, (shadow) => {
      const leftOut = takeInWorkingTree(shadow, repository.top, patchLimit)
      const compared = shadow(['diff-index', '--cached', '--quiet', head, '--']).code
      if (leftOut === null || (compared !== 0 && compared !== 1)) return unknown
      const dirty = compared === 1 || leftOut.length > 0
      if (head === before && !dirty) return { kind: 'none', head, patch: '' }
      const base = before ?? emptyTree[head.length === 40 ? 40 : 64]
      return {
        kind: head === before ? 'uncommitted' : 'committed',
        head,
        patch: leftOutLines(leftOut) + patchFrom(shadow, base),
      }
    })
  } catch {
    // No room for the shadow, or files that move under our feet: what we cannot know is unknown.
    return unknown
  }
}

/** Index against commit, so the working tree with its attributes has no say any more. */
function patchFrom(shadow: Git, base: string): string {
  if (!objectName.test(base)) return `# no patch: ${JSON.stringify(base)} is not the name of a commit\n`
  const safe = [
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--ignore-submodules=dirty',
    '--submodule=short',
  ]
  const shape = ['-p', '-M', '--src-prefix=a/', '--dst-prefix=b/']
  const diff = shadow(['diff-index', '--cached', ...safe, ...shape, base, '--'], { maxBytes: patchLimit })
  if (diff.cut) return `${wholeLines(diff.stdout)}# the patch is longer and was cut at 5 MB\n`
  return diff.code === 0 ? diff.stdout.toString() : `# no patch: ${diff.stderr.split('\n')[0]}\n`
}

function wholeLines(bytes: Buffer): string {
  const beginning = bytes.subarray(0, patchLimit)
  return beginning.subarray(0, beginning.lastIndexOf('\n') + 1).toString()
}

function leftOutLines(paths: readonly string[]): string {
  const named = paths.slice(0, mostNamed).map((path) => `${JSON.stringify(path)}\n`)
  const more = paths.length > mostNamed ? [`${paths.length - mostNamed} more\n`] : []
  return [...named, ...more]
    .map((line) => `# untracked, too large or not readable as a file: ${line}`)
    .join('')
}
