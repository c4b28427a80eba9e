import { renderRelevance } from '../../../core/relevance/index.ts'
import { type Found, utf8Length } from '../../../core/values/index.ts'
import type { Hash, Relevance, RelevanceInput } from '../../../ports/index.ts'

const never = '1970-01-01T00:00:00Z'

/** What is linked to the work at hand, as a document that was computed. Its text is empty when there is nothing. */
export async function readRelevance(
  relevance: Pick<Relevance, 'answer'>,
  order: RelevanceInput,
  uri: string,
  hash: Hash,
): Promise<Found> {
  const answer = await relevance.answer(order)
  const text = renderRelevance(answer, order.addressOf)
  return {
    state: 'found',
    uri,
    path: uri,
    text,
    digest: hash(text),
    bytes: utf8Length(text),
    modifiedAt: newest(answer.chosen.map((one) => one.modifiedAt)),
  }
}

function newest(times: readonly string[]): string {
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest), never)
}
