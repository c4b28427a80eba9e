import { median } from './figures.ts'

/** Does a piece of work and returns its amount. */
export type Contestant = () => number

/**
 * Work per second of this thread's processor time, in turns, so that other programs slow all candidates equally.
 * A turn has a fixed duration instead of a number of iterations, so that fast and slow candidates weigh the same.
 */
export function race<Name extends string>(
  contestants: Readonly<Record<Name, Contestant>>,
  { rounds, turnMs }: { rounds: number; turnMs: number },
): Record<Name, number> {
  const entries = Object.entries(contestants) as [Name, Contestant][]
  const rates = new Map<Name, number[]>(entries.map(([name]) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, work] of entries) {
      const rate = turn(work, turnMs)
      // The first round warms up the compiler.
      if (round > 0) rates.get(name)!.push(rate)
    }
  }
  return Object.fromEntries(entries.map(([name]) => [name, median(rates.get(name)!)])) as Record<Name, number>
}

function turn(work: Contestant, turnMs: number): number {
  const start = process.threadCpuUsage()
  let done = 0
  for (;;) {
    done += work()
    const { user, system } = process.threadCpuUsage(start)
    if (user + system >= turnMs * 1000) return done / ((user + system) / 1e6)
  }
}
