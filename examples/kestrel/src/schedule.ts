/** Milliseconds per unit of `every`. */
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

export function parseInterval(every: string): number {
  const match = /^(\d+)([mhd])$/.exec(every)
  if (match === null) throw new Error(`"${every}" is not an interval such as 15m, 6h or 1d.`)
  return Number(match[1]) * units[match[2]!]!
}

/** The first run after `now`. Runs that were missed before are made up for once, at `now`. */
export function nextRun(last: number, every: string, now: number): number {
  const due = last + parseInterval(every)
  return due <= now ? now : due
}
