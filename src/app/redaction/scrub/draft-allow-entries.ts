import { redact } from '../../../core/redact/index.ts'
import { redactionMarker } from './replace-hits.ts'
import type { ScrubInput } from './scrub-deps.ts'
import { resolveRules } from './secret-search.ts'

/** The keys that an allow-list entry needs to allow a value. */
export interface AllowEntryDraft {
  /** Null for a text in which no rule finds a secret. */
  readonly rule: string | null
  readonly sha256: string
}

/** Drafts an entry for each secret that the rules find in a text, or for the text itself if they find none. */
export function draftAllowEntries(
  text: string,
  rules: Pick<ScrubInput, 'sets' | 'add' | 'without'>,
  hash: (value: string) => string,
): AllowEntryDraft[] {
  const { hits } = redact(text, { rules: resolveRules(rules), marker: redactionMarker })
  if (hits.length === 0) return [{ rule: null, sha256: hash(text) }]
  const drafts = hits.map(({ rule, start, end }) => ({ rule, sha256: hash(text.slice(start, end)) }))
  return [...new Map(drafts.map((draft) => [draft.sha256, draft])).values()]
}
