import type { Manifest } from '../manifest/index.ts'
import { escapeGlob } from '../values/index.ts'
import type { Request } from './request.ts'
import type { PlannedLevel } from './resolve-level.ts'

/** Reads own properties only, because manifests supply the names: `constructor` has no value unless the manifest sets it. */
export function getOwnValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

const maxDepth = 4

/** The values of placeholders. */
interface Known {
  readonly manifest: Manifest
  readonly request: Request
  readonly level: PlannedLevel
  readonly intent: string
}

/** Fills `{name}` and `{name:upper}`; null if a value is missing. A variable may contain placeholders; a cycle has no value. */
export function fillPlaceholders(
  text: string,
  known: Known,
  target: PlaceholderTarget,
  depth = 0,
): string | null {
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
      variable === undefined || depth === maxDepth
        ? null
        : fillPlaceholders(variable, known, { ...target, later: [] }, depth + 1)
    if (target.later.includes(name) && fact === undefined && variable === undefined) return whole
    const value = (fact === undefined || fact === null ? nested() : target.escape(fact)) ?? ''
    if (value === '') missing = true
    return form === ':upper' ? value.toUpperCase() : form === ':lower' ? value.toLowerCase() : value
  })
  return missing ? null : filled
}

/** The kind of text to fill. Values are escaped, so that they count as names and not as syntax. */
interface PlaceholderTarget {
  /** Placeholders that are filled later, when the address is read. */
  readonly later: readonly string[]
  escape(value: string): string
}

export const globTarget: PlaceholderTarget = { later: [], escape: escapeGlob }
export const addressTarget: PlaceholderTarget = { later: ['active'], escape: encodeURIComponent }
