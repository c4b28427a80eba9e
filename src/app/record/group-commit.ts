import type { Parcel } from '../../core/receipt/index.ts'
import type { Recorder, RecordResult } from '../../ports/index.ts'

/** Calls per transaction: few, so that other writers do not wait long. */
const maxCalls = 64
const maxWaitMs = 2

interface WaitingCall {
  readonly parcels: readonly Parcel[]
  resolve(recorded: RecordResult): void
  reject(reason: unknown): void
}

/**
 * Group commit: calls that arrive at about the same time are written in one transaction, because beginning and ending a transaction costs
 * more than writing a receipt. A call returns when its parcels are in the store, so no answer is sent before its receipt is on record.
 */
export function makeGroupCommitRecorder(recorder: Recorder): Recorder {
  const waiting: WaitingCall[] = []
  let firstAt = 0
  /** Waits another turn of the event loop as long as each turn brings another call. */
  const gather = (before: number) => {
    const hasGrown = waiting.length > before && waiting.length < maxCalls
    if (hasGrown && performance.now() - firstAt < maxWaitMs) setImmediate(gather, waiting.length)
    else write()
  }
  const write = () => {
    const batch = waiting.splice(0, maxCalls)
    if (waiting.length > 0) setImmediate(write)
    recordBatch(recorder, batch)
  }
  return {
    record: (parcels) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ parcels, resolve, reject }) > 1) return
        firstAt = performance.now()
        setImmediate(gather, 0)
      }),
  }
}

function recordBatch(recorder: Recorder, batch: readonly WaitingCall[]): void {
  recorder.record(batch.flatMap(({ parcels }) => parcels)).then(
    // Only one caller reports a problem of the store.
    ({ kept, troubles }) =>
      batch.forEach(({ resolve }, i) => {
        resolve({ kept, troubles: i === 0 ? troubles : [] })
      }),
    (reason: unknown) => {
      for (const { reject } of batch) reject(reason)
    },
  )
}
