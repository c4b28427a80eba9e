import { renderRelevance } from '../../../core/relevance/index.ts'
import { countUtf8Bytes, type FoundSource } from '../../../core/values/index.ts'
import type { Hash, Relevance, RelevanceInput } from '../../../ports/index.ts'

const never = '1970-01-01T00:00:00Z'

/** Computes the documents that are linked to the current work, as one document. Its text is empty if nothing is linked. */
export async function readRelevance(
  relevance: Pick<Relevance, 'find'>,
  input: RelevanceInput,
  uri: string,
  hash: Hash,
): Promise<FoundSource> {
  const result = await relevance.find(input)
  const text = renderRelevance(result, input.formatAddress)
  return {
    state: 'found',
    uri,
    path: uri,
    text,
    digest: hash(text),
    bytes: countUtf8Bytes(text),
    modifiedAt: findNewest(result.chosen.map((document) => document.modifiedAt)),
  }
}

function findNewest(times: readonly string[]): string {
  return times.reduce((latest, time) => (Date.parse(time) > Date.parse(latest) ? time : latest), never)
}
