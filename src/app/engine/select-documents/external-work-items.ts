import type { BundleWish, PlannedSource } from '../../../core/plan/index.ts'
import type { Sanitiser } from '../../../core/redact/index.ts'
import { compareBestFirst } from '../../../core/sources/index.ts'
import { type Found, Refusal } from '../../../core/values/index.ts'
import type { EngineServices } from '../../../ports/index.ts'
import { type AdapterItem, type AdapterResult, askAdapters } from '../../sources/index.ts'
import type { ExternalDocuments, ExternalSourceDeps } from './candidates.ts'

/** Reads the work items of the adapters that the user named, best first. The order of the names does not matter. */
export async function readAdapterDocuments(
  deps: ExternalSourceDeps,
  source: PlannedSource,
  sanitiser: Sanitiser,
): Promise<ExternalDocuments> {
  const answers = await readResults(deps, source, sanitiser)
  const best = compareBestFirst(deps.plan.strangers.ranking.states)
  const items = answers.flatMap((answer) => answer.items.map((item) => ({ answer, item })))
  items.sort((a, b) => best(a.item, b.item))
  return {
    found: items.map(({ answer, item }, i) => makeFound(deps.engine, answer, { ...item, rank: i + 1 })),
    diagnostics: answers.flatMap((result) => result.diagnostics),
    asked: answers.map(describeResult),
  }
}

async function readResults(
  deps: ExternalSourceDeps,
  source: PlannedSource,
  sanitiser: Sanitiser,
): Promise<readonly AdapterResult[]> {
  const { engine, project, plan, reader, task, trusted } = deps
  const wanted = plan.bundle?.adapters ?? []
  refuseTwice(wanted)
  const asked = source.pattern === '*' ? wanted : wanted.filter((adapter) => adapter.name === source.pattern)
  if (asked.length === 0) return []
  const plugins = await engine.pluginTools(project, plan.catalog.scheme)
  try {
    return await askAdapters(
      { reader, plugins: async () => plugins, trusted },
      {
        ...plan.strangers,
        names: asked.map((adapter) => adapter.name),
        files: Object.fromEntries(asked.flatMap(({ name, file }) => (file === null ? [] : [[name, file]]))),
        task,
        sanitiser,
      },
    )
  } finally {
    await plugins.plugins.close()
  }
}

/** Refuses an adapter with two different files, because the intended file is unclear. */
function refuseTwice(wanted: BundleWish['adapters']): void {
  const first = (name: string) => wanted.find((adapter) => adapter.name === name)!
  const twice = wanted.find(({ name, file }) => first(name).file !== file)
  if (twice === undefined) return
  const message = `The adapter ${JSON.stringify(twice.name)} is named twice, with different files.`
  throw new Refusal('usage', message, 'Name it once, or give each file its own adapter name.')
}

function makeFound({ hash }: EngineServices, answer: AdapterResult, item: AdapterItem): Found {
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
      by: answer.adapter,
      adapter_id: answer.adapterId ?? answer.adapter,
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

function describeResult(answer: AdapterResult): ExternalDocuments['asked'][number] {
  const { refused } = answer
  return {
    by: answer.adapter,
    kind: 'adapter',
    adapter_id: answer.adapterId,
    status: answer.status,
    reason: answer.reason,
    detail: answer.detail ?? formatRefused(answer),
    fetched_at: answer.fetchedAt,
    candidates: answer.candidates,
    max_items: answer.maxItems,
    stale_seconds: answer.staleSeconds,
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
