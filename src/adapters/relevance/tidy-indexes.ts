import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getErrorCode } from '../disk/index.ts'
import { deleteIndex, getIndexDirectory, readIndexFact } from './open-index.ts'

/** Long after whoever threw it away has gone. */
const leftoverMs = 24 * 60 * 60 * 1000
const leftover = /^\.tmp-index-[0-9a-f]+$/

/** Throws away the indexes of projects that are gone, and what was left of others. Never throws: nobody waits for this. */
export function removeStaleIndexes(cache: string): void {
  for (const name of namesIn(cache)) {
    const directory = join(cache, name)
    try {
      if (leftover.test(name)) {
        if (Date.now() - statSync(directory).mtimeMs > leftoverMs)
          rmSync(directory, { recursive: true, force: true })
        continue
      }
      const root = rootOf(directory)
      if (root !== null && directory === getIndexDirectory(cache, root) && isGone(root))
        deleteIndex(directory)
    } catch {
      // Then it stays until the next time.
    }
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Read as it lies there, so that nothing is put beside it; null where that does not tell. */
function rootOf(directory: string): string | null {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const url = pathToFileURL(join(directory, 'index.db'))
  url.searchParams.set('immutable', '1')
  const connection = new DatabaseSync(url, { readOnly: true, defensive: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF')
    return readIndexFact(connection, 'root')
  } finally {
    connection.close()
  }
}

/** A place that may not be looked at is there. */
function isGone(root: string): boolean {
  try {
    statSync(root)
    return false
  } catch (error) {
    return getErrorCode(error) === 'ENOENT' || getErrorCode(error) === 'ENOTDIR'
  }
}
