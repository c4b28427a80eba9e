import type { Plan, PlannedSource } from '../../core/plan/index.ts'
import type { Sanitiser } from '../../core/prohibited/index.ts'
import { type Diagnostic, diagnostic, type Found } from '../../core/values/index.ts'
import type { Project, SourceReader, Workshop } from '../../ports/index.ts'
import type { AdapterAnswer, AdapterItem } from '../adapters/answer.ts'
import { askAdapters } from '../adapters/ask.ts'
import { sanitiserFor } from '../sanitise.ts'
import type { Told } from './pool.ts'

export interface TellTools {
  readonly shop: Workshop
  readonly project: Project
  readonly plan: Plan
  readonly reader: SourceReader
  readonly task: string | null
  trusted(): Promise<boolean>
}

/** What adapters have, as documents that nobody answers for: nothing prohibited comes in, and each one that was touched is named. */
export async function toldBy(tools: TellTools, source: PlannedSource): Promise<Told> {
  const { shop, project, plan } = tools
  const sanitiser = await sanitiserFor(shop, project, {
    redact: plan.redact,
    prohibited: plan.strangers.prohibited,
  })
  const answers = await answersFor(tools, source)
  const told = answers.flatMap((answer) => answer.items.map((item) => foundFor(shop, answer, item)))
  const safe = told.map((found) => sanitised(found, sanitiser))
  return {
    found: safe.flatMap((one) => ('found' in one ? [one.found] : [])),
    diagnostics: [
      ...answers.flatMap((one) => one.diagnostics).map((one) => cleaned(one, sanitiser)),
      ...safe.flatMap((one) => one.diagnostics),
    ],
    asked: answers.map((one) => accountOf(one, sanitiser)),
  }
}

async function answersFor(tools: TellTools, source: PlannedSource): Promise<readonly AdapterAnswer[]> {
  const { shop, project, plan, reader, task, trusted } = tools
  const wanted = source.scheme === 'adapter' ? (plan.bundle?.adapters ?? []) : []
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
      adapter: answer.adapter,
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

type Safe =
  | { readonly found: Found; readonly diagnostics: readonly Diagnostic[] }
  | { readonly diagnostics: readonly Diagnostic[] }

/** A name that holds something prohibited cannot be said, so what it names is not. */
function sanitised(found: Found, sanitiser: Sanitiser): Safe {
  const names = [found.path, found.facts?.adapter_id, found.facts?.item_id].map((name) => String(name ?? ''))
  if (names.some((name) => sanitiser.sanitise(name).status !== 'clean')) {
    const detail = 'an entry was dropped: its name holds what is prohibited'
    return { diagnostics: [diagnostic('entry-dropped', 'warning', detail)] }
  }
  const answer = sanitiser.sanitise(found.text)
  if (answer.text === null) {
    const detail = `${found.path} was dropped: ${answer.why}`
    return { diagnostics: [diagnostic('entry-dropped', 'warning', detail)] }
  }
  const sanitization = { status: answer.status, actions: answer.actions }
  const clean = { ...found, text: answer.text, facts: { ...found.facts, sanitization } }
  if (answer.status === 'clean') return { found: clean, diagnostics: [] }
  const list = answer.actions.map((one) => `${one.count} × ${one.class}`).join(', ')
  const detail = `replaced in ${found.path}: ${list}`
  return { found: clean, diagnostics: [diagnostic('entry-redacted', 'warning', detail)] }
}

/** It may quote what a stranger has said. */
function cleaned(one: Diagnostic, sanitiser: Sanitiser): Diagnostic {
  return { ...one, detail: sanitiser.sanitise(one.detail).text ?? 'what it said is prohibited' }
}

function accountOf(answer: AdapterAnswer, sanitiser: Sanitiser): Told['asked'][number] {
  const clean = (text: string | null) => (text === null ? null : sanitiser.sanitise(text).text)
  return {
    adapter: answer.adapter,
    adapter_id: clean(answer.adapterId),
    status: answer.status,
    reason: answer.reason,
    detail: clean(answer.detail),
    fetched_at: clean(answer.fetchedAt),
    candidates: answer.candidates,
    max_items: answer.maxItems,
    stale_seconds: answer.staleSeconds,
  }
}
