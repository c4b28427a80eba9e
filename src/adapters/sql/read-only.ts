import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { DatabaseOptions } from './file.ts'
import { hold } from './held.ts'

type Open = (place: string | URL) => DatabaseSync

/** SQLite wants to write beside the file even to read; unless it is told that nobody else does. */
export function connectReadOnly({ file, timeoutMs }: DatabaseOptions): DatabaseSync {
  const open: Open = (place) => {
    const connection = new DatabaseSync(place, { timeout: timeoutMs, defensive: true, readOnly: true })
    try {
      connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA user_version')
      return connection
    } catch (error) {
      // Nobody else has it: it would be closed whenever memory is cleaned up.
      hold(connection)
      throw error
    }
  }
  return attempt(() => open(file)) ?? attempt(() => openCopy(file, open)) ?? openAlone(file, open)
}

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

/**
 * Those who write leave it to others to move what they wrote into the main file: read alone, it lacks the latest. So both
 * are put where something can be written beside them. Once they are open, they need no name.
 */
function openCopy(file: string, open: Open): DatabaseSync | null {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return null
  const directory = mkdtempSync(join(tmpdir(), 'foreword-'))
  try {
    const copy = join(directory, 'store.db')
    for (const end of ['', '-wal']) copyFileSync(file + end, copy + end)
    return open(copy)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function openAlone(file: string, open: Open): DatabaseSync {
  const url = pathToFileURL(file)
  url.search = 'immutable=1'
  return open(url)
}
