import type { Manifest } from '../manifest/index.ts'
import { escapeGlob } from '../values/index.ts'
import type { Request } from './request.ts'
import type { PlannedLevel } from './resolve-level.ts'

/** Names come from strangers: `constructor` is only there when somebody wrote it. */
export function getOwnValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

const deepest = 4

/** What placeholders stand for. */
interface Known {
  readonly manifest: Manifest
  readonly request: Request
  readonly level: PlannedLevel
  readonly intent: string
}

/** Fills `{name}` and `{name:upper}`; null when a value is missing. A variable may hold placeholders of its own; a circle has no value. */
export function fillPlaceholders(text: string, known: Known, place: Place, depth = 0): string | null {
  const { manifest, request } = known
  const facts: Record<string, string | null> = {
    repo: request.repo,
    agent: request.agent,
    role: request.role,
    intent: known.intent,
    level: known.level.like,
    ...request.vars,
  }
  let missing = false
  const filled = text.replace(/\{([A-Za-z_]\w*)(:upper|:lower)?\}/g, (whole, name: string, form?: string) => {
    const fact = getOwnValue(facts, name)
    const variable = getOwnValue(manifest.vars, name)
    const nested = () =>
      variable === undefined || depth === deepest
        ? null
        : fillPlaceholders(variable, known, { ...place, later: [] }, depth + 1)
    if (place.later.includes(name) && fact === undefined && variable === undefined) return whole
    const value = (fact === undefined || fact === null ? nested() : place.escape(fact)) ?? ''
    if (value === '') missing = true
    return form === ':upper' ? value.toUpperCase() : form === ':lower' ? value.toLowerCase() : value
  })
  return missing ? null : filled
}

/** Where a value is filled in. It is a name there: what would mean something stands for itself. */
interface Place {
  /** Placeholders that mean something only when the address is read. */
  readonly later: readonly string[]
  escape(value: string): string
}

export const inPattern: Place = { later: [], escape: escapeGlob }
export const inAddress: Place = { later: ['active'], escape: encodeURIComponent }
