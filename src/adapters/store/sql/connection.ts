import type { DatabaseSync } from 'node:sqlite'

/** Used as the file name when the store does not exist and the caller only reads. */
export const inMemoryFile = ':memory:'

export interface DatabaseOptions {
  readonly file: string
  /** How long to wait for the locks of other processes. With 0, SQLite fails at once. */
  readonly timeoutMs: number
  /** `full` survives a power cut, `normal` the end of any process. */
  readonly durability: 'normal' | 'full'
  readonly clock: () => Date
  /** Open read-only, for a place that cannot be written to. Entries that are still in the WAL may be missing. */
  readonly immutable?: boolean
  /** The process is a server: the WAL may wait for a pause before it is emptied. */
  readonly lasting?: boolean
}

export function readHeader(connection: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(connection.prepare(`PRAGMA ${name}`).get()?.[name])
}

const damagedConnections: (DatabaseSync | undefined)[] = []

/**
 * Keeps a connection to a damaged file open until the process ends. When a connection is closed or garbage collected, SQLite moves the WAL
 * into the main file and deletes the WAL: that would destroy data that a repair can still read.
 */
export function keepConnectionOpen(connection: DatabaseSync | undefined): void {
  damagedConnections.push(connection)
}
