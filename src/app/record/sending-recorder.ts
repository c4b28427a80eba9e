import type { Recorder, StoreTrouble } from '../../ports/index.ts'

export interface SendResult {
  /** Whether all parcels of the spool are in the store. */
  readonly sent: boolean
  readonly troubles: readonly StoreTrouble[]
}

/**
 * Records like a hook, in the spool, and then sends the spool to the database server. So a command that the user waits for reports a server
 * that cannot be used, and its receipt is kept all the same.
 */
export function makeSendingRecorder(recorder: Recorder, send: () => Promise<SendResult>): Recorder {
  return {
    async record(parcels) {
      const recorded = await recorder.record(parcels)
      if (recorded.kept !== 'spool') return recorded
      const { sent, troubles } = await send()
      return { kept: sent ? 'store' : 'spool', troubles: [...recorded.troubles, ...troubles] }
    },
  }
}
