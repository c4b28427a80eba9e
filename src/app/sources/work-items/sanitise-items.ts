import { dropEntry, makeSafeEntry, type SafeEntry, type Sanitiser } from '../../../core/redact/index.ts'
import {
  formatWorkItem,
  joinWithoutMarkup,
  type RankedWorkItem,
  shortenLines,
  type WorkItem,
} from '../../../core/sources/index.ts'
import type { Diagnostic } from '../../../core/values/index.ts'
import type { AdapterItem, RefusedItem } from './adapter-result.ts'

interface Safe {
  readonly items: readonly AdapterItem[]
  readonly refused: readonly RefusedItem[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Selects the best items that may be shown. A refused item does not use up a place. Items that rank below the last selected item are not checked. */
export function sanitiseItems(
  ranked: readonly RankedWorkItem[],
  maxItems: number,
  sanitiser: Sanitiser,
): Safe {
  const items: AdapterItem[] = []
  const refused: RefusedItem[] = []
  const diagnostics: Diagnostic[] = []
  for (const rankedItem of ranked) {
    const { path, sayable, adapter } = rankedItem.item
    if (items.length >= maxItems) {
      refused.push({
        path,
        reason: 'max_items',
        why: `${adapter} may have ${maxItems} items, and has better ones`,
      })
      continue
    }
    const safe = sayable
      ? sanitiseItem(rankedItem.item, sanitiser)
      : dropEntry(path, 'its id holds what is prohibited')
    diagnostics.push(...safe.diagnostics)
    if (safe.text === null)
      refused.push({ path, reason: sayable ? 'prohibited' : 'prohibited_id', why: safe.why })
    else items.push(makeItem(rankedItem, safe))
  }
  return { items, refused, diagnostics }
}

/** Checks the whole text and cuts it afterwards: a marking at the end applies to the beginning too, and half of a secret is not recognised. */
function sanitiseItem(item: WorkItem, sanitiser: Sanitiser): SafeEntry {
  const { path, whole } = item
  const safe = makeSafeEntry({ path, text: formatWorkItem({ ...item, ...whole }) }, sanitiser)
  if (safe.text === null) return safe
  const read = joinWithoutMarkup(safe.text)
  if (!safe.text.includes(read) && sanitiser.sanitise(read).status !== 'clean')
    return dropEntry(path, 'what is prohibited is spread over its fields')
  return whole === null ? safe : { ...safe, text: shortenLines(safe.text) }
}

function makeItem(
  { item, rank, score, breakdown }: RankedWorkItem,
  { text, sanitization }: Pick<AdapterItem, 'text' | 'sanitization'>,
): AdapterItem {
  const { id, adapter, name, path, state, priority, freshness } = item
  return { id, adapter, name, path, text, sanitization, state, priority, rank, score, breakdown, freshness }
}
