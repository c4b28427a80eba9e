import type { EngineServices, Project } from '../../../ports/index.ts'
import { memoizeWhileUnchanged } from '../../engine/index.ts'

/**
 * Whether a manifest has no refresh trigger, so that a running session never gets an update. Every prompt checks this first,
 * because then neither the plan nor the trigger code has to be loaded.
 */
export async function isQuietManifest(engine: EngineServices, project: Project): Promise<boolean> {
  return memoizeWhileUnchanged(engine, project, ['quiet', project.manifestFile], async () => {
    const { manifest, chain } = await engine.loadManifest(project.manifestFile)
    const value = Object.values(manifest.tiers).every(({ refresh }) => refresh.length === 0)
    return { value, files: chain.map(({ file }) => file) }
  })
}
