import { redact } from '../../core/redact/index.ts'
import { marker } from './replaced.ts'
import { chosenRules } from './search.ts'
import type { ScrubOrder } from './tools.ts'

/** What an allow-list needs to say to allow a value. */
export interface EntryDraft {
  /** Null for a text in which no rule finds anything by itself. */
  readonly rule: string | null
  readonly sha256: string
}

/** For each secret that the rules find in a text; for the text itself when they find none. */
export function draftEntries(
  text: string,
  rules: Pick<ScrubOrder, 'sets' | 'add' | 'without'>,
  hash: (value: string) => string,
): EntryDraft[] {
  const { hits } = redact(text, { rules: chosenRules(rules), marker })
  if (hits.length === 0) return [{ rule: null, sha256: hash(text) }]
  const drafts = hits.map(({ rule, start, end }) => ({ rule, sha256: hash(text.slice(start, end)) }))
  return [...new Map(drafts.map((one) => [one.sha256, one])).values()]
}
