import { type Output, outputFields, type Zod } from '../output/index.ts'
import { findSentPacket, type HistoryDeps, readPacketText } from './find-injection.ts'
import { skippedField } from './skipped-injection.ts'

export function replayOutput(z: Zod) {
  const { text } = outputFields(z)
  return z.strictObject({ injection_id: text, text, skipped: skippedField(z) })
}

export type ReplayResult = Output<typeof replayOutput>

/** Returns the packet as it was sent, even if its sources have changed since. */
export async function replayInjection(past: HistoryDeps, ref: string): Promise<ReplayResult> {
  const { body, skipped } = await findSentPacket(past, ref)
  return { injection_id: body.injection_id, text: await readPacketText(past, body), skipped }
}
