import { type HostileText, hostileTexts } from '../../src/core/redact/hostile.fixture.ts'
import type { Settings } from '../settings.ts'
import { redactAlone } from './engine.ts'
import type { Score } from './scores.ts'

const kilobyte = 1024
const [small, large] = [256 * kilobyte, 1024 * kilobyte]

/** Milliseconds for a smaller text, beyond which the next larger one might take minutes. */
const patience = 500

/** Milliseconds for a megabyte, below which only the processor's caches make a difference. */
const tooFast = 5

interface Cost {
  readonly name: string
  readonly small: number
  readonly large: number
}

/** Linear means four times the text in four times the time; the fifth is for noise. */
export function worstCase({ quick }: Settings): Score[] {
  const hopeless = givenUp()
  const costs = costsOf(hopeless, quick ? 3 : 6)
  const group = `worst case: ${costs.length + hopeless.size} hostile texts, least wall time of a few runs`
  const row = (name: string, unit: string, atMost: number, of: (cost: Cost) => number): Score[] => {
    if (costs.length === 0) return []
    const worst = costs.reduce((a, b) => (of(b) > of(a) ? b : a))
    return [{ group, name, value: of(worst), unit, beside: worst.name, target: { atMost } }]
  }
  return [
    ...row('slowest at 256 KB', 'ms', 250, (cost) => cost.small),
    ...row('slowest at 1 MB', 'ms', 1000, (cost) => cost.large),
    ...row('time at 1 MB to time at 256 KB', '×', 5, growth),
    {
      group,
      name: `given up: over ${patience} ms at 256 KB or less`,
      value: hopeless.size,
      unit: 'texts',
      beside: [...hopeless].join(', '),
      target: { atMost: 0 },
    },
  ]
}

/** Step by step, so that a quadratic text is noticed while it is short; this also warms the compiler up. */
export function givenUp(): Set<string> {
  const hopeless = new Set<string>()
  for (const size of [4, 16, 64, 256]) {
    for (const { name, text } of hostileTexts(size * kilobyte)) {
      if (!hopeless.has(name) && timeOf(text) > patience) hopeless.add(name)
    }
  }
  return hopeless
}

export function costsOf(without: ReadonlySet<string>, runs: number): Cost[] {
  const isMeasured = ({ name }: HostileText) => !without.has(name)
  const larger = hostileTexts(large).filter(isMeasured)
  return hostileTexts(small)
    .filter(isMeasured)
    .map(({ name, text }, i) => ({
      name,
      small: leastTime(text, runs),
      large: leastTime(larger[i]!.text, runs),
    }))
}

export function growth({ small, large }: Cost): number {
  return large < tooFast ? 0 : large / small
}

/** Of enough runs one meets no neighbour. A short time is measured more often: any disturbance weighs more in it. */
function leastTime(text: string, runs: number): number {
  let least = Number.POSITIVE_INFINITY
  let spent = 0
  for (let run = 0; run < runs || (spent < 40 && run < 10 * runs); run++) {
    const time = timeOf(text)
    least = Math.min(least, time)
    spent += time
  }
  return least
}

/** By the wall clock: that of the processor is too coarse for a millisecond. */
function timeOf(text: string): number {
  const start = performance.now()
  redactAlone(text)
  return performance.now() - start
}
