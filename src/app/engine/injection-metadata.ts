import type { InjectionMetadata } from '../../core/receipt/index.ts'
import { formatIsoTime } from '../../core/values/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'

export interface CallerInfo {
  readonly agent: string | null
  readonly role: string | null
  readonly runId?: string
  /** The agent's own session id, if known. */
  readonly session?: string | undefined
  /** The address that is read, or the trigger that fired. */
  readonly asked?: string
  /** The program that asks through a server, by the name it gives itself. */
  readonly client?: string
}

/** Prefix of `asked` in a packet that repeats lost sections. The names of the sections follow. */
export const lostRequestPrefix = 'lost: '

/** Reads the clock once for the id and the time stamp, so that they agree. */
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
    timestamp: `${formatIsoTime(now.getTime()).slice(0, 19)}Z`,
    // Without a session id, this injection is a session of its own.
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
  const text = formatIsoTime(time.getTime())
  return `${text.slice(0, 10).replaceAll('-', '')}-${text.slice(11, 19).replaceAll(':', '')}`
}
