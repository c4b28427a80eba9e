import type { CompleteOrder, OfferTools } from './offer.ts'

export async function completions(_tools: OfferTools, _order: CompleteOrder): Promise<readonly string[]> {
  return []
}
