import type { EngineServices, Project } from '../../../ports/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { isTrusted } from '../../trust/index.ts'
import { listPlugins, type PluginsResult } from './list-plugins.ts'
import { gatherSalienceFacts } from './plugin-readings.ts'

export interface PluginsInput {
  readonly project: Project
  readonly task: string | null
}

/** Lists the plugins that the manifest names, and which triggers fire now. Does not start a plugin. */
export async function showPlugins(
  engine: EngineServices,
  { project, task }: PluginsInput,
): Promise<PluginsResult> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const deps = await engine.pluginDeps(project, manifest.scheme)
  const reader = await engine.sources(project, manifest.exclude)
  const facts = gatherSalienceFacts(deps, reader, { plugins: manifest.plugins, task, project })
  const { rules } = await engine.projectRedactionRules(project, manifest.redact)
  const trusted = isTrusted(await engine.trust(project))
  const clean = makeTextRedactor(manifest.redact, rules)
  return listPlugins(deps, { project, manifest, facts, trusted, clean })
}
