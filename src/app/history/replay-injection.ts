import { findSentPacket, type HistoryDeps, readPacketText } from './find-injection.ts'
import type { ReplayResult } from './outputs.ts'

/** Returns the packet as it was sent, even if its sources have changed since. */
export async function replayInjection(past: HistoryDeps, ref: string): Promise<ReplayResult> {
  const { body, skipped } = await findSentPacket(past, ref)
  return { injection_id: body.injection_id, text: await readPacketText(past, body), skipped }
}
