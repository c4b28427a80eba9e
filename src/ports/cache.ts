import type { Project } from './project.ts'

/**
 * Values computed by this build of the program, by kind and key. An entry may disappear at any time, and every failure is a miss: losing the
 * cache costs time, never correctness.
 */
export interface Cache {
  /** Undefined for a miss. */
  get(kind: string, key: string): unknown
  set(kind: string, key: string, value: unknown): void
}

/** A path, and its version when it was read. */
export type VersionedFile = readonly [path: string, version: string]

/**
 * Versions of files and directories, found without reading them. A path is relative to the project, absolute, or starts with the `@name` of
 * one of the project's named roots.
 */
export interface FileVersions {
  /** Changes whenever the file changes, or the names in the directory. `absent` if the path does not exist; null if unknown, as for links. */
  read(project: Project, path: string): string | null
  /**
   * The versions of files that were read at `readSince` or later, in milliseconds. Null unless all of them are settled: a version proves
   * nothing if the file changed so recently that a later change could have the same time.
   */
  readSettled(project: Project, paths: readonly string[], readSince: number): readonly VersionedFile[] | null
  /** Whether every file still has its given version. */
  allUnchanged(project: Project, files: readonly (readonly [path: string, version: string | null])[]): boolean
}
