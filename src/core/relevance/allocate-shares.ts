/** A plugin that was triggered, and the most tokens it may use. */
export interface PluginClaim {
  readonly plugin: string
  /** How many of its triggers fire. */
  readonly fired: number
  /** Null if the manifest sets no limit. */
  readonly maxTokens: number | null
}

export interface PluginShare {
  readonly plugin: string
  readonly share: number
}

/**
 * Divides the remaining tokens of a tier among plugins: those with more triggers first, then in the order of the manifest. A plugin with a
 * limit gets up to that limit. A plugin without one gets a part by its number of triggers, so that the next plugins get something too.
 */
export function allocateShares(claims: readonly PluginClaim[], remaining: number): PluginShare[] {
  // Sorting is stable, so equal plugins stay in the order of the manifest.
  const queue = claims.filter(({ fired }) => fired > 0).sort((a, b) => b.fired - a.fired)
  let left = Math.max(0, Math.floor(remaining))
  let remainingTriggers = queue.reduce((sum, { fired }) => sum + fired, 0)
  return queue.map(({ plugin, fired, maxTokens }) => {
    const share = Math.min(left, maxTokens ?? Math.floor((left * fired) / remainingTriggers))
    left -= share
    remainingTriggers -= fired
    return { plugin, share }
  })
}
