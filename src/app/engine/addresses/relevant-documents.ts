import { renderRelevance } from '../../../core/relevance/index.ts'
import { type Found, utf8Length } from '../../../core/values/index.ts'
import type { Hash, Relevance, RelevanceInput } from '../../../ports/index.ts'

const never = '1970-01-01T00:00:00Z'

/** Computes the documents that are linked to the current work, as one document. Its text is empty if nothing is linked. */
export async function readRelevance(
  relevance: Pick<Relevance, 'answer'>,
  input: RelevanceInput,
  uri: string,
  hash: Hash,
): Promise<Found> {
  const result = await relevance.answer(input)
  const text = renderRelevance(result, input.addressOf)
  return {
    state: 'found',
    uri,
    path: uri,
    text,
    digest: hash(text),
    bytes: utf8Length(text),
    modifiedAt: findNewest(result.chosen.map((document) => document.modifiedAt)),
  }
}

function findNewest(times: readonly string[]): string {
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest), never)
}
