import { parseEpochMillis } from '../../values/index.ts'
import type { Freshness } from './work-item.ts'

/** A time of a list, and its problem. */
export interface ParsedTime {
  /** The time as written; null if it is missing or invalid. */
  readonly text: string | null
  readonly problem: 'missing' | 'invalid' | null
}

export function parseTime(value: unknown): ParsedTime {
  if (value === undefined || value === null || value === '') return { text: null, problem: 'missing' }
  if (typeof value !== 'string' || parseEpochMillis(value) === null) return { text: null, problem: 'invalid' }
  return { text: value, problem: null }
}

interface FreshnessResult {
  readonly freshness: Freshness
  readonly warnings: readonly string[]
}

/** Uses no clock, so the same list always gives the same freshness. */
export function computeFreshness(
  name: string,
  { fetched, updated }: { readonly fetched: ParsedTime; readonly updated: ParsedTime },
  staleSeconds: number,
): FreshnessResult {
  const age = computeAge(fetched.text, updated.text)
  const stale = age === null ? null : age > staleSeconds
  const warnings = [
    ...(fetched.problem === null ? [] : [`missing_or_invalid_fetched_at:${name}`]),
    ...(updated.problem === 'missing' ? [`missing_source_updated_at:${name}`] : []),
    ...(updated.problem === 'invalid' ? [`invalid_source_updated_at:${name}:no time in ISO 8601`] : []),
    ...(age !== null && age < 0 ? [`updated_after_fetch:${name}:${-age}s`] : []),
    ...(stale ? [`stale_item:${name}:${age}s`] : []),
  ]
  const freshness: Freshness = {
    adapter_fetched_at: fetched.text,
    source_updated_at: updated.text,
    staleness_seconds: age,
    stale,
  }
  return { freshness, warnings }
}

function computeAge(fetched: string | null, updated: string | null): number | null {
  const [to, from] = [fetched, updated].map((text) => (text === null ? null : parseEpochMillis(text)))
  // Whole seconds towards zero; `+ 0` turns -0 into 0.
  return to == null || from == null ? null : Math.trunc((to - from) / 1000) + 0
}
