import type { BundleRequest, PlannedSource } from '../../../core/plan/index.ts'
import type { Sanitiser } from '../../../core/redact/index.ts'
import { makeWorkItemComparator } from '../../../core/sources/index.ts'
import { type FoundSource, Refusal } from '../../../core/values/index.ts'
import type { EngineServices } from '../../../ports/index.ts'
import { type AdapterItem, type AdapterResult, askAdapters } from '../../sources/index.ts'
import type { ExternalDocuments, ExternalSourceDeps } from './candidates.ts'

/** Reads the work items of the adapters that the user named, best first. The order of the names does not matter. */
export async function readAdapterDocuments(
  deps: ExternalSourceDeps,
  source: PlannedSource,
  sanitiser: Sanitiser,
): Promise<ExternalDocuments> {
  const results = await readResults(deps, source, sanitiser)
  const best = makeWorkItemComparator(deps.plan.externalRules.ranking.states)
  const items = results.flatMap((result) => result.items.map((item) => ({ result, item })))
  items.sort((a, b) => best(a.item, b.item))
  return {
    found: items.map(({ result, item }, i) => makeFound(deps.engine, result, { ...item, rank: i + 1 })),
    diagnostics: results.flatMap((result) => result.diagnostics),
    asked: results.map(describeResult),
  }
}

async function readResults(
  deps: ExternalSourceDeps,
  source: PlannedSource,
  sanitiser: Sanitiser,
): Promise<readonly AdapterResult[]> {
  const { engine, project, plan, reader, task, trusted } = deps
  const adapters = plan.bundle?.adapters ?? []
  refuseTwice(adapters)
  const selected =
    source.pattern === '*' ? adapters : adapters.filter((adapter) => adapter.name === source.pattern)
  if (selected.length === 0) return []
  const plugins = await engine.pluginDeps(project, plan.catalog.scheme)
  try {
    return await askAdapters(
      { reader, plugins: async () => plugins, trusted },
      {
        ...plan.externalRules,
        names: selected.map((adapter) => adapter.name),
        files: Object.fromEntries(
          selected.flatMap(({ name, file }) => (file === null ? [] : [[name, file]])),
        ),
        task,
        sanitiser,
      },
    )
  } finally {
    await plugins.plugins.close()
  }
}

/** Refuses an adapter with two different files, because the intended file is unclear. */
function refuseTwice(adapters: BundleRequest['adapters']): void {
  const first = (name: string) => adapters.find((adapter) => adapter.name === name)!
  const twice = adapters.find(({ name, file }) => first(name).file !== file)
  if (twice === undefined) return
  const message = `The adapter ${JSON.stringify(twice.name)} is named twice, with different files.`
  throw new Refusal('usage', message, 'Name it once, or give each file its own adapter name.')
}

function makeFound({ hash }: EngineServices, result: AdapterResult, item: AdapterItem): FoundSource {
  const { text, path, freshness } = item
  return {
    state: 'found',
    uri: `adapter:${path}`,
    path,
    text,
    digest: hash(text),
    bytes: Buffer.byteLength(text),
    modifiedAt: freshness.source_updated_at ?? '',
    facts: {
      by: result.adapter,
      adapter_id: result.adapterId ?? result.adapter,
      item_id: item.id,
      state: item.state,
      priority: item.priority,
      rank: item.rank,
      score: item.score,
      breakdown: item.breakdown,
      freshness,
      sanitization: item.sanitization,
    },
  }
}

/** The most refused items that are listed per adapter. */
const maxNamed = 100

function describeResult(result: AdapterResult): ExternalDocuments['asked'][number] {
  const { refused } = result
  return {
    by: result.adapter,
    kind: 'adapter',
    adapter_id: result.adapterId,
    status: result.status,
    reason: result.reason,
    detail: result.detail ?? formatRefused(result),
    fetched_at: result.fetchedAt,
    candidates: result.candidates,
    max_items: result.maxItems,
    stale_seconds: result.staleSeconds,
    refused: refused.slice(0, maxNamed),
    refused_count: refused.length,
  }
}

/** Explains why items were refused; null if none was. */
function formatRefused({ refused }: AdapterResult): string | null {
  if (refused.length === 0) return null
  const named = refused.slice(0, maxNamed)
  const whys = [...new Set(named.map(({ why }) => why))].map((why) => {
    const paths = named.filter((item) => item.why === why).map(({ path }) => path)
    return `${paths.join(', ')} (${why})`
  })
  const more = refused.length - named.length
  return `loaded, without ${whys.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
