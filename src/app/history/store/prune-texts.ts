import type { EventBody } from '../../../core/receipt/index.ts'
import type { BlobInfo, EngineServices, LedgerKey, Store } from '../../../ports/index.ts'
import { makeParcel } from '../../record/index.ts'

export interface PruneTextsInput {
  readonly key: LedgerKey
  readonly uid: string
  readonly project: string
  /** Texts of injections from before this time are deleted (ISO 8601). */
  readonly before: string | null
  /** The oldest texts are deleted, then the oldest accounts, until the rest fits into this size. */
  readonly maxBytes: number | null
  readonly dryRun: boolean
}

type PruneStore = Pick<Store, 'blobs' | 'seqBefore' | 'prune'>

/** Deletes texts. Entries and digests stay, so the ledger can still be verified. */
export async function pruneTexts(
  store: PruneStore,
  engine: Pick<EngineServices, 'ids' | 'systemTime'>,
  input: PruneTextsInput,
) {
  const cut = input.before === null ? 0 : await store.seqBefore(input.uid, input.before)
  const blobs: BlobInfo[] = []
  for await (const blob of store.blobs(input.uid)) blobs.push(blob)
  const chosen = chooseBlobs(blobs, cut, input.maxBytes ?? Number.POSITIVE_INFINITY)
  const bounds = { texts_to: findLastSeq(chosen, 'text'), accounts_to: findLastSeq(chosen, 'account') }
  const makeResult = (gone: readonly BlobInfo[]) => ({
    project: input.project,
    dry_run: input.dryRun,
    texts: gone.filter((blob) => blob.role === 'text').length,
    accounts: gone.filter((blob) => blob.role === 'account').length,
    bytes: sumBytes(gone),
    ...bounds,
    left_bytes: sumBytes(blobs) - sumBytes(gone),
  })
  if (input.dryRun || chosen.length === 0) return makeResult(chosen)
  const pruning = {
    digests: chosen.map((blob) => blob.digest),
    textsTo: bounds.texts_to,
    accountsTo: bounds.accounts_to,
  }
  const { deleted } = await store.prune(input.key, pruning, (gone) => {
    const event: EventBody = { name: 'pruned', ...bounds, blobs: gone.length, bytes: sumBytes(gone) }
    return gone.length === 0 ? null : makeParcel(engine, 'event', event)
  })
  const deletedDigests = new Set(deleted.map((blob) => blob.digest))
  return makeResult(chosen.filter((blob) => deletedDigests.has(blob.digest)))
}

const sumBytes = (blobs: readonly Pick<BlobInfo, 'bytes'>[]) =>
  blobs.reduce((bytes, blob) => bytes + blob.bytes, 0)

/** The last entry that may lack a blob of this role. */
function findLastSeq(blobs: readonly BlobInfo[], role: BlobInfo['role']): number {
  return blobs.filter((blob) => blob.role === role).reduce((seq, blob) => Math.max(seq, blob.lastSeq), 0)
}

/** Chooses the least recently used blobs first. Accounts are deleted last, because they are small and explain what was sent and why. */
function chooseBlobs(blobs: readonly BlobInfo[], cut: number, maxBytes: number): BlobInfo[] {
  let left = blobs.reduce((bytes, blob) => bytes + blob.bytes, 0)
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
