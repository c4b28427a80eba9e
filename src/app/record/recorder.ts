import type { Parcel } from '../../core/receipt/index.ts'
import { getErrorMessage, StoreFailure } from '../../core/values/index.ts'
import type { AppendResult, Hash, Recorded, Recorder, Spool, StoreTrouble } from '../../ports/index.ts'
import { type DrainDeps, drainSpools } from './drain.ts'

export interface RecorderDeps {
  /** Null where a short-lived program must not wait for the store: what it records goes to the spool. */
  readonly append: ((parcels: readonly Parcel[]) => Promise<readonly AppendResult[]>) | null
  /** In the order in which they are tried. */
  readonly spools: readonly Spool[]
  /** What is wrong with the place itself. */
  readonly trouble: StoreTrouble | null
  readonly hash: Hash
}

/** A clock that differs by less than this is not worth a word: machines never agree. */
const noticeableMs = 5_000

/** What a hook takes in of what others left behind. The rest waits for the next one. */
const maxDrainedParcels = 20

export function openRecorder({ append, spools, trouble, hash }: RecorderDeps): Recorder {
  return {
    async record(parcels) {
      const troubles: StoreTrouble[] = trouble === null ? [] : [trouble]
      if (append !== null) {
        try {
          troubles.push(...clockTrouble(await append(parcels)))
          troubles.push(...(await takeIn({ spools, append, hash })))
          return { kept: 'store', troubles }
        } catch (error) {
          troubles.push(troubleOf(error))
        }
      }
      return intoSpool(spools, parcels, troubles)
    },
  }
}

/** Of others. What goes wrong with theirs is no reason to keep ours twice. */
async function takeIn(tools: DrainDeps): Promise<readonly StoreTrouble[]> {
  try {
    return (await drainSpools(tools, maxDrainedParcels)).troubles
  } catch (error) {
    return [troubleOf(error)]
  }
}

/** Whatever it is, the agent gets its context: even a fault of ours is no reason to keep it waiting. */
function troubleOf(error: unknown): StoreTrouble {
  const detail = getErrorMessage(error)
  return { code: error instanceof StoreFailure ? error.code : 'store-failed', detail }
}

function intoSpool(
  spools: readonly Spool[],
  parcels: readonly Parcel[],
  troubles: readonly StoreTrouble[],
): Recorded {
  const failed: string[] = []
  for (const spool of spools) {
    try {
      for (const parcel of parcels) spool.put(parcel)
      return { kept: 'spool', troubles: troubles.map(waits) }
    } catch (error) {
      failed.push(`${spool.directory}: ${getErrorMessage(error)}`)
    }
  }
  const detail = `no record was kept of this injection (${failed.join('; ') || 'there is no place for one'})`
  return { kept: 'nowhere', troubles: [...troubles, { code: 'no-record', detail }] }
}

/** Who hears of trouble wants to know what it has cost. */
function waits({ code, detail }: StoreTrouble): StoreTrouble {
  return { code, detail: `${detail.replace(/\.$/, '')}; the receipt waits in the spool` }
}

function clockTrouble(appended: readonly AppendResult[]): StoreTrouble[] {
  const behind = Math.max(0, ...appended.map((one) => one.behindMs))
  if (behind < noticeableMs) return []
  const detail = `the clock is ${Math.round(behind / 1000)} s behind the latest entry; entries keep their order by number`
  return [{ code: 'clock-back', detail }]
}
