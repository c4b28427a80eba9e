// Sessions that have begun, put together. Loaded where a session is named: nobody else pays for it.
import type { SessionsAnswer } from '../app/index.ts'
import { isWatch } from '../app/refresh/plan.ts'
import { type RefreshOrder, refresh } from '../app/refresh/refresh.ts'
import { Refusal, StoreFailure } from '../core/values/index.ts'
import type { Project, SessionCount, Workshop } from '../ports/index.ts'
import type { Keeping } from './keeping.ts'
import { asking, type Env } from './sessions.ts'

export interface RefreshParts extends Keeping {
  readonly shop: Workshop
}

export async function refreshWith({ shop, recorder, counting }: RefreshParts, order: RefreshOrder) {
  return refresh({ shop, recorder, counting: await counting() }, order)
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
      sessions: sessions.map(({ startedAt, lastAt, refreshedAt, refreshedTurn, told, waiting, ...one }) => ({
        session: one.session,
        agent: one.agent,
        started_at: startedAt,
        last_at: lastAt,
        turns: one.turns,
        refreshed_at: refreshedAt,
        refreshed_turn: refreshedTurn,
        told: told.filter((section) => !isWatch(section.section)),
        waiting,
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
