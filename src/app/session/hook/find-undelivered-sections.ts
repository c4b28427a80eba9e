import { StoreFailure } from '../../../core/values/index.ts'
import type { RecordDeliveryInput, RecordDeliveryResult } from '../record-delivery.ts'
import type { HookDeps } from './hook-deps.ts'

export interface UndeliveredDeps {
  /** Whether deliveries of a session are still to be judged; null if only the whole store knows. */
  leftToJudge(session: string): 'nothing' | 'open' | 'lost' | null
  /** Compresses the texts in the ledger, once a session is over. */
  compressTexts(): Promise<void>
  exists(path: string): boolean
  recordDelivery(input: RecordDeliveryInput): Promise<Pick<RecordDeliveryResult, 'lost'>>
}

/** Finds the sections of a session that did not arrive, by the transcript of the agent. */
export async function findUndeliveredSections(
  { leftToJudge, compressTexts, exists, recordDelivery: noteDelivery }: UndeliveredDeps,
  { agent, input, ended }: Parameters<HookDeps['lost']>[0],
): Promise<readonly string[]> {
  const { session, transcript: transcriptPath, record } = input
  if (session === null) return []
  if (ended) await unlessStoreFails(compressTexts)
  const left = leftToJudge(session)
  // At the first prompt most agents have not written a transcript yet, so there is nothing to compare with.
  const isEarly = left === 'open' && !ended && transcriptPath !== null && !exists(transcriptPath)
  if (left === 'nothing' || isEarly) return []
  const { lost } = await noteDelivery({ agent, session, transcriptPath, record, ended })
  return [...new Set(lost.map(({ section }) => section))]
}

async function unlessStoreFails(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
  }
}
