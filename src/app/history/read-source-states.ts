import type { Request } from '../../core/plan/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import type { ContextShowResult } from './context-show-output.ts'
import { readSessionDelivery } from './deliveries.ts'
import type { HistoryDeps, PastInjection } from './find-injection.ts'
import { type OpenedStore, requireLedger } from './opened-store.ts'
import { type ContextShowInput, showContext } from './show-context.ts'
import { findLastSent, readSessionSections } from './summarize-context.ts'

export interface SourceStatesInput {
  readonly project: Project
  readonly request: Request
  /** Number of injections to list. */
  readonly limit: number
  /** Computes the cost of the server's tool list in every session. */
  readonly toolCost: ContextShowInput['toolCost']
}

/** Reads the state of every source, and the latest injections. */
export async function readSourceStates(
  engine: EngineServices,
  opened: OpenedStore,
  { project, request, limit, toolCost }: SourceStatesInput,
): Promise<ContextShowResult> {
  const { store, ledger, name } = opened
  const trail = ledger === null ? [] : await store.log(ledger.uid, { limit })
  const past = ledger === null ? null : requireLedger(opened, engine.hash)
  const last = past === null ? null : await findLastSent(past)
  const known = past === null || last === null ? nothingKnown : await readKnown(past, last)
  return showContext(engine, { project, request, ledger: name, last, ...known, trail, toolCost })
}

const nothingKnown = { sent: null, delivery: null }

async function readKnown(past: HistoryDeps, last: PastInjection) {
  return { sent: await readSessionSections(past, last), delivery: await readSessionDelivery(past, last) }
}
