import type { PlannedSource } from '../../core/plan/index.ts'
import type { Sanitiser } from '../../core/prohibited/index.ts'
import { type Diagnostic, diagnostic, type Found } from '../../core/values/index.ts'
import { sanitiserFor } from '../sanitise.ts'
import type { OutsideTools, Told } from './pool.ts'

/** What lies outside of the project's files, as documents that nobody answers for: nothing prohibited comes in, and each one that was touched is named. */
export async function toldBy(tools: OutsideTools, source: PlannedSource): Promise<Told> {
  const { shop, project, plan } = tools
  const { prohibited } = plan.strangers
  const sanitiser = await sanitiserFor(shop, project, { redact: plan.redact, prohibited })
  const told = await askedFor(tools, source)
  const safe = told.found.map((found) => sanitised(found, sanitiser))
  return {
    found: safe.flatMap((one) => ('found' in one ? [one.found] : [])),
    diagnostics: [
      ...told.diagnostics.map((one) => ({ ...one, detail: clean(one.detail, sanitiser) ?? unsaid })),
      ...safe.flatMap((one) => one.diagnostics),
    ],
    asked: told.asked.map((one) => cleanValues(one, sanitiser)),
  }
}

async function askedFor(tools: OutsideTools, source: PlannedSource): Promise<Told> {
  if (source.scheme === 'memory') return (await import('./told-memory.ts')).toldByMemory(tools)
  return (await import('./told-adapters.ts')).toldByAdapters(tools, source)
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
  const safe = { ...found, text: answer.text, facts: { ...found.facts, sanitization } }
  if (answer.status === 'clean') return { found: safe, diagnostics: [] }
  const list = answer.actions.map((one) => `${one.count} × ${one.class}`).join(', ')
  const detail = `replaced in ${found.path}: ${list}`
  return { found: safe, diagnostics: [diagnostic('entry-redacted', 'warning', detail)] }
}

const unsaid = 'what it said is prohibited'

/** It may quote what a stranger has said; null where nothing of it can be. */
function clean(text: string, sanitiser: Sanitiser): string | null {
  return sanitiser.sanitise(text).text
}

function cleanValues(values: Told['asked'][number], sanitiser: Sanitiser): Told['asked'][number] {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? clean(value, sanitiser) : value,
    ]),
  )
}
