import type { EngineServices, Project } from '../../../ports/index.ts'
import { cachedWhileUnchanged } from '../../engine/index.ts'

/**
 * Whether a manifest has no trigger at all, so that nothing can be told to a session that has begun. Every prompt asks: where it is so,
 * neither a plan nor what decides about triggers has to be loaded.
 */
export async function isQuietManifest(engine: EngineServices, project: Project): Promise<boolean> {
  return cachedWhileUnchanged(engine, project, ['quiet', project.manifestFile], async () => {
    const { manifest, chain } = await engine.loadManifest(project.manifestFile)
    const value = Object.values(manifest.tiers).every(({ refresh }) => refresh.length === 0)
    return { value, files: chain.map(({ file }) => file) }
  })
}
