import { measure, type Turn } from './cold.ts'
import { type Figure, fasterHalf } from './figures.ts'

export interface Timed {
  readonly name: string
  readonly turn: Turn
  /** The ratio that it should not exceed; none where it is only to be compared. */
  readonly atMost?: number
}

const baseline = 'node -e 0'

/** Processor time of whole processes, each beside a bare one that ran just before it: what others do on the machine hits both. */
export function pairedTimes(what: string, timed: readonly Timed[], rounds: number): Figure[] {
  const bare: Turn = { words: [process.execPath, '-e', '0'], env: {} }
  const times = measure(
    timed.flatMap(({ turn }) => [bare, turn]),
    rounds,
  )
  const cpu = times.map((runs) => runs.map((run) => run.cpu))
  const group = `${what}, processor time (user + system); × is that of the faster half to that of bare runs between`
  const all = fasterHalf(cpu.filter((_, i) => i % 2 === 0).flat())
  return [
    { group, name: baseline, value: all * 1000, unit: 'ms', ratio: null },
    ...timed.map(({ name, atMost }, i): Figure => {
      const value = fasterHalf(cpu[2 * i + 1]!)
      const ratio = value / fasterHalf(cpu[2 * i]!)
      const goal = atMost === undefined ? {} : { goal: { of: 'ratio', atMost } as const }
      return { group, name, value: value * 1000, unit: 'ms', ratio, ...goal }
    }),
  ]
}
