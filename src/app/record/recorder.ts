import type { Parcel } from '../../core/receipt/index.ts'
import { getErrorMessage, StoreFailure } from '../../core/values/index.ts'
import type { AppendResult, Hash, Recorder, RecordResult, Spool, StoreTrouble } from '../../ports/index.ts'
import { type DrainDeps, drainSpools } from './drain-spools.ts'

export interface RecorderDeps {
  /** Null if a short-lived program must not wait for the store. Its parcels go to the spool. */
  readonly append: ((parcels: readonly Parcel[]) => Promise<readonly AppendResult[]>) | null
  /** Tried in this order. */
  readonly spools: readonly Spool[]
  /** A problem with the store's location. */
  readonly trouble: StoreTrouble | null
  readonly hash: Hash
}

/** Smaller differences between clocks are not reported, because clocks of machines always differ. */
const noticeableMs = 5_000

/** The most parcels that one call moves from the spool to the store, so that a hook stays fast. */
const maxDrainedParcels = 20

export function openRecorder({ append, spools, trouble, hash }: RecorderDeps): Recorder {
  return {
    async record(parcels) {
      const troubles: StoreTrouble[] = trouble === null ? [] : [trouble]
      if (append !== null) {
        try {
          troubles.push(...checkClock(await append(parcels)))
          troubles.push(...(await drainOthers({ spools, append, hash })))
          return { kept: 'store', troubles }
        } catch (error) {
          troubles.push(toTrouble(error))
        }
      }
      return writeToSpool(spools, parcels, troubles)
    },
  }
}

/** Moves waiting parcels of other processes to the store. A failure there must not send our own parcels to the spool as well. */
async function drainOthers(deps: DrainDeps): Promise<readonly StoreTrouble[]> {
  try {
    return (await drainSpools(deps, maxDrainedParcels)).troubles
  } catch (error) {
    return [toTrouble(error)]
  }
}

/** Turns any error into a trouble, because the agent must get its context even if recording fails. */
function toTrouble(error: unknown): StoreTrouble {
  const detail = getErrorMessage(error)
  return { code: error instanceof StoreFailure ? error.code : 'store-failed', detail }
}

function writeToSpool(
  spools: readonly Spool[],
  parcels: readonly Parcel[],
  troubles: readonly StoreTrouble[],
): RecordResult {
  const failed: string[] = []
  for (const spool of spools) {
    try {
      for (const parcel of parcels) spool.put(parcel)
      return { kept: 'spool', troubles: troubles.map(addSpoolNote) }
    } catch (error) {
      failed.push(`${spool.directory}: ${getErrorMessage(error)}`)
    }
  }
  const detail = `this injection was not recorded (${failed.join('; ') || 'no spool directory is available'})`
  return { kept: 'nowhere', troubles: [...troubles, { code: 'no-record', detail }] }
}

/** Adds the consequence to a trouble. */
function addSpoolNote({ code, detail }: StoreTrouble): StoreTrouble {
  return { code, detail: `${detail.replace(/\.$/, '')}; the receipt waits in the spool` }
}

function checkClock(appended: readonly AppendResult[]): StoreTrouble[] {
  const behind = Math.max(0, ...appended.map((entry) => entry.behindMs))
  if (behind < noticeableMs) return []
  const detail = `the clock is ${Math.round(behind / 1000)} s behind the latest entry; entries keep their order by number`
  return [{ code: 'clock-back', detail }]
}
