import { getBaseName, getStem } from '../../core/values/index.ts'
import type { CompletionResult } from './project-info.ts'
import { listTemplates, openDocumentCatalog, withoutRedactedNames } from './resources.ts'
import type { CompleteInput, ServerDeps } from './server-deps.ts'
import { makeStartPrompt } from './server-tools.ts'

/** The most values that the protocol allows. */
const maxCount = 100

/** Completes the typed text of a variable; null if the variable is unknown. */
export async function completeVariable(
  deps: ServerDeps,
  input: CompleteInput,
): Promise<CompletionResult | null> {
  const names =
    'prompt' in input ? await listPromptValues(deps, input) : await listTemplateValues(deps, input)
  if (names === null) return null
  const { clean } = await openDocumentCatalog(deps)
  const fitting = selectMatching(
    withoutRedactedNames(names, (name) => name, clean),
    input.typed,
  )
  return { values: fitting.slice(0, maxCount), total: fitting.length, hasMore: fitting.length > maxCount }
}

async function listPromptValues(
  { engine, project }: ServerDeps,
  { prompt, variable }: CompleteInput & { prompt: string },
): Promise<readonly string[] | null> {
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const known = makeStartPrompt(manifest.scheme)
  if (prompt !== known.name || !known.arguments.some(({ name }) => name === variable)) return null
  // Only the user knows the task, so it has no completions.
  return variable === 'level' ? Object.keys(manifest.levels) : []
}

async function listTemplateValues(
  deps: ServerDeps,
  { template, variable }: CompleteInput & { template: string },
): Promise<readonly string[] | null> {
  const known = (await listTemplates(deps)).find((candidate) => candidate.template === template)
  if (known?.variable !== variable) return null
  const { manifest, resolver } = await openDocumentCatalog(deps)
  if (variable === 'scope') return Object.keys(manifest.contexts)
  if (variable === 'entity') return Object.keys(manifest.states)
  if (variable === 'path') return manifest.plugins[known.name]!.provides
  return [...new Set(resolver.collection(known.name).paths().map(toDocumentId))]
}

function toDocumentId(path: string): string {
  return getStem(getBaseName(path))
}

/** Lists the names that start with the text, then those that contain it, each sorted. */
function selectMatching(names: readonly string[], typed: string): string[] {
  const text = normalizeName(typed)
  const sorted = [...names].sort()
  const starting = sorted.filter((name) => normalizeName(name).startsWith(text))
  const containing = sorted.filter(
    (name) => normalizeName(name).indexOf(text) > 0 && !normalizeName(name).startsWith(text),
  )
  return [...starting, ...containing]
}

function normalizeName(name: string): string {
  return name.toLowerCase().normalize('NFC')
}
