import type { DatabaseSync } from 'node:sqlite'

/** Instead of a file: for somebody who asks about a store that is not there. */
export const inMemory = ':memory:'

export interface DatabaseOptions {
  readonly file: string
  /** How long to wait for others; without it SQLite does not wait at all. */
  readonly timeoutMs: number
  /** `full` outlives a power cut, `normal` the end of any process. */
  readonly durability: 'normal' | 'full'
  readonly clock: () => Date
  /** Only read: from a place where nothing can be written. What is not in the main file yet may be missing. */
  readonly immutable?: boolean
  /** Held open by a program that lives long: what was written may stay in the WAL until there is a pause. */
  readonly lasting?: boolean
}

export function header(connection: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(connection.prepare(`PRAGMA ${name}`).get()?.[name])
}
