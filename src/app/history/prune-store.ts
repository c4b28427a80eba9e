import type { EngineServices } from '../../ports/index.ts'
import { type OpenedStore, requireLedger } from './opened.ts'
import type { PruneResult } from './outputs-store.ts'
import { pruneTexts } from './prune.ts'

export interface PruneChoice {
  /** Texts from before this time go (ISO 8601). */
  readonly before: string | null
  readonly maxBytes: number | null
  readonly dryRun: boolean
}

export interface PruneDeps {
  readonly engine: EngineServices
  /** How many sessions were, or would be, forgotten. */
  forgetSessions(input: { readonly before: string; readonly dryRun: boolean }): Promise<number>
}

/** Deletes old texts, and what sessions were told that are as old. */
export async function pruneStore(
  opened: OpenedStore,
  { engine, forgetSessions }: PruneDeps,
  input: PruneChoice,
): Promise<PruneResult> {
  const { store, key, name } = opened
  const { uid } = requireLedger(opened, engine.hash)
  const pruned = await pruneTexts(store, engine, { ...input, key, uid, project: name })
  const { before, dryRun } = input
  return { ...pruned, sessions: before === null ? 0 : await forgetSessions({ before, dryRun }) }
}
