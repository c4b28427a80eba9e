import type { Caller, SearchAnswer } from './answer.ts'
import type { OfferTools } from './offer.ts'

export async function searchOffered(
  _tools: OfferTools,
  { query }: { readonly query: string; readonly limit: number },
  _caller: Caller,
): Promise<SearchAnswer> {
  return { query, hits: [], nothing: 'not there yet' }
}
