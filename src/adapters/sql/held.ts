import type { DatabaseSync } from 'node:sqlite'

const held: (DatabaseSync | undefined)[] = []

/**
 * Leaves a connection open for as long as the process lives. Closing it, or losing it, moves what waits beside the file into it and deletes
 * it there: with a damaged file that destroys what could be saved.
 */
export function hold(connection: DatabaseSync | undefined): void {
  held.push(connection)
}
