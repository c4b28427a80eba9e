import { formatAddress, type Plan } from '../../../core/plan/index.ts'
import { type FoundSource, type Observation, toList } from '../../../core/values/index.ts'
import type { EngineServices, Project, RelevanceInput, SourceReader } from '../../../ports/index.ts'
import { makeIndexingInput } from './indexing-input.ts'
import type { PluginSource } from './plugin-source.ts'
import { ProjectDescription } from './project-description.ts'
import { readRelevance } from './read-relevance.ts'
import { readSessionState } from './read-session-state.ts'
import type { ComputedSources, Resolver } from './resolver.ts'

export interface ComputedDeps {
  readonly engine: EngineServices
  readonly project: Project
  readonly plan: Plan
  readonly reader: SourceReader
  readonly task: string | null
  /** For slow operations. */
  readonly progress: RelevanceInput['progress']
  /** The current session, if known. */
  readonly session: string | null
  readonly plugins: PluginSource
}

/** Opens the sources that are computed when their address is read. */
export function openComputedSources(deps: ComputedDeps, resolver: () => Resolver): ComputedSources {
  const { engine, project, session, plugins } = deps
  const description = new ProjectDescription(deps)
  return {
    async relevance(scope, { around, uri }) {
      const observation = await computeRelevance(deps, resolver(), { scope, around, uri })
      return { observation, places: null }
    },
    async session(uri) {
      const observation = readSessionState(await engine.session(project, session), uri, engine.hash)
      return { observation, places: null }
    },
    project: (name, uri) => description.describe(name, uri),
    plugin: (plugin, path, uri) => plugins.answer(plugin, path, uri),
  }
}

async function computeRelevance(
  deps: ComputedDeps,
  resolver: Resolver,
  { scope, around, uri }: { scope: string; around: readonly FoundSource[]; uri: string },
): Promise<Observation> {
  const { engine, project, plan, reader, task } = deps
  const rule = plan.catalog.contexts[scope]!
  if (!('relevance' in rule)) return { state: 'absent', uri, detail: `${uri} is not computed` }
  const found = await readRelevance(
    await engine.relevance(),
    {
      ...(await makeIndexingInput({ engine, project, plan, reader })),
      around,
      task,
      candidates: listCandidates(rule.relevance, reader),
      budget: computeBudget(plan, uri),
      formatAddress: makeAddressLookup(plan, resolver),
      progress: deps.progress,
    },
    uri,
    engine.hash,
  )
  if (found.text !== '') return found
  const about =
    around.length === 0 ? 'no document is active and no task was given' : 'nothing is linked to it'
  const fix = 'Set the status of a document to an active one, or give a task with --task.'
  return { state: 'absent', uri, detail: about, inactive: true, fix }
}

function listCandidates(
  { files, except }: { files: string | readonly string[]; except: readonly string[] },
  reader: SourceReader,
): string[] {
  const all = new Set(toList(files).flatMap((pattern) => reader.list(pattern)))
  return [...all].filter((path) => !except.some((pattern) => reader.matches(pattern, path))).sort()
}

/** The budget of the section with this address as its source. */
function computeBudget({ sections, tiers, level, catalog }: Plan, uri: string): number {
  const section = sections.find((candidate) =>
    candidate.sources.some(
      ({ address }) => address !== null && formatAddress(catalog.scheme, address) === uri,
    ),
  )
  const tier = section?.tier == null ? undefined : tiers[section.tier]
  return Math.min(section?.cap ?? level.budget, tier?.budget ?? level.budget, level.budget)
}

/** Documents of a collection are shown by their address, other files by their path. */
function makeAddressLookup({ catalog }: Plan, resolver: Resolver): (path: string) => string {
  let known: Map<string, string> | undefined
  return (path) => {
    known ??= new Map(
      Object.keys(catalog.collections).flatMap((type) => {
        const collection = resolver.collection(type)
        const addressOf = collection.addresses(catalog.scheme, type)
        return collection.paths().map((document) => [document, addressOf(document)] as const)
      }),
    )
    return known.get(path) ?? path
  }
}
