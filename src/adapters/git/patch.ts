import type { Git } from './git-command.ts'

export const maxPatchBytes = 5_000_000
const maxPaths = 20

/** Compares the index with a tree, so that the working tree and its attributes have no influence. */
export function makePatch(shadow: Git, tree: string): string {
  const safe = [
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--ignore-submodules=dirty',
    '--submodule=short',
  ]
  const shape = ['-p', '-M', '--src-prefix=a/', '--dst-prefix=b/']
  const diff = shadow(['diff-index', '--cached', ...safe, ...shape, tree, '--'], { maxBytes: maxPatchBytes })
  if (diff.cut) return `${keepWholeLines(diff.stdout)}# the patch is longer and was cut at 5 MB\n`
  return diff.code === 0 ? diff.stdout.toString() : describeMissingPatch(diff.stderr.split('\n')[0] ?? '')
}

export function describeMissingPatch(why: string): string {
  return `# no patch: ${why}\n`
}

function keepWholeLines(bytes: Buffer): string {
  const beginning = bytes.subarray(0, maxPatchBytes)
  return beginning.subarray(0, beginning.lastIndexOf('\n') + 1).toString()
}

/** Returns one comment line for each of the first paths. The paths are bytes, stored as latin1. */
export function listPathLines(what: string, paths: readonly string[]): string {
  const text = (path: string) => JSON.stringify(Buffer.from(path, 'latin1').toString())
  const named = paths.slice(0, maxPaths).map(text)
  const more = paths.length > maxPaths ? [`${paths.length - maxPaths} more`] : []
  return [...named, ...more].map((name) => `# ${what}: ${name}\n`).join('')
}
