import type { Project, Workshop } from '../../ports/index.ts'
import { keptByStamps } from '../kept.ts'

/**
 * Whether a manifest has no trigger at all, so that nothing can be told to a session that has begun. Every prompt asks: where it is so,
 * neither a plan nor what decides about triggers has to be loaded.
 */
export async function isQuiet(shop: Workshop, project: Project): Promise<boolean> {
  const asked = { kind: 'quiet', of: [shop.build, project.manifestFile] }
  return keptByStamps(shop, project, asked, async () => {
    const { manifest, chain } = await shop.loadManifest(project.manifestFile)
    const value = Object.values(manifest.tiers).every(({ refresh }) => refresh.length === 0)
    return { value, files: chain.map(({ file }) => file), keepable: true }
  })
}
