import type { PlannedSource } from '../../core/plan/index.ts'
import type { Found } from '../../core/values/index.ts'
import type { Workshop } from '../../ports/index.ts'
import type { AdapterAnswer, AdapterItem } from '../adapters/answer.ts'
import { askAdapters } from '../adapters/ask.ts'
import type { OutsideTools, Told } from './pool.ts'

/** The work items of the adapters that somebody named. */
export async function toldByAdapters(tools: OutsideTools, source: PlannedSource): Promise<Told> {
  const answers = await answersFor(tools, source)
  return {
    found: answers.flatMap((answer) => answer.items.map((item) => foundFor(tools.shop, answer, item))),
    diagnostics: answers.flatMap((one) => one.diagnostics),
    asked: answers.map(accountOf),
  }
}

async function answersFor(tools: OutsideTools, source: PlannedSource): Promise<readonly AdapterAnswer[]> {
  const { shop, project, plan, reader, task, trusted } = tools
  const wanted = plan.bundle?.adapters ?? []
  const asked = source.pattern === '*' ? wanted : wanted.filter((one) => one.name === source.pattern)
  if (asked.length === 0) return []
  const plugins = await shop.pluginTools(project, plan.catalog.scheme)
  try {
    return await askAdapters(
      { reader, plugins: async () => plugins, trusted },
      {
        ...plan.strangers,
        names: asked.map((one) => one.name),
        files: Object.fromEntries(asked.flatMap(({ name, file }) => (file === null ? [] : [[name, file]]))),
        task,
      },
    )
  } finally {
    await plugins.plugins.close()
  }
}

function foundFor({ hash }: Workshop, answer: AdapterAnswer, item: AdapterItem): Found {
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
    },
  }
}

function accountOf(answer: AdapterAnswer): Told['asked'][number] {
  return {
    by: answer.adapter,
    kind: 'adapter',
    adapter_id: answer.adapterId,
    status: answer.status,
    reason: answer.reason,
    detail: answer.detail,
    fetched_at: answer.fetchedAt,
    candidates: answer.candidates,
    max_items: answer.maxItems,
    stale_seconds: answer.staleSeconds,
  }
}
