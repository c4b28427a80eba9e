// Sessions that have begun, put together. Loaded where a session is named: nobody else pays for it.
import { existsSync } from 'node:fs'
import { openSessions } from '../adapters/sql/sessions.ts'
import type { Place } from '../adapters/state/index.ts'
import type { SessionsAnswer } from '../app/index.ts'
import { isWatch } from '../app/refresh/plan.ts'
import { type RefreshOrder, refresh } from '../app/refresh/refresh.ts'
import type { Counting } from '../app/refresh/told.ts'
import { Refusal, reasonOf, StoreFailure } from '../core/values/index.ts'
import type { Project, Recorder, SessionCount, Sessions, Workshop } from '../ports/index.ts'
import { databaseAt, makeStateAt, placeOf } from './keeping.ts'

type Env = NodeJS.ProcessEnv
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

export interface RefreshParts {
  readonly env: Env
  readonly shop: Workshop
  readonly recorder: Recorder
}

export async function refreshWith({ env, shop, recorder }: RefreshParts, order: RefreshOrder) {
  const counting = await countingFor(env, order.project)
  return refresh({ shop, recorder, counting }, order)
}

/** Who only asks makes nothing. Closed by whoever waits for no more. */
async function asking<T>(
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

export async function listSessions(
  env: Env,
  choice: { project: Project; store: string | undefined },
  limit: number,
): Promise<SessionsAnswer> {
  const { asRefusal } = await import('./store.ts')
  try {
    const sessions = (await asking(env, choice, (all) => all.list(limit))) ?? []
    return {
      project: choice.project.name,
      sessions: sessions.map(({ startedAt, lastAt, refreshedAt, refreshedTurn, told, ...one }) => ({
        session: one.session,
        agent: one.agent,
        started_at: startedAt,
        last_at: lastAt,
        turns: one.turns,
        refreshed_at: refreshedAt,
        refreshed_turn: refreshedTurn,
        told: told.filter((section) => !isWatch(section.section)),
      })),
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The one that is named, else the latest. What cannot be asked has not been counted. */
export async function sessionOf(
  env: Env,
  project: Project,
  session: string | null,
): Promise<SessionCount | null> {
  const choice = { project, store: undefined }
  try {
    const count = await asking(env, choice, (all) =>
      session === null ? (all.list(1)[0] ?? null) : all.get(session),
    )
    if (count === null) return null
    return { ...count, told: count.told.filter((section) => !isWatch(section.section)) }
  } catch (error) {
    if (error instanceof StoreFailure || error instanceof Refusal) return null
    throw error
  }
}

/** How many sessions were, or would be, forgotten. */
export async function forgetSessions(
  env: Env,
  choice: { project: Project; store: string | undefined },
  { before, dryRun }: { before: string; dryRun: boolean },
): Promise<number> {
  return (await asking(env, choice, (all) => all.forget(before, dryRun))) ?? 0
}
