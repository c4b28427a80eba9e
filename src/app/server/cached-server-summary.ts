import { cachedWhileUnchanged } from '../engine/index.ts'
import type { ServerSummary } from './server-summary.ts'
import type { ServerDeps } from './service-tools.ts'

/** Cached while the manifest is unchanged, because parsing it would take most of the time that a server needs to start. */
export async function getServerSummary({ engine, project }: ServerDeps): Promise<ServerSummary> {
  return cachedWhileUnchanged(engine, project, ['server-summary', project], async () => {
    const { buildServerSummary } = await import('./server-summary.ts')
    return buildServerSummary(engine, project)
  })
}
