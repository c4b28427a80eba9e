import { findInjection, type PastTools, textOf } from './find.ts'
import type { ReplayAnswer } from './outputs.ts'

/** What was sent then, whatever the sources say now. */
export async function replay(past: PastTools, ref: string): Promise<ReplayAnswer> {
  const { body } = await findInjection(past, ref)
  return { injection_id: body.injection_id, text: await textOf(past, body) }
}
