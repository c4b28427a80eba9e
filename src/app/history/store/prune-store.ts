import type { EngineServices } from '../../../ports/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'
import { type OpenedStore, requireLedger } from '../opened-store.ts'
import { pruneTexts } from './prune-texts.ts'

export function storePruneOutput(z: Zod) {
  const { text, count } = outputFields(z)
  return z.strictObject({
    project: text,
    dry_run: z.boolean(),
    texts: count,
    accounts: count,
    bytes: count,
    texts_to: count,
    accounts_to: count,
    sessions: count,
    left_bytes: count,
  })
}

export type PruneResult = Output<typeof storePruneOutput>

export interface PruneChoice {
  /** Texts from before this time are deleted (ISO 8601). */
  readonly before: string | null
  readonly maxBytes: number | null
  readonly dryRun: boolean
}

export interface PruneDeps {
  readonly engine: EngineServices
  /** Returns the number of sessions that were forgotten, or would be with `dryRun`. */
  forgetSessions(input: { readonly before: string; readonly dryRun: boolean }): Promise<number>
}

/** Deletes old texts, and the baselines of equally old sessions. */
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
