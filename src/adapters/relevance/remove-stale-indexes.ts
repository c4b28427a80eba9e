import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getErrorCode } from '../disk/index.ts'
import { deleteIndex, getIndexDirectory, readIndexFact } from './open-index.ts'

/** Longer than any process takes to delete an index. */
const leftoverMs = 24 * 60 * 60 * 1000
const leftover = /^\.tmp-index-[0-9a-f]+$/

/** Deletes the indexes of projects that no longer exist, and leftovers. Never throws, because no caller depends on it. */
export function removeStaleIndexes(cache: string): void {
  for (const name of listNames(cache)) {
    const directory = join(cache, name)
    try {
      if (leftover.test(name)) {
        if (Date.now() - statSync(directory).mtimeMs > leftoverMs)
          rmSync(directory, { recursive: true, force: true })
        continue
      }
      const root = readRoot(directory)
      if (root !== null && directory === getIndexDirectory(cache, root) && isGone(root))
        deleteIndex(directory)
    } catch {
      // The index stays until the next time.
    }
  }
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Opens the file as immutable, so that SQLite creates no files beside it; null if the root is not recorded. */
function readRoot(directory: string): string | null {
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

/** A path that is not accessible counts as existing. */
function isGone(root: string): boolean {
  try {
    statSync(root)
    return false
  } catch (error) {
    return getErrorCode(error) === 'ENOENT' || getErrorCode(error) === 'ENOTDIR'
  }
}
