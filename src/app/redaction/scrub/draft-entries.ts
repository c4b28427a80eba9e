import { redact } from '../../../core/redact/index.ts'
import { redactionMarker } from './replaced-text.ts'
import type { ScrubInput } from './scrub-tools.ts'
import { resolveRules } from './search-text.ts'

/** What an allow-list needs to say to allow a value. */
export interface AllowEntryDraft {
  /** Null for a text in which no rule finds anything by itself. */
  readonly rule: string | null
  readonly sha256: string
}

/** For each secret that the rules find in a text; for the text itself when they find none. */
export function draftAllowEntries(
  text: string,
  rules: Pick<ScrubInput, 'sets' | 'add' | 'without'>,
  hash: (value: string) => string,
): AllowEntryDraft[] {
  const { hits } = redact(text, { rules: resolveRules(rules), marker: redactionMarker })
  if (hits.length === 0) return [{ rule: null, sha256: hash(text) }]
  const drafts = hits.map(({ rule, start, end }) => ({ rule, sha256: hash(text.slice(start, end)) }))
  return [...new Map(drafts.map((one) => [one.sha256, one])).values()]
}
