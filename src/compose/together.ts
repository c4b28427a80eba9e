// Group commit: what is recorded at about the same time goes into the store in one transaction.
import type { Parcel } from '../core/ledger/index.ts'
import type { Recorded, Recorder } from '../ports/index.ts'

/** As many as another writer waits for. */
const mostAtOnce = 64
/** Nobody waits longer than this for company. */
const patienceMs = 2

interface Waiting {
  readonly parcels: readonly Parcel[]
  resolve(recorded: Recorded): void
  reject(reason: unknown): void
}

/**
 * To begin and to end a transaction costs more than a receipt. Whoever records waits until theirs is in the store, so nothing is answered that
 * is not on record.
 */
export function together(recorder: Recorder): Recorder {
  const waiting: Waiting[] = []
  let since = 0
  /** Turn by turn, as long as each brings another one. */
  const gather = (before: number) => {
    const more = waiting.length > before && waiting.length < mostAtOnce
    if (more && performance.now() - since < patienceMs) setImmediate(gather, waiting.length)
    else write()
  }
  const write = () => {
    const some = waiting.splice(0, mostAtOnce)
    if (waiting.length > 0) setImmediate(write)
    recorder.record(some.flatMap(({ parcels }) => parcels)).then(
      // What is wrong with the store is told once.
      ({ kept, troubles }) =>
        some.forEach(({ resolve }, i) => {
          resolve({ kept, troubles: i === 0 ? troubles : [] })
        }),
      (reason: unknown) => {
        for (const { reject } of some) reject(reason)
      },
    )
  }
  return {
    record: (parcels) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ parcels, resolve, reject }) > 1) return
        since = performance.now()
        setImmediate(gather, 0)
      }),
  }
}
