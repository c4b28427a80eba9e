import type { Request } from '../../core/plan/index.ts'
import type { Project, Workshop } from '../../ports/index.ts'
import { lastSent, sectionsTold } from './context.ts'
import { type ContextShowOrder, contextShow } from './context-show.ts'
import { arrivedOf } from './delivered.ts'
import type { PastInjection, PastTools } from './find.ts'
import { ledgerIn, type OpenedStore } from './opened.ts'
import type { ContextShowAnswer } from './outputs-context.ts'

export interface SourceStatesOrder {
  readonly project: Project
  readonly request: Request
  /** How many injections are listed. */
  readonly limit: number
  /** What the list of a server's tools costs every session. */
  readonly toolCost: ContextShowOrder['toolCost']
}

/** The state of every source, and what was sent before. */
export async function readSourceStates(
  shop: Workshop,
  opened: OpenedStore,
  { project, request, limit, toolCost }: SourceStatesOrder,
): Promise<ContextShowAnswer> {
  const { store, ledger, name } = opened
  const trail = ledger === null ? [] : await store.log(ledger.uid, { limit })
  const past = ledger === null ? null : ledgerIn(opened, shop.hash)
  const last = past === null ? null : await lastSent(past)
  const known = past === null || last === null ? nothingKnown : await knownOf(past, last)
  return contextShow(shop, { project, request, ledger: name, last, ...known, trail, toolCost })
}

const nothingKnown = { told: null, delivery: null }

async function knownOf(past: PastTools, last: PastInjection) {
  return { told: await sectionsTold(past, last), delivery: await arrivedOf(past, last) }
}
