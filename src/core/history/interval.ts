export interface Interval {
  readonly low: number
  readonly high: number
}

/** How many of how many. */
export interface Share {
  readonly successes: number
  readonly runs: number
}

/** Of the normal distribution, for 95 %. */
const z = 1.959963984540054

/** Wilson's score interval for a rate. Holds for few runs, and never leaves 0 to 1. */
export function computeWilsonInterval({ successes, runs }: Share): Interval {
  const rate = successes / runs
  const weight = 1 + (z * z) / runs
  const middle = (rate + (z * z) / (2 * runs)) / weight
  const half = (z / weight) * Math.sqrt((rate * (1 - rate)) / runs + (z * z) / (4 * runs * runs))
  // At the ends the bound is exact; the roots are not.
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === runs ? 1 : Math.min(1, middle + half),
  }
}

/** Newcombe's hybrid score interval for the difference of two rates, one − other (1998, method 10). */
export function computeNewcombeInterval(first: Share, second: Share): Interval {
  const [p, q] = [first.successes / first.runs, second.successes / second.runs]
  const [a, b] = [computeWilsonInterval(first), computeWilsonInterval(second)]
  return {
    low: p - q - Math.hypot(p - a.low, b.high - q),
    high: p - q + Math.hypot(a.high - p, q - b.low),
  }
}
