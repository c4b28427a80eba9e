// Where a project's ledger is kept, and how one gets at it: quickly for a hook that writes, or wholly for a person who asks.
import { existsSync } from 'node:fs'
import { hash, ids } from '../adapters/digest/index.ts'
import { userDirectory } from '../adapters/disk/index.ts'
import { openSpool, waiting } from '../adapters/spool/index.ts'
import { type Database, openDatabase } from '../adapters/sql/database.ts'
import { insertInto } from '../adapters/sql/insert.ts'
import { findProjectRow } from '../adapters/sql/project-row.ts'
import type { OpenLedger } from '../adapters/sql/sent-reads.ts'
import { createSessions } from '../adapters/sql/sessions.ts'
import { locateState, makeStateDirectory, type Place } from '../adapters/state/index.ts'
import { openRecorder } from '../app/record/recorder.ts'
import { uidFrom } from '../core/ledger/index.ts'
import { Refusal, reasonOf, StoreFailure } from '../core/values/index.ts'
import type { Counting, Project, Recorder } from '../ports/index.ts'
import { repositoryOf } from './repository.ts'

/** How long a program that must be quick waits for another one that writes. */
export const quickMs = 2_000

/** A place on this machine. */
export type Local = Place & { readonly kind: 'sqlite' }

export function placeOf(env: NodeJS.ProcessEnv, project: Project, store: string | undefined): Place {
  return locateState({
    root: project.root,
    repository: repositoryOf(env, project.root),
    setting: store ?? env.FOREWORD_STORE,
    project: env.FOREWORD_PROJECT,
    userState: userDirectory('state', env),
  })
}

export interface Keeping {
  readonly recorder: Recorder
  /** Never throws for what is wrong with the store: a session gets its context all the same. */
  counting(): Promise<Counting>
}

export interface HookKeeping extends Keeping {
  /** The ledger of the project, to be asked; null where that needs a whole store. */
  ledger(): Promise<OpenLedger | null>
  /** For those who live longer. Nothing is lost without it. */
  close(): Promise<void>
}

/**
 * What a program keeps, with one look for the place and one connection. It lives for moments, unless it says that it is lasting. Where
 * FOREWORD_STORE names no place, nothing is kept, and that is said: the agent gets its context all the same.
 */
export function keepingFor(env: NodeJS.ProcessEnv, project: Project, lasting = false): HookKeeping {
  const place = placeOrRefusal(env, project)
  if (place instanceof Refusal) {
    const detail = `no record is kept: ${place.message} ${place.fix ?? ''}`
    const record: Recorder['record'] = async () => ({
      kept: 'nowhere',
      troubles: [{ code: 'no-record', detail }],
    })
    const counting = async () => ({ sessions: null, trouble: reasonOf(place) })
    return { recorder: { record }, counting, ledger: async () => null, close: async () => {} }
  }
  const shared = connections(env, lasting)
  return {
    recorder: recorderAt(env, place, shared),
    counting: async () => countingAt(env, countedIn(env, project, place), shared),
    ledger: () => ledgerAt(place, shared),
    close: shared.close,
  }
}

/** Whether what was recorded waits for somebody to take it to a server. */
export function leadsToServer(env: NodeJS.ProcessEnv, project: Project): boolean {
  const place = placeOrRefusal(env, project)
  return !(place instanceof Refusal) && place.kind === 'postgres'
}

function placeOrRefusal(env: NodeJS.ProcessEnv, project: Project): Place | Refusal {
  try {
    return placeOf(env, project, undefined)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

interface Connections {
  readonly lasting: boolean
  open(place: Local): Promise<Database>
  forget(place: Local): void
  close(): Promise<void>
}

/** One to each file. */
function connections(env: NodeJS.ProcessEnv, lasting: boolean): Connections {
  const opened = new Map<string, Promise<Database>>()
  return {
    lasting,
    open(place) {
      const there = opened.get(place.file)
      if (there !== undefined) return there
      const database = openAt(env, place, lasting)
      opened.set(place.file, database)
      return database
    },
    forget: (place) => void opened.delete(place.file),
    async close() {
      const all = await Promise.allSettled(opened.values())
      opened.clear()
      for (const one of all) if (one.status === 'fulfilled') one.value.close()
    },
  }
}

async function openAt(env: NodeJS.ProcessEnv, place: Local, lasting: boolean): Promise<Database> {
  // Where the file is, the directory was made and looked at before.
  if (!existsSync(place.file)) makeStateAt(place.directory)
  return openDatabase({ ...databaseAt(env, place), timeoutMs: quickMs, lasting })
}

function recorderAt(env: NodeJS.ProcessEnv, place: Place, { open, forget, lasting }: Connections): Recorder {
  if (place.kind === 'off') {
    const troubles = place.trouble === null ? [] : [place.trouble]
    return { record: async () => ({ kept: 'off', troubles }) }
  }
  const spools = place.spools.map(openSpool)
  const { trouble } = place
  if (place.kind === 'postgres') return openRecorder({ append: null, spools, trouble, hash })
  const options = { ...databaseAt(env, place), timeoutMs: quickMs, lasting }
  return openRecorder({
    async append(parcels) {
      try {
        return await insertInto(await open(place), options).append(place.key, parcels)
      } catch (error) {
        // A run is long: what kept it from the store at its beginning may be gone at its end.
        forget(place)
        throw error
      }
    },
    spools,
    trouble,
    hash,
  })
}

/** What waits in a spool has to be taken in first. */
async function ledgerAt(place: Place, { open, forget }: Connections): Promise<OpenLedger | null> {
  if (place.kind !== 'sqlite' || place.spools.some((spool) => waiting(spool) > 0)) return null
  try {
    const database = await open(place)
    const project = database.run(findProjectRow({ server: false }, place.key))
    return project === null ? null : { database, project }
  } catch (error) {
    forget(place)
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return null
  }
}

/** Sessions are of this machine: where the ledger is on a server, they are counted in the project's own file. Null where nothing is kept. */
export function countedIn(env: NodeJS.ProcessEnv, project: Project, place: Place): Local | null {
  const local = place.kind === 'postgres' ? placeOf(env, project, 'shared') : place
  return local.kind === 'sqlite' ? local : null
}

async function countingAt(
  env: NodeJS.ProcessEnv,
  place: Local | null,
  { open, forget, lasting }: Connections,
): Promise<Counting> {
  if (place === null) return { sessions: null, trouble: null }
  try {
    const options = { ...databaseAt(env, place), timeoutMs: quickMs, lasting, ledger: place.key.uid ?? '' }
    return { sessions: createSessions(await open(place), options), trouble: null }
  } catch (error) {
    forget(place)
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return { sessions: null, trouble: reasonOf(error) }
  }
}

/** What both ways into the database need. */
export function databaseAt(env: NodeJS.ProcessEnv, { file }: { file: string }) {
  return {
    file,
    hash,
    durability: env.FOREWORD_DURABILITY === 'full' ? ('full' as const) : ('normal' as const),
    // Two clones of a repository have two ledgers, and neither may pass for the other.
    newUid: (name: string) => `${uidFrom(name)}@${ids.random(8)}`,
    clock: () => new Date(),
  }
}

const full = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export function makeStateAt(directory: string): void {
  try {
    makeStateDirectory(directory)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    if (full.has(code)) throw new StoreFailure('store-full', `${directory} cannot be made: ${message}`)
    throw new StoreFailure('store-read-only', `${directory} cannot be written to: ${message}`)
  }
}
