// Where sessions are counted, and how one gets at them. A hook loads this, so nothing heavy stands here.
import { existsSync } from 'node:fs'
import { openSessions } from '../adapters/sql/sessions.ts'
import type { Place } from '../adapters/state/index.ts'
import type { Counting } from '../app/refresh/told.ts'
import { Refusal, reasonOf, StoreFailure } from '../core/values/index.ts'
import type { Project, Sessions } from '../ports/index.ts'
import { databaseAt, makeStateAt, placeOf } from './keeping.ts'

export type Env = NodeJS.ProcessEnv
type Local = Place & { readonly kind: 'sqlite' }

/** How long a hook waits for another program that writes. */
const quickMs = 2_000

/** Sessions are of this machine: where the ledger is on a server, they are counted in the project's own file. Null where nothing is kept. */
function localPlace(env: Env, project: Project, store: string | undefined): Local | null {
  const place = placeOf(env, project, store)
  const local = place.kind === 'postgres' ? placeOf(env, project, 'shared') : place
  return local.kind === 'sqlite' ? local : null
}

async function openAt(env: Env, place: Local): Promise<Sessions> {
  if (!existsSync(place.file)) makeStateAt(place.directory)
  return openSessions({ ...databaseAt(env, place), timeoutMs: quickMs, ledger: place.key.uid ?? '' })
}

/** Never throws for what is wrong with the store: a session gets its context all the same. */
export async function countingFor(env: Env, project: Project): Promise<Counting> {
  try {
    const place = localPlace(env, project, undefined)
    return { sessions: place === null ? null : await openAt(env, place), trouble: null }
  } catch (error) {
    if (!(error instanceof StoreFailure) && !(error instanceof Refusal)) throw error
    return { sessions: null, trouble: reasonOf(error) }
  }
}

/** Who only asks makes nothing. Closed by whoever waits for no more. */
export async function asking<T>(
  env: Env,
  { project, store }: { project: Project; store: string | undefined },
  ask: (sessions: Sessions) => T,
): Promise<T | null> {
  const place = localPlace(env, project, store)
  if (place === null || !existsSync(place.file)) return null
  const sessions = await openAt(env, place)
  try {
    return ask(sessions)
  } finally {
    sessions.close()
  }
}
