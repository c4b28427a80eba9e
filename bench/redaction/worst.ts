import { type HostileText, hostileTexts } from '../../src/core/redact/hostile.fixture.ts'
import type { Settings } from '../settings.ts'
import { redactAlone } from './engine.ts'
import type { Score } from './scores.ts'

const kilobyte = 1024
const [small, large] = [256 * kilobyte, 1024 * kilobyte]

/** If a smaller text takes longer than this, in milliseconds, the next larger one is skipped, because it might take minutes. */
const patience = 500

/** Below this time per megabyte, in milliseconds, only the processor's caches make a difference. */
const tooFast = 5

interface Cost {
  readonly name: string
  readonly small: number
  readonly large: number
}

/** Linear means four times the time for four times the text. The fifth allows for caches that a megabyte does not fit in. */
const maxGrowth = 5

export function worstCase({ quick }: Settings): Score[] {
  const hopeless = givenUp()
  const costs = costsOf(hopeless, quick ? 2 : 4)
  const group = `worst case: ${costs.length + hopeless.size} hostile texts, least processor time of a few rounds`
  const row = (name: string, unit: string, atMost: number, of: (cost: Cost) => number): Score[] => {
    if (costs.length === 0) return []
    const worst = costs.reduce((a, b) => (of(b) > of(a) ? b : a))
    return [{ group, name, value: of(worst), unit, beside: worst.name, target: { atMost } }]
  }
  return [
    ...row('slowest at 256 KB', 'ms', 250, (cost) => cost.small),
    ...row('slowest at 1 MB', 'ms', 1000, (cost) => cost.large),
    ...row('time at 1 MB to time at 256 KB', '×', maxGrowth, growth),
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

/** Grows the text step by step, so that quadratic time shows while the text is short. This also warms up the compiler. */
export function givenUp(): Set<string> {
  const hopeless = new Set<string>()
  for (const size of [4, 16, 64, 256]) {
    for (const { name, text } of hostileTexts(size * kilobyte)) {
      if (!hopeless.has(name) && timeOf(text) > patience) hopeless.add(name)
    }
  }
  return hopeless
}

export function costsOf(without: ReadonlySet<string>, rounds: number): Cost[] {
  const isMeasured = ({ name }: HostileText) => !without.has(name)
  const larger = hostileTexts(large).filter(isMeasured)
  return hostileTexts(small)
    .filter(isMeasured)
    .map(({ name, text }, i) => costOf(name, [text, larger[i]!.text], rounds))
}

/** The minimum of several rounds in turns, because some round runs without disturbance. A result over the limit gets more rounds. */
function costOf(name: string, [shorter, longer]: readonly [string, string], rounds: number): Cost {
  let cost: Cost = { name, small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  for (let round = 0; round < rounds || (growth(cost) > maxGrowth && round < 4 * rounds); round++) {
    cost = {
      name,
      small: Math.min(cost.small, meanTime(shorter)),
      large: Math.min(cost.large, meanTime(longer)),
    }
  }
  return cost
}

export function growth({ small, large }: Cost): number {
  return large < tooFast ? 0 : large / small
}

/** Milliseconds of processor time, whose clock has steps longer than many runs. */
const enough = 40

function meanTime(text: string): number {
  let spent = 0
  for (let runs = 1; ; runs++) {
    spent += timeOf(text)
    if (spent >= enough) return spent / runs
  }
}

function timeOf(text: string): number {
  const start = process.threadCpuUsage()
  redactAlone(text)
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}
