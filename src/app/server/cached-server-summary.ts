import { memoizeWhileUnchanged } from '../engine/index.ts'
import type { ServerDeps } from './server-deps.ts'
import type { ServerSummary } from './server-summary.ts'

/** Cached while the manifest is unchanged, because parsing it would take most of the time that a server needs to start. */
export async function getCachedServerSummary({ engine, project }: ServerDeps): Promise<ServerSummary> {
  return memoizeWhileUnchanged(engine, project, ['server-summary', project], async () => {
    const { buildServerSummary } = await import('./server-summary.ts')
    return buildServerSummary(engine, project)
  })
}
