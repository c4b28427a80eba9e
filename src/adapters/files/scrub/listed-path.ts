import type { SkipReason } from '../../../ports/index.ts'

/** A path as the system has it: bytes, one letter each (latin1), because a name need not be text. */
export type RawPath = string

/** What a walk meets. */
export type WalkEntry =
  | { readonly kind: 'file'; readonly path: RawPath; readonly bytes: number }
  | { readonly kind: 'skipped'; readonly path: RawPath; readonly reason: SkipReason }
  | { readonly kind: 'unreadable'; readonly path: RawPath; readonly reason: string }

export function toRawPath(path: string): RawPath {
  return Buffer.from(path).toString('latin1')
}

export function toPathBytes(path: RawPath): Buffer {
  return Buffer.from(path, 'latin1')
}

/** For people: what is not UTF-8 in it becomes a replacement character. */
export function formatRawPath(path: RawPath): string {
  return toPathBytes(path).toString('utf8')
}

export function joinRawPath(directory: RawPath, name: RawPath): RawPath {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`
}
