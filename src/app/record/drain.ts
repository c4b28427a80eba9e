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

/** Few enough that another writer need not wait long. */
const atOnce = 50

/**
 * Takes waiting parcels into the store. A parcel goes only after the store has it, and the store knows it by its uid, so that
 * dying in between, or two who do this at once, lose nothing and double nothing.
 */
export async function drainSpools(
  { spools, append, hash }: DrainDeps,
  most = Number.POSITIVE_INFINITY,
): Promise<DrainResult> {
  const troubles: StoreTrouble[] = []
  let takenIn = 0
  for (const spool of spools) {
    // A list is as long as memory allows, so there may be more behind it.
    for (let more = true; more && takenIn < most; ) {
      const { parcels, unreadable } = spool.list(most - takenIn)
      for (const name of unreadable) troubles.push({ code: 'spool-unreadable', detail: name })
      const good = parcels.filter((one) => isWhole(one, hash, troubles))
      for (let at = 0; at < good.length; at += atOnce) {
        const some = good.slice(at, at + atOnce)
        try {
          await append(some.map((one) => one.parcel))
        } catch (error) {
          if (!(error instanceof StoreFailure)) throw error
          return { takenIn, troubles: [...troubles, { code: error.code, detail: error.message }] }
        }
        takenIn += some.length
        const stuck = removeAll(some)
        // They are known by their uid, so that to meet them again does no harm. To wait for them to go would.
        if (stuck !== null) return { takenIn, troubles: [...troubles, stuck] }
      }
      more = good.length > 0
    }
  }
  return { takenIn, troubles }
}

/** A spool on a disk that can only be read keeps what it has. */
function removeAll(taken: readonly SpooledParcel[]): StoreTrouble | null {
  try {
    for (const one of taken) one.remove()
    return null
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown }
    if (code === undefined) throw error
    return {
      code: 'spool-unreadable',
      detail: `what was taken in cannot be removed from the spool: ${message}`,
    }
  }
}

/** Anyone who may write into the directory could have left it there. */
function isWhole(spooled: SpooledParcel, hash: Hash, troubles: StoreTrouble[]): boolean {
  const reason = faultOf(spooled.parcel, hash)
  if (reason === null) return true
  troubles.push({ code: 'spool-unreadable', detail: spooled.setAside(reason) })
  return false
}

function faultOf({ draft, blobs }: Parcel, hash: Hash): string | null {
  // Events excuse what is missing from a ledger, and such ones of ours never wait here. A delivery excuses nothing.
  if (draft.kind === 'event' && parseDeliveryBody(draft) === null)
    return 'an event does not come by the spool'
  const row = parseDraftRow(draft)
  if (typeof row === 'string') return row
  const forged = blobs.find((blob) => hash(blob.content()) !== blob.digest)
  return forged === undefined ? null : `a text in it is not the one with digest ${forged.digest}`
}
