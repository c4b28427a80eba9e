export interface Interval {
  readonly low: number
  readonly high: number
}

/** Successes among runs. */
export interface Share {
  readonly successes: number
  readonly runs: number
}

/** The quantile of the normal distribution for 95 %. */
const z = 1.959963984540054

/** Computes Wilson's score interval for a rate. It is valid for few runs and stays within 0 and 1. */
export function computeWilsonInterval({ successes, runs }: Share): Interval {
  const rate = successes / runs
  const weight = 1 + (z * z) / runs
  const middle = (rate + (z * z) / (2 * runs)) / weight
  const half = (z / weight) * Math.sqrt((rate * (1 - rate)) / runs + (z * z) / (4 * runs * runs))
  // At 0 and 1 the bound is exact, but the square root is not.
  return {
    low: successes === 0 ? 0 : Math.max(0, middle - half),
    high: successes === runs ? 1 : Math.min(1, middle + half),
  }
}

/** Computes Newcombe's hybrid score interval for the difference of two rates, first − second (1998, method 10). */
export function computeNewcombeInterval(first: Share, second: Share): Interval {
  const [p, q] = [first.successes / first.runs, second.successes / second.runs]
  const [a, b] = [computeWilsonInterval(first), computeWilsonInterval(second)]
  return {
    low: p - q - Math.hypot(p - a.low, b.high - q),
    high: p - q + Math.hypot(a.high - p, q - b.low),
  }
}
