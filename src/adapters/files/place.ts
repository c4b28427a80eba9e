import { isAbsolute, join, parse, resolve } from 'node:path'
import { getSegmentsBelow } from '../disk/index.ts'
import { type FileTrouble, quotePath } from './trouble.ts'

/** A path that passed every check that needs no disk access. */
export interface FilePlace {
  /** The directory that it must stay in. */
  readonly root: string
  /** `@name` for a named root, else empty. */
  readonly named: string
  readonly segments: readonly string[]
  /**
   * Relative to the root, with the named root in front. A path outside of the root is kept as it was given, so that it reveals
   * nothing that the manifest does not say.
   */
  readonly path: string
}

export type Roots = { readonly root: string; readonly roots?: Readonly<Record<string, string>> | undefined }

const drivePrefix = /^[A-Za-z]:/

export function isAbsoluteAnywhere(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\') || drivePrefix.test(path)
}

/** Gives the same result on every platform, so that a path refused on one machine is refused on all. */
export function locateFile(
  path: string,
  { root, roots = {} }: Roots,
  external = false,
): FilePlace | FileTrouble {
  const leaves = external && leavesRoot(path)
  const flaw = findFlaw(path, leaves)
  if (flaw !== null) return { reason: 'outside-root', detail: flaw }
  if (leaves) return locateOutside(path, root)
  const segments = path.split('/').filter((segment) => segment !== '.')
  const relativePath = segments.join('/')
  const first = segments[0]
  if (first === undefined || !first.startsWith('@')) return { root, named: '', segments, path: relativePath }
  const named = first.slice(1)
  const below = Object.hasOwn(roots, named) ? roots[named] : undefined
  if (below === undefined) {
    return {
      reason: 'absent',
      detail: `${quotePath(path)} lies in the named root ${quotePath(first)}, which was not given.`,
    }
  }
  return { root: below, named: first, segments: segments.slice(1), path: relativePath }
}

/** No path may leave a named root. */
function leavesRoot(path: string): boolean {
  return isAbsolute(path) || (path.split('/').includes('..') && !path.startsWith('@'))
}

/** The root is that of the file system, so that the exclusions apply to every name in the path. */
function locateOutside(path: string, root: string): FilePlace {
  const target = resolve(root, path)
  const top = parse(target).root
  return { root: top, named: '', segments: getSegmentsBelow(top, target) ?? [], path }
}

function findFlaw(path: string, leaves: boolean): string | null {
  if (isAbsoluteAnywhere(path) && !leaves) return 'The path is absolute; name the file relative to the root.'
  if (path.includes('\0')) return `${quotePath(path)} holds a NUL character.`
  if (path.includes('\\')) return `${quotePath(path)} holds a backslash; separate folders with "/".`
  const segments = path.split('/')
  if (segments.includes('..') && !leaves)
    return `${quotePath(path)} climbs with ".."; name a file below the root.`
  if (segments.slice(isAbsolute(path) ? 1 : 0).includes(''))
    return `${quotePath(path)} has an empty segment; name a file below the root.`
  return null
}

export function joinSegments(realRoot: string, segments: readonly string[]): string {
  return join(realRoot, ...segments)
}
