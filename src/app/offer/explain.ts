import type { Caller, ExplainAnswer } from './answer.ts'
import type { OfferTools } from './offer.ts'

export async function explainOffered(
  _tools: OfferTools,
  { asked }: { readonly asked: string | null },
  _caller: Caller,
): Promise<ExplainAnswer> {
  return { asked, text: 'not there yet' }
}
