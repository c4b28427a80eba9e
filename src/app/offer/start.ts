import type { Caller, StartAnswer } from './answer.ts'
import type { OfferTools } from './offer.ts'

export async function startTask(
  _tools: OfferTools,
  { task }: { readonly task: string; readonly level: string | null },
  _caller: Caller,
): Promise<StartAnswer> {
  return { injection_id: '', text: task, tokens: 0 }
}
