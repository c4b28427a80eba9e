import type { Project, Workshop } from '../../ports/index.ts'
import { cleaner } from '../clean.ts'
import { isTrusted } from '../trust/trust.ts'
import { listPlugins } from './list.ts'
import type { PluginsAnswer } from './outputs.ts'
import { salienceFacts } from './plugins.ts'

export interface PluginsOrder {
  readonly project: Project
  readonly task: string | null
}

/** The plugins that the manifest names, and which triggers fire now. Starts none of them. */
export async function showPlugins(shop: Workshop, { project, task }: PluginsOrder): Promise<PluginsAnswer> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  const tools = await shop.pluginTools(project, manifest.scheme)
  const reader = await shop.sources(project, manifest.exclude)
  const facts = salienceFacts(tools, reader, { plugins: manifest.plugins, task, project })
  const { rules } = await shop.outside(project, manifest.redact)
  const trusted = isTrusted(await shop.trust(project))
  const clean = cleaner(manifest.redact, rules)
  return listPlugins(tools, { project, manifest, facts, trusted, clean })
}
