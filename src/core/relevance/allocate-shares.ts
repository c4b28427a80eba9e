/** A plugin that was triggered, and the most it may take. */
export interface PluginClaim {
  readonly plugin: string
  /** How many of its triggers fire. */
  readonly fired: number
  /** Null where the manifest sets no limit. */
  readonly maxTokens: number | null
}

export interface PluginShare {
  readonly plugin: string
  readonly share: number
}

/**
 * What is left of a tier, dealt out: the plugin with more triggers first, then the one that the manifest names first. One with a limit gets
 * up to that; one without gets a part by its triggers, so that it leaves something for those behind it.
 */
export function allocateShares(claims: readonly PluginClaim[], remaining: number): PluginShare[] {
  // Sorting is stable: what is equal stays in the order of the manifest.
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
