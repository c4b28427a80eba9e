import { findInjection, type HistoryDeps, readPacketText } from './find-injection.ts'
import type { ReplayResult } from './outputs.ts'

/** What was sent then, whatever the sources say now. */
export async function replayInjection(past: HistoryDeps, ref: string): Promise<ReplayResult> {
  const { body } = await findInjection(past, ref)
  return { injection_id: body.injection_id, text: await readPacketText(past, body) }
}
