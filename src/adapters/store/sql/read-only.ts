import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type DatabaseOptions, keepConnectionOpen } from './connection.ts'

type Open = (place: string | URL) => DatabaseSync

/** SQLite writes beside the file even to read from it, unless it is opened as immutable. */
export function connectReadOnly({ file, timeoutMs }: DatabaseOptions): DatabaseSync {
  const open: Open = (place) => {
    const connection = new DatabaseSync(place, { timeout: timeoutMs, defensive: true, readOnly: true })
    try {
      connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA user_version')
      return connection
    } catch (error) {
      // Without a reference, the garbage collector would close it.
      keepConnectionOpen(connection)
      throw error
    }
  }
  return attempt(() => open(file)) ?? attempt(() => openCopy(file, open)) ?? openImmutable(file, open)
}

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/**
 * The main file lacks the latest entries while they are in the WAL. So both are copied to a directory that SQLite can write to. The copy is
 * deleted once it is open, because an open file needs no name.
 */
function openCopy(file: string, open: Open): DatabaseSync | null {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return null
  const directory = mkdtempSync(join(tmpdir(), 'foreword-'))
  try {
    const copy = join(directory, 'store.db')
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix)
    return open(copy)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function openImmutable(file: string, open: Open): DatabaseSync {
  const url = pathToFileURL(file)
  url.search = 'immutable=1'
  return open(url)
}
