import { cachedWhileUnchanged } from '../file-memo.ts'
import type { ServerSummary } from './draw-face.ts'
import type { ServerDeps } from './order.ts'

/** Cached while the manifest is unchanged, because parsing it would take most of the time that a server needs to start. */
export async function getServerSummary({ engine, project }: ServerDeps): Promise<ServerSummary> {
  return cachedWhileUnchanged(engine, project, ['server-summary', project], async () => {
    const { buildServerSummary } = await import('./draw-face.ts')
    return buildServerSummary(engine, project)
  })
}
