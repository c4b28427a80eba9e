import { StoreFailure } from '../../../core/values/index.ts'
import type { EngineServices, TranscriptPosition } from '../../../ports/index.ts'
import type { RecordDeliveryInput, RecordDeliveryResult } from '../record-delivery.ts'
import type { HookDeps } from './hook-deps.ts'

export interface UndeliveredDeps {
  /** Whether deliveries of a session are still to be judged; null if only the whole store knows. */
  leftToJudge(session: string): 'nothing' | 'unknown' | 'open' | 'lost' | null
  /** Compresses the texts in the ledger, once a session is over. */
  compressTexts(): Promise<void>
  exists(path: string): boolean
  /** Finds the end of the transcript, and whether it has only grown since the last prompt. Null if it cannot be read. */
  followTranscript(path: string, before: TranscriptPosition | null): FollowedTranscript | null
  /** The position of a session's transcript at its last prompt. */
  readonly cache: Pick<EngineServices['cache'], 'get' | 'set'>
  recordDelivery(input: RecordDeliveryInput): Promise<Pick<RecordDeliveryResult, 'lost' | 'why'>>
}

interface FollowedTranscript {
  readonly position: TranscriptPosition
  readonly isContinued: boolean
}

/**
 * Finds the sections that the conversation of a session lacks, by the transcript of the agent. If everything had arrived at the last prompt,
 * it looks only at the lines that are new since: they show whether the agent has removed anything.
 */
export async function findUndeliveredSections(
  deps: UndeliveredDeps,
  { agent, input, ended }: Parameters<HookDeps['lost']>[0],
): Promise<readonly string[]> {
  const { session, transcript: transcriptPath, record, prompt } = input
  if (session === null) return []
  if (ended) await unlessStoreFails(deps.compressTexts)
  const left = deps.leftToJudge(session)
  if (left === 'nothing' && ended) return []
  const hasVerdicts = left === 'nothing' || left === 'unknown'
  if (hasVerdicts && transcriptPath === null && record === null) return []
  // At the first prompt most agents have not written a transcript yet, so there is nothing to compare with.
  if (left === 'open' && !ended && transcriptPath !== null && !deps.exists(transcriptPath)) return []
  const before = readPosition(deps.cache.get('transcript', session))
  const now = transcriptPath === null || ended ? null : deps.followTranscript(transcriptPath, before)
  const keep = () => {
    if (now !== null && now.position.size !== before?.size)
      deps.cache.set('transcript', session, now.position)
  }
  if (left === 'nothing' && now?.isContinued === true) {
    keep()
    return []
  }
  const { lost, why } = await deps.recordDelivery({ agent, session, transcriptPath, record, prompt, ended })
  if (why === null) keep()
  return [...new Set(lost.map(({ section }) => section))]
}

function readPosition(kept: unknown): TranscriptPosition | null {
  return kept === undefined ? null : (kept as TranscriptPosition)
}

async function unlessStoreFails(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
  }
}
