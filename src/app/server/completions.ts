import { getBaseName, getStem } from '../../core/values/index.ts'
import { makeStartPrompt } from './offered-tools.ts'
import { listTemplates, openCatalog, withoutRedactedNames } from './resources.ts'
import type { CompletionResult } from './server-answer.ts'
import type { CompleteInput, ServerDeps } from './service-tools.ts'

/** As many as the protocol lets a server say. */
const maxCount = 100

/** What a variable can be, for what was typed of it; null for a variable that nothing here has. */
export async function completeVariable(
  tools: ServerDeps,
  order: CompleteInput,
): Promise<CompletionResult | null> {
  const names = 'prompt' in order ? await promptNames(tools, order) : await templateNames(tools, order)
  if (names === null) return null
  const { clean } = await openCatalog(tools)
  const fitting = matching(
    withoutRedactedNames(names, (name) => name, clean),
    order.typed,
  )
  return { values: fitting.slice(0, maxCount), total: fitting.length, hasMore: fitting.length > maxCount }
}

async function promptNames(
  { engine, project }: ServerDeps,
  { prompt, variable }: CompleteInput & { prompt: string },
): Promise<readonly string[] | null> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const known = makeStartPrompt(manifest.scheme)
  if (prompt !== known.name || !known.arguments.some(({ name }) => name === variable)) return null
  // A task is what somebody wants done: nothing here can know it.
  return variable === 'level' ? Object.keys(manifest.levels) : []
}

async function templateNames(
  tools: ServerDeps,
  { template, variable }: CompleteInput & { template: string },
): Promise<readonly string[] | null> {
  const known = (await listTemplates(tools)).find((one) => one.template === template)
  if (known?.variable !== variable) return null
  const { manifest, resolver } = await openCatalog(tools)
  if (variable === 'scope') return Object.keys(manifest.contexts)
  if (variable === 'entity') return Object.keys(manifest.states)
  if (variable === 'path') return manifest.plugins[known.name]!.provides
  return [...new Set(resolver.collection(known.name).paths().map(idOf))]
}

function idOf(path: string): string {
  return getStem(getBaseName(path))
}

/** Those that begin with it before those that hold it, each in their order. */
function matching(names: readonly string[], typed: string): string[] {
  const wanted = spelled(typed)
  const sorted = [...names].sort()
  const begins = sorted.filter((name) => spelled(name).startsWith(wanted))
  const holds = sorted.filter(
    (name) => spelled(name).indexOf(wanted) > 0 && !spelled(name).startsWith(wanted),
  )
  return [...begins, ...holds]
}

function spelled(name: string): string {
  return name.toLowerCase().normalize('NFC')
}
