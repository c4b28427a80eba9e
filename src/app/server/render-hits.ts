import type { InjectionMetadata, Receipt } from '../../core/receipt/index.ts'
import { countUtf8Bytes, type FoundSource } from '../../core/values/index.ts'
import type { Hash } from '../../ports/index.ts'
import type { SearchHit } from './project-info.ts'

export interface RenderedHits {
  readonly text: string
  readonly map: Receipt['map']
}

/** Writes address, title, reason and excerpt of each hit. If redacting the whole text changes it, the source map is empty. */
export function renderHits(
  hits: readonly SearchHit[],
  more: number,
  clean: (text: string) => string,
): RenderedHits {
  const map: Receipt['map'][number][] = []
  let text = ''
  for (const { address, path, title, why, lines, excerpt } of hits) {
    text += `${text === '' ? '' : '\n'}${address}\n${joinIntoLine(title)} (${why.map(joinIntoLine).join('; ')})\n`
    if (excerpt === '') continue
    const start = countUtf8Bytes(text)
    text += excerpt.replace(/^/gm, '> ')
    map.push({ start, end: countUtf8Bytes(text) + 1, section: address, source: path, lines })
    text += '\n'
  }
  if (more > 0) text += `\n${more} more; name other words to see them, or raise the limit.\n`
  const swept = clean(text)
  return swept === text ? { text, map } : { text: swept, map: [] }
}

/** Removes line ends, because a title is foreign text and must not start a line of its own. */
function joinIntoLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

export interface HitsReceiptInput {
  readonly occasion: InjectionMetadata
  readonly text: string
  readonly map: Receipt['map']
  readonly sizes: { readonly measure: string; count(text: string): number; readonly hash: Hash }
  found(path: string): FoundSource
}

/** Builds a receipt in which each hit is a section with one file and the digest of its excerpt. */
export function buildHitsReceipt(hits: readonly SearchHit[], sent: HitsReceiptInput): Receipt {
  const { occasion, text, map, sizes, found } = sent
  return {
    receipt: 1,
    ...occasion,
    status: 'success',
    error: null,
    level: 'search',
    like: null,
    measure: sizes.measure,
    budget: null,
    ceiling: null,
    over_budget: false,
    total: sizes.count(text),
    packet_digest: sizes.hash(text),
    sections: hits.map(({ address, path, excerpt }) => {
      const { digest, bytes } = found(path)
      return {
        id: address,
        tier: null,
        source: path,
        sources: [{ path, digest, bytes }],
        date: null,
        date_basis: null,
        age_days: null,
        strategy: 'excerpt',
        size: sizes.count(excerpt),
        cap: null,
        authority: 'fact',
        reductions: [],
        redactions: {},
        sent_digest: sizes.hash(excerpt),
      }
    }),
    left_out: [],
    redaction: { rules: 0, count: 0, by_rule: {} },
    diagnostics: [],
    outcome: null,
    map,
  }
}
