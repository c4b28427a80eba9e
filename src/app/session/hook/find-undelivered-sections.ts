import { computeFingerprint, StoreFailure } from '../../../core/values/index.ts'
import type { EngineServices, TranscriptPosition } from '../../../ports/index.ts'
import type { RecordDeliveryInput, RecordDeliveryResult } from '../record-delivery.ts'
import type { HookDeps } from './hook-deps.ts'
import type { HookInput } from './hook-input.ts'

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
  const now = ended ? null : followInput(deps, input, before)
  const keep = () => {
    if (now !== null && !isSamePosition(now.position, before))
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

function followInput(
  deps: UndeliveredDeps,
  { transcript, record }: HookInput,
  before: TranscriptPosition | null,
): FollowedTranscript | null {
  if (transcript !== null) return deps.followTranscript(transcript, before)
  return record === null ? null : followRecord(record, before)
}

/** The last line of a record lists all our texts in the last request, so nothing is lost while the list stays the same. */
function followRecord(record: string, before: TranscriptPosition | null): FollowedTranscript {
  const line = record.slice(record.lastIndexOf('\n') + 1)
  const texts = line.slice(line.indexOf('"texts":'), line.lastIndexOf('"answered":'))
  const position = { path: '', size: texts.length, last: computeFingerprint(texts) }
  return { position, isContinued: isSamePosition(position, before) }
}

function isSamePosition(position: TranscriptPosition, before: TranscriptPosition | null): boolean {
  return position.path === before?.path && position.size === before.size && position.last === before.last
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
