// Sessions that were counted, for those who ask about them.
import { existsSync } from 'node:fs'
import { openSessions } from '../adapters/sql/sessions.ts'
import type { Project, Sessions } from '../ports/index.ts'
import { countedIn, databaseAt, placeOf, quickMs } from './keeping.ts'

export type Env = NodeJS.ProcessEnv

/** Who only asks makes nothing. Closed by whoever waits for no more. */
export async function asking<T>(
  env: Env,
  { project, store }: { project: Project; store: string | undefined },
  ask: (sessions: Sessions) => T,
): Promise<T | null> {
  const place = countedIn(env, project, placeOf(env, project, store))
  if (place === null || !existsSync(place.file)) return null
  const ledger = place.key.uid ?? ''
  const sessions = await openSessions({ ...databaseAt(env, place), timeoutMs: quickMs, ledger })
  try {
    return ask(sessions)
  } finally {
    sessions.close()
  }
}
