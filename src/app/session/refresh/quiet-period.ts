import { parseDurationMs, type SessionCount } from '../../../core/session/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import { memoizeWhileUnchanged } from '../../engine/index.ts'

/** How long a new session needs no update, in milliseconds; null if it never needs one. */
export type QuietPeriod = number | null

/**
 * Reads the quiet period of a manifest: null without refresh triggers, the shortest interval if all triggers are intervals, else 0. Every
 * prompt checks this first, because then neither the plan nor the trigger code has to be loaded.
 */
export async function readQuietPeriod(engine: EngineServices, project: Project): Promise<QuietPeriod> {
  return memoizeWhileUnchanged<QuietPeriod>(engine, project, ['quiet', project.manifestFile], async () => {
    const { manifest, chain } = await engine.loadManifest(project.manifestFile)
    const triggers = Object.values(manifest.tiers).flatMap(({ refresh }) => refresh)
    const periods = triggers.map((trigger) => ('every' in trigger ? parseDurationMs(trigger.every) : 0))
    return { value: periods.length === 0 ? null : Math.min(...periods), files: chain.map(({ file }) => file) }
  })
}

/** Whether no trigger can fire and no section waits. */
export function isQuiet(period: QuietPeriod, session: SessionCount | null, now: number): boolean {
  if (session !== null && session.waiting.length > 0) return false
  if (period === null) return true
  return session !== null && now - Date.parse(session.startedAt) < period
}
