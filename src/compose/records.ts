// Records of tactical memory for a packet: loads no query builder where the store is a file.
import { existsSync } from 'node:fs'
import { type Database, openDatabase } from '../adapters/sql/database.ts'
import { findProjectRow } from '../adapters/sql/project-row.ts'
import { readRecords } from '../adapters/sql/records.ts'
import { Refusal, reasonOf, StoreFailure } from '../core/values/index.ts'
import type { Project, RecordsNow } from '../ports/index.ts'
import { databaseAt, placeOf, quickMs } from './keeping.ts'

const none: RecordsNow = { records: [], trouble: null }

/** Nothing is made where there is none. */
export async function recordsNow(env: NodeJS.ProcessEnv, project: Project, now: string): Promise<RecordsNow> {
  try {
    const place = placeOf(env, project, undefined)
    if (place.kind === 'off') return none
    if (place.kind === 'postgres') return await recordsOnServer(env, project)
    if (!existsSync(place.file)) return none
    const database = await openToRead({ ...databaseAt(env, place), timeoutMs: quickMs })
    try {
      const ledger = database.run(findProjectRow({ server: false }, place.key))
      return ledger === null ? none : { ...none, records: database.run(readRecords(ledger.id, now)) }
    } finally {
      database.close()
    }
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return { records: [], trouble: `tactical memory could not be read: ${withoutWays(reasonOf(error))}` }
  }
}

/** It goes into a bundle, and where somebody keeps their files is nobody's business: of an absolute path the last name is left. */
function withoutWays(reason: string): string {
  // Not after a letter, a colon or a slash: there it is a part of a name, or of the URL of a server.
  return reason.replace(/(?<![\w.:/\\@-])(?:[A-Za-z]:)?[\\/](?:[^:"'\n]*[\\/])?(?=[^\s\\/:"'])/g, '')
}

/** Also where nothing can be written. */
async function openToRead(options: Parameters<typeof openDatabase>[0]): Promise<Database> {
  try {
    return await openDatabase(options)
  } catch (error) {
    if (!(error instanceof StoreFailure) || error.code !== 'store-read-only') throw error
    return openDatabase({ ...options, immutable: true })
  }
}

async function recordsOnServer(env: NodeJS.ProcessEnv, project: Project): Promise<RecordsNow> {
  const { openStore } = await import('./store.ts')
  const tools = { env, warn: () => undefined, patienceMs: quickMs }
  const { store, place } = await openStore(tools, { project, store: undefined }, { any: true })
  try {
    return { ...none, records: await store.records(place.key) }
  } finally {
    await store.close()
  }
}
