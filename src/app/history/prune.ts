import type { EventBody } from '../../core/receipt/index.ts'
import type { BlobInfo, EngineServices, LedgerKey, Store } from '../../ports/index.ts'
import { makeParcel } from '../record/index.ts'
import type { PruneResult } from './outputs-store.ts'

export interface PruneTextsInput {
  readonly key: LedgerKey
  readonly uid: string
  readonly project: string
  /** Texts of injections from before this time go (ISO 8601). */
  readonly before: string | null
  /** The oldest texts go, then the oldest accounts, until what is left takes no more than this. */
  readonly maxBytes: number | null
  readonly dryRun: boolean
}

type PruneStore = Pick<Store, 'blobs' | 'seqBefore' | 'prune'>

/** Deletes texts. Entries and digests stay, so the ledger can still be verified. */
export async function pruneTexts(
  store: PruneStore,
  engine: Pick<EngineServices, 'ids' | 'systemTime'>,
  order: PruneTextsInput,
): Promise<Omit<PruneResult, 'sessions'>> {
  const cut = order.before === null ? 0 : await store.seqBefore(order.uid, order.before)
  const blobs: BlobInfo[] = []
  for await (const blob of store.blobs(order.uid)) blobs.push(blob)
  const chosen = choose(blobs, cut, order.maxBytes ?? Number.POSITIVE_INFINITY)
  const bounds = { texts_to: last(chosen, 'text'), accounts_to: last(chosen, 'account') }
  const answer = (gone: readonly BlobInfo[]): Omit<PruneResult, 'sessions'> => ({
    project: order.project,
    dry_run: order.dryRun,
    texts: gone.filter((one) => one.role === 'text').length,
    accounts: gone.filter((one) => one.role === 'account').length,
    bytes: sum(gone),
    ...bounds,
    left_bytes: sum(blobs) - sum(gone),
  })
  if (order.dryRun || chosen.length === 0) return answer(chosen)
  const pruning = {
    digests: chosen.map((one) => one.digest),
    textsTo: bounds.texts_to,
    accountsTo: bounds.accounts_to,
  }
  const { deleted } = await store.prune(order.key, pruning, (gone) => {
    const event: EventBody = { name: 'pruned', ...bounds, blobs: gone.length, bytes: sum(gone) }
    return gone.length === 0 ? null : makeParcel(engine, 'event', event)
  })
  const really = new Set(deleted.map((one) => one.digest))
  return answer(chosen.filter((one) => really.has(one.digest)))
}

const sum = (some: readonly Pick<BlobInfo, 'bytes'>[]) => some.reduce((bytes, one) => bytes + one.bytes, 0)

/** The last entry that may lack such a blob. */
function last(some: readonly BlobInfo[], role: BlobInfo['role']): number {
  return some.filter((one) => one.role === role).reduce((seq, one) => Math.max(seq, one.lastSeq), 0)
}

/** Those used longest ago come first. Accounts say what was sent and why, in little space: they go last. */
function choose(blobs: readonly BlobInfo[], cut: number, maxBytes: number): BlobInfo[] {
  let left = blobs.reduce((bytes, one) => bytes + one.bytes, 0)
  const chosen: BlobInfo[] = []
  for (const role of ['text', 'account'] as const) {
    for (const blob of blobs) {
      if (blob.role !== role) continue
      const old = role === 'text' && blob.lastSeq <= cut
      if (!old && left <= maxBytes) continue
      chosen.push(blob)
      left -= blob.bytes
    }
  }
  return chosen
}
