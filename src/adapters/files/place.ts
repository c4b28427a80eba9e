import { isAbsolute, join, relative, sep } from 'node:path'
import { quoted, type Trouble } from './trouble.ts'

/** A path that passed every check which needs no disk. */
export interface Place {
  /** The directory it must stay in. */
  readonly root: string
  /** `@name` for a named root, else empty. */
  readonly named: string
  readonly segments: readonly string[]
  /** Root-relative, with the named root in front. */
  readonly path: string
}

export type Roots = { readonly root: string; readonly roots?: Readonly<Record<string, string>> | undefined }

const DRIVE = /^[A-Za-z]:/

export function isAbsoluteAnywhere(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\') || DRIVE.test(path)
}

/** The same answer on every platform: what one machine refuses, no other may read. */
export function locate(given: string, { root, roots = {} }: Roots): Place | Trouble {
  const flaw = flawOf(given)
  if (flaw !== null) return { reason: 'outside-root', detail: flaw }
  const segments = given.split('/').filter((segment) => segment !== '.')
  const path = segments.join('/')
  const first = segments[0]
  if (first === undefined || !first.startsWith('@')) return { root, named: '', segments, path }
  const named = first.slice(1)
  const below = Object.hasOwn(roots, named) ? roots[named] : undefined
  if (below === undefined) {
    return {
      reason: 'absent',
      detail: `${quoted(given)} lies in the named root ${quoted(first)}, which was not given.`,
    }
  }
  return { root: below, named: first, segments: segments.slice(1), path }
}

function flawOf(given: string): string | null {
  if (isAbsoluteAnywhere(given)) return 'The path is absolute; name the file relative to the root.'
  if (given.includes('\0')) return `${quoted(given)} holds a NUL character.`
  if (given.includes('\\')) return `${quoted(given)} holds a backslash; separate folders with "/".`
  const segments = given.split('/')
  if (segments.includes('..')) return `${quoted(given)} climbs with ".."; name a file below the root.`
  if (segments.includes('')) return `${quoted(given)} has an empty segment; name a file below the root.`
  return null
}

export function onDisk(realRoot: string, segments: readonly string[]): string {
  return join(realRoot, ...segments)
}

/** Segments of a real path below a real root, or null outside of it. By segments, so `root-evil` is not in `root`. */
export function segmentsBelow(realRoot: string, real: string): string[] | null {
  const below = relative(realRoot, real)
  if (below === '') return []
  const segments = below.split(sep)
  return isAbsolute(below) || segments[0] === '..' ? null : segments
}
