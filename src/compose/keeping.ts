// Where a project's ledger is kept, and how one gets at it: quickly for a hook that writes, or wholly for a person who asks.
import { existsSync } from 'node:fs'
import { hash, ids } from '../adapters/digest/index.ts'
import { userDirectory } from '../adapters/disk/index.ts'
import { openSpool } from '../adapters/spool/index.ts'
import { openInsert } from '../adapters/sql/insert.ts'
import { locateState, makeStateDirectory, type Place } from '../adapters/state/index.ts'
import { openRecorder } from '../app/record/recorder.ts'
import { uidFrom } from '../core/ledger/index.ts'
import { Refusal, StoreFailure } from '../core/values/index.ts'
import type { Project, Recorder } from '../ports/index.ts'
import { repositoryOf } from './repository.ts'

/** How long a program that must be quick waits for another one that writes. */
const quickMs = 2_000

export function placeOf(env: NodeJS.ProcessEnv, project: Project, store: string | undefined): Place {
  return locateState({
    root: project.root,
    repository: repositoryOf(env, project.root),
    setting: store ?? env.FOREWORD_STORE,
    project: env.FOREWORD_PROJECT,
    userState: userDirectory('state', env),
  })
}

/** Where FOREWORD_STORE names no place, nothing is kept, and that is said: the agent gets its context all the same. */
export function recorderFor(env: NodeJS.ProcessEnv, project: Project): Recorder {
  const place = placeOrRefusal(env, project)
  if (!(place instanceof Refusal)) return recorderAt(env, place)
  const detail = `no record is kept: ${place.message} ${place.fix ?? ''}`
  return { record: async () => ({ kept: 'nowhere', troubles: [{ code: 'no-record', detail }] }) }
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

function recorderAt(env: NodeJS.ProcessEnv, place: Place): Recorder {
  if (place.kind === 'off') {
    const troubles = place.trouble === null ? [] : [place.trouble]
    return { record: async () => ({ kept: 'off', troubles }) }
  }
  const spools = place.spools.map(openSpool)
  const { trouble } = place
  if (place.kind === 'postgres') return openRecorder({ append: null, spools, trouble, hash })
  let insert: ReturnType<typeof openInsertAt> | undefined
  return openRecorder({
    async append(parcels) {
      insert ??= openInsertAt(env, place)
      try {
        return await (await insert).append(place.key, parcels)
      } catch (error) {
        // A run is long: what kept it from the store at its beginning may be gone at its end.
        insert = undefined
        throw error
      }
    },
    spools,
    trouble,
    hash,
  })
}

async function openInsertAt(env: NodeJS.ProcessEnv, place: Place & { kind: 'sqlite' }) {
  // Where the file is, the directory was made and looked at before.
  if (!existsSync(place.file)) makeStateAt(place.directory)
  return openInsert({ ...databaseAt(env, place), timeoutMs: quickMs })
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
