import { isAbsolute, join, parse, resolve } from 'node:path'
import { getSegmentsBelow } from '../disk/index.ts'
import { type FileTrouble, quotePath } from './trouble.ts'

/** A path that passed every check which needs no disk. */
export interface FilePlace {
  /** The directory it must stay in. */
  readonly root: string
  /** `@name` for a named root, else empty. */
  readonly named: string
  readonly segments: readonly string[]
  /** Root-relative, with the named root in front. Of what lies elsewhere, as it was given: nobody learns more than the manifest says. */
  readonly path: string
}

export type Roots = { readonly root: string; readonly roots?: Readonly<Record<string, string>> | undefined }

const DRIVE = /^[A-Za-z]:/

export function isAbsoluteAnywhere(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\') || DRIVE.test(path)
}

/** The same answer on every platform: what one machine refuses, no other may read. */
export function locateFile(
  given: string,
  { root, roots = {} }: Roots,
  external = false,
): FilePlace | FileTrouble {
  const leaves = external && leavesRoot(given)
  const flaw = flawOf(given, leaves)
  if (flaw !== null) return { reason: 'outside-root', detail: flaw }
  if (leaves) return elsewhere(given, root)
  const segments = given.split('/').filter((segment) => segment !== '.')
  const path = segments.join('/')
  const first = segments[0]
  if (first === undefined || !first.startsWith('@')) return { root, named: '', segments, path }
  const named = first.slice(1)
  const below = Object.hasOwn(roots, named) ? roots[named] : undefined
  if (below === undefined) {
    return {
      reason: 'absent',
      detail: `${quotePath(given)} lies in the named root ${quotePath(first)}, which was not given.`,
    }
  }
  return { root: below, named: first, segments: segments.slice(1), path }
}

/** A directory that the operator opened by name is left by no path. */
function leavesRoot(given: string): boolean {
  return isAbsolute(given) || (given.split('/').includes('..') && !given.startsWith('@'))
}

/** Its root is that of the file system, so that every name on the way to it counts. */
function elsewhere(given: string, root: string): FilePlace {
  const target = resolve(root, given)
  const top = parse(target).root
  return { root: top, named: '', segments: getSegmentsBelow(top, target) ?? [], path: given }
}

function flawOf(given: string, leaves: boolean): string | null {
  if (isAbsoluteAnywhere(given) && !leaves) return 'The path is absolute; name the file relative to the root.'
  if (given.includes('\0')) return `${quotePath(given)} holds a NUL character.`
  if (given.includes('\\')) return `${quotePath(given)} holds a backslash; separate folders with "/".`
  const segments = given.split('/')
  if (segments.includes('..') && !leaves)
    return `${quotePath(given)} climbs with ".."; name a file below the root.`
  if (segments.slice(isAbsolute(given) ? 1 : 0).includes(''))
    return `${quotePath(given)} has an empty segment; name a file below the root.`
  return null
}

export function joinSegments(realRoot: string, segments: readonly string[]): string {
  return join(realRoot, ...segments)
}
