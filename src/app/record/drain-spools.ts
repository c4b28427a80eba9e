import { type Parcel, parseDeliveryBody, parseDraftRow } from '../../core/receipt/index.ts'
import { StoreFailure } from '../../core/values/index.ts'
import type { Hash, Spool, SpooledParcel, StoreTrouble } from '../../ports/index.ts'

export interface DrainResult {
  readonly takenIn: number
  readonly troubles: readonly StoreTrouble[]
}

export interface DrainDeps {
  readonly spools: readonly Spool[]
  readonly append: (parcels: readonly Parcel[]) => Promise<unknown>
  readonly hash: Hash
}

/** Parcels per transaction: few, so that other writers do not wait long. */
const batchSize = 50

/**
 * Moves waiting parcels into the store. A parcel is removed from the spool only after the store has it, and the store knows it by
 * its uid. So a crash in between, or two processes at once, neither lose nor duplicate a parcel.
 */
export async function drainSpools(
  { spools, append, hash }: DrainDeps,
  maxParcels = Number.POSITIVE_INFINITY,
): Promise<DrainResult> {
  const troubles: StoreTrouble[] = []
  let takenIn = 0
  for (const spool of spools) {
    // A list is limited by memory, so more parcels may follow.
    for (let more = true; more && takenIn < maxParcels; ) {
      const { parcels, unreadable } = spool.list(maxParcels - takenIn)
      for (const name of unreadable) troubles.push({ code: 'spool-unreadable', detail: name })
      const good = parcels.filter((parcel) => isWhole(parcel, hash, troubles))
      for (let at = 0; at < good.length; at += batchSize) {
        const batch = good.slice(at, at + batchSize)
        try {
          await append(batch.map((spooled) => spooled.parcel))
        } catch (error) {
          if (!(error instanceof StoreFailure)) throw error
          return { takenIn, troubles: [...troubles, { code: error.code, detail: error.message }] }
        }
        takenIn += batch.length
        const stuck = removeAll(batch)
        // Stop here instead of trying again: the store knows parcels by their uid, so reading them again later is harmless.
        if (stuck !== null) return { takenIn, troubles: [...troubles, stuck] }
      }
      more = good.length > 0
    }
  }
  return { takenIn, troubles }
}

/** Fails if the spool is on a read-only disk. */
function removeAll(taken: readonly SpooledParcel[]): StoreTrouble | null {
  try {
    for (const parcel of taken) parcel.remove()
    return null
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown }
    if (code === undefined) throw error
    return {
      code: 'spool-unreadable',
      detail: `parcels that are already in the store cannot be removed from the spool: ${message}`,
    }
  }
}

/** Checks a parcel, because any program with write access to the directory may have put it there. */
function isWhole(spooled: SpooledParcel, hash: Hash, troubles: StoreTrouble[]): boolean {
  const reason = findFault(spooled.parcel, hash)
  if (reason === null) return true
  troubles.push({ code: 'spool-unreadable', detail: spooled.setAside(reason) })
  return false
}

function findFault({ draft, blobs }: Parcel, hash: Hash): string | null {
  // Events can excuse entries that are missing from a ledger, and foreword never spools such events. A delivery excuses nothing.
  if (draft.kind === 'event' && parseDeliveryBody(draft) === null) return 'the spool does not accept events'
  const row = parseDraftRow(draft)
  if (typeof row === 'string') return row
  const forged = blobs.find((blob) => hash(blob.content()) !== blob.digest)
  return forged === undefined ? null : `a text in it does not match its digest ${forged.digest}`
}
