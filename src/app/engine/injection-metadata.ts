import type { InjectionMetadata } from '../../core/receipt/index.ts'
import { isoTime } from '../../core/values/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'

export interface CallerInfo {
  readonly agent: string | null
  readonly role: string | null
  readonly runId?: string
  /** The agent's own session, where it is known. */
  readonly session?: string | undefined
  /** The address that is read, or the trigger that fired. */
  readonly asked?: string
  /** The program that asks through a server, as it names itself. */
  readonly client?: string
}

/** What a packet was asked for with that repeats what was lost; behind it stand its sections. */
export const lostRequestPrefix = 'lost: '

/** One reading of the clock for the id and for the time stamp, so that they cannot disagree. */
export function makeInjectionMetadata(
  engine: EngineServices,
  project: Project,
  manifest: Pick<InjectionMetadata, 'manifest' | 'manifest_digest'>,
  who: CallerInfo,
): InjectionMetadata {
  const now = engine.clock.now()
  const injection_id = `INJ-${formatCompactTime(now)}-${engine.ids.random(6)}`
  return {
    injection_id,
    timestamp: `${isoTime(now.getTime()).slice(0, 19)}Z`,
    // Where nobody knows of a session, this injection is one by itself.
    session_id: who.session ?? who.runId ?? injection_id,
    run_id: who.runId ?? null,
    repo: project.name,
    commit: engine.commit(project.root),
    agent: who.agent,
    role: who.role,
    engine: engine.version,
    ...manifest,
    ...(who.asked !== undefined && { asked: who.asked }),
    ...(who.client !== undefined && { client: who.client }),
  }
}

export function makeRunId(engine: EngineServices, agent: string): string {
  return `${formatCompactTime(engine.clock.now())}-${agent}-${engine.ids.random(6)}`
}

/** `20260103-183000`, UTC. */
function formatCompactTime(time: Date): string {
  const text = isoTime(time.getTime())
  return `${text.slice(0, 10).replaceAll('-', '')}-${text.slice(11, 19).replaceAll(':', '')}`
}
