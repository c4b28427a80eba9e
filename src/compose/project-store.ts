// The store of a project on a hook's path: the recorder, the sessions and the ledger, without the code that only commands need. `store.ts` opens the whole store.
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { hash, ids } from '../adapters/cache/index.ts'
import { getUserDirectory } from '../adapters/disk/index.ts'
import { findRepositoryOfDirectory } from '../adapters/git/head.ts'
import {
  countWaiting,
  locateState,
  makeStoreDirectory,
  openSpool,
  type StatePlace,
} from '../adapters/store/index.ts'
import { type Connections, shareConnections } from '../adapters/store/sql/connections.ts'
import { openDatabase } from '../adapters/store/sql/database.ts'
import { createInsert } from '../adapters/store/sql/insert.ts'
import { findProjectRow } from '../adapters/store/sql/project-row.ts'
import type { OpenLedger } from '../adapters/store/sql/sent-reads.ts'
import { createSessions, openSessions } from '../adapters/store/sql/sessions.ts'
import { openRecorder } from '../app/record/recorder.ts'
import { makeUid } from '../core/receipt/index.ts'
import { getErrorMessage, Refusal, StoreFailure } from '../core/values/index.ts'
import type { Project, Recorder, SessionStore, Sessions } from '../ports/index.ts'

type Env = NodeJS.ProcessEnv

/** How long a hook waits for another process that writes. */
export const hookTimeoutMs = 2_000

type SqlitePlace = StatePlace & { readonly kind: 'sqlite' }

export interface StoreChoice {
  readonly project: Project
  /** As with --store; undefined for the project's own. */
  readonly store: string | undefined
}

export function locateStore(env: Env, { project, store }: StoreChoice): StatePlace {
  return locateState({
    root: project.root,
    repository: findRepositoryOfDirectory(env, project.root),
    setting: store ?? env.FOREWORD_STORE,
    project: env.FOREWORD_PROJECT,
    userState: getUserDirectory('state', env),
    other: store !== undefined && store !== env.FOREWORD_STORE,
  })
}

export interface ProjectStore {
  readonly recorder: Recorder
  /** Never throws for a failure of the store: the session gets its context all the same. */
  counting(): Promise<SessionStore>
  /** The ledger of the project, for reading; null if reading needs the whole store. */
  ledger(): Promise<OpenLedger | null>
  /** Only a server needs to call this. A hook loses nothing without it. */
  close(): Promise<void>
}

/**
 * Opens the store at the first use, with one connection. `lasting` is true in a server. If FOREWORD_STORE is invalid, the recorder reports
 * that no record is kept, and the agent gets its context all the same.
 */
export function openProjectStore(env: Env, project: Project, lasting = false): ProjectStore {
  const place = placeOrRefusal(env, project)
  if (place instanceof Refusal) return refusedStore(place)
  const connections = shareConnections(async (file) => {
    // A file that exists lies in a directory that was made and checked before.
    if (!existsSync(file)) makeStoreDirectory(dirname(file))
    return openDatabase({ ...databaseOptions(env, { file }), timeoutMs: hookTimeoutMs, lasting })
  })
  const parts = { env, connections, lasting }
  return {
    recorder: openRecorderAt(parts, place),
    counting: () => openCounting(parts, sessionsPlace(env, project, place)),
    ledger: () => openLedger(parts, place),
    close: connections.close,
  }
}

function refusedStore(refusal: Refusal): ProjectStore {
  const detail = `no record is kept: ${refusal.message} ${refusal.fix ?? ''}`
  return {
    recorder: { record: async () => ({ kept: 'nowhere', troubles: [{ code: 'no-record', detail }] }) },
    counting: async () => ({ sessions: null, trouble: getErrorMessage(refusal) }),
    ledger: async () => null,
    close: async () => {},
  }
}

/** Whether the spool has to be taken to a server. */
export function leadsToServer(env: Env, project: Project): boolean {
  const place = placeOrRefusal(env, project)
  return !(place instanceof Refusal) && place.kind === 'postgres'
}

export function placeOrRefusal(env: Env, project: Project): StatePlace | Refusal {
  try {
    return locateStore(env, { project, store: undefined })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

interface StoreParts {
  readonly env: Env
  readonly connections: Connections
  readonly lasting: boolean
}

function openRecorderAt({ env, connections, lasting }: StoreParts, place: StatePlace): Recorder {
  const { trouble } = place
  if (place.kind === 'off') {
    return { record: async () => ({ kept: 'off', troubles: trouble === null ? [] : [trouble] }) }
  }
  const spools = place.spools.map(openSpool)
  if (place.kind === 'postgres') return openRecorder({ append: null, spools, trouble, hash })
  const options = { ...databaseOptions(env, place), timeoutMs: hookTimeoutMs, lasting }
  return openRecorder({
    async append(parcels) {
      try {
        return await createInsert(await connections.open(place.file), options).append(place.key, parcels)
      } catch (error) {
        // Try again: a run is long, and the store may be available at its end.
        connections.drop(place.file)
        throw error
      }
    },
    spools,
    trouble,
    hash,
  })
}

/** Null also while entries wait in a spool: the whole store takes them in first. */
async function openLedger({ connections }: StoreParts, place: StatePlace): Promise<OpenLedger | null> {
  if (place.kind !== 'sqlite' || place.spools.some((spool) => countWaiting(spool) > 0)) return null
  try {
    const database = await connections.open(place.file)
    const project = database.run(findProjectRow({ server: false }, place.key))
    return project === null ? null : { database, project }
  } catch (error) {
    connections.drop(place.file)
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return null
  }
}

async function openCounting(parts: StoreParts, place: SqlitePlace | null): Promise<SessionStore> {
  if (place === null) return { sessions: null, trouble: null }
  const { env, connections, lasting } = parts
  try {
    const options = { ...databaseOptions(env, place), timeoutMs: hookTimeoutMs, lasting }
    const database = await connections.open(place.file)
    return { sessions: createSessions(database, { ...options, ledger: place.key.uid ?? '' }), trouble: null }
  } catch (error) {
    connections.drop(place.file)
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return { sessions: null, trouble: getErrorMessage(error) }
  }
}

/** Sessions stay on this machine: if the ledger is on a server, they are in the project's own file. Null if nothing is kept. */
export function sessionsPlace(env: Env, project: Project, place: StatePlace): SqlitePlace | null {
  const local = place.kind === 'postgres' ? locateStore(env, { project, store: 'shared' }) : place
  return local.kind === 'sqlite' ? local : null
}

/** Null if the store does not exist. Reading does not create it. */
export async function withSessions<T>(
  env: Env,
  choice: StoreChoice,
  ask: (sessions: Sessions) => T,
): Promise<T | null> {
  const place = sessionsPlace(env, choice.project, locateStore(env, choice))
  if (place === null || !existsSync(place.file)) return null
  const options = { ...databaseOptions(env, place), timeoutMs: hookTimeoutMs, ledger: place.key.uid ?? '' }
  const sessions = await openSessions(options)
  try {
    return ask(sessions)
  } finally {
    sessions.close()
  }
}

export function databaseOptions(env: Env, { file }: { file: string }) {
  return {
    file,
    hash,
    durability: env.FOREWORD_DURABILITY === 'full' ? ('full' as const) : ('normal' as const),
    // Two clones of a repository have two ledgers, and neither may pass for the other.
    newUid: (name: string) => `${makeUid(name)}@${ids.random(8)}`,
    clock: () => new Date(),
  }
}
