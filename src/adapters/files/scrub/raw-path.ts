import type { SkipReason } from '../../../ports/index.ts'

/** A path as the system has it: its bytes as latin1, because a name need not be valid text. */
export type RawPath = string

/** One entry of a walk. */
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

/** Formats a path for people. Bytes that are not UTF-8 become replacement characters. */
export function formatRawPath(path: RawPath): string {
  return toPathBytes(path).toString('utf8')
}

export function joinRawPath(directory: RawPath, name: RawPath): RawPath {
  return directory.endsWith('/') ? directory + name : `${directory}/${name}`
}
