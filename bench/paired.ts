import { measure, type Turn } from './cold.ts'
import { type Figure, fasterHalf } from './figures.ts'

export interface Timed {
  readonly name: string
  readonly turn: Turn
  /** The goal for the ratio. Left out if the value is only compared. */
  readonly atMost?: number
}

const baseline = 'node -e 0'
const clocks = { cpu: 'processor time (user + system)', wall: 'wall time' } as const

/** Measures whole processes, each right after a bare one, so that other programs slow both. */
export function pairedTimes(
  what: string,
  timed: readonly Timed[],
  { rounds, by = ['cpu'] }: { readonly rounds: number; readonly by?: readonly (keyof typeof clocks)[] },
): Figure[] {
  const bare: Turn = { words: [process.execPath, '-e', '0'], env: {} }
  const times = measure(
    timed.flatMap(({ turn }) => [bare, turn]),
    rounds,
  )
  return by.flatMap((clock) => {
    const taken = times.map((runs) => runs.map((run) => run[clock]))
    const group = `${what}, ${clocks[clock]}; × is that of the faster half to that of bare runs between`
    const all = fasterHalf(taken.filter((_, i) => i % 2 === 0).flat())
    return [
      { group, name: baseline, value: all * 1000, unit: 'ms', ratio: null },
      ...timed.map(({ name, atMost }, i): Figure => {
        const value = fasterHalf(taken[2 * i + 1]!)
        const ratio = value / fasterHalf(taken[2 * i]!)
        const goal = atMost === undefined ? {} : { goal: { of: 'ratio', atMost } as const }
        return { group, name, value: value * 1000, unit: 'ms', ratio, ...goal }
      }),
    ]
  })
}
