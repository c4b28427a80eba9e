import type { Workshop } from '../../ports/index.ts'
import { ledgerIn, type OpenedStore } from './opened.ts'
import type { PruneAnswer } from './outputs-store.ts'
import { prune } from './prune.ts'

export interface PruneChoice {
  /** Texts from before this time go (ISO 8601). */
  readonly before: string | null
  readonly maxBytes: number | null
  readonly dryRun: boolean
}

export interface PruneDeps {
  readonly shop: Workshop
  /** How many sessions were, or would be, forgotten. */
  forgetSessions(order: { readonly before: string; readonly dryRun: boolean }): Promise<number>
}

/** Deletes old texts, and what sessions were told that are as old. */
export async function pruneStore(
  opened: OpenedStore,
  { shop, forgetSessions }: PruneDeps,
  order: PruneChoice,
): Promise<PruneAnswer> {
  const { store, key, name } = opened
  const { uid } = ledgerIn(opened, shop.hash)
  const pruned = await prune(store, shop, { ...order, key, uid, project: name })
  const { before, dryRun } = order
  return { ...pruned, sessions: before === null ? 0 : await forgetSessions({ before, dryRun }) }
}
