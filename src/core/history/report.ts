import { formatCount } from '../values/index.ts'
import { computeNewcombeInterval, computeWilsonInterval, type Share } from './wilson-interval.ts'

/** The number of runs with the same agent, level and status. */
export interface Tally {
  readonly agent: string
  /** Null for runs without context. */
  readonly level: string | null
  readonly status: 'success' | 'failed' | 'timeout'
  readonly runs: number
}

export interface SectionTally {
  readonly section: string
  readonly status: Tally['status']
  readonly runs: number
}

export interface Rate {
  readonly runs: number
  readonly successes: number
  /** Null without runs. */
  readonly rate: number | null
  /** 95 % confidence interval. */
  readonly low: number | null
  readonly high: number | null
}

export interface Comparison {
  readonly with: Rate
  readonly without: Rate
  /** with − without. */
  readonly difference: number | null
  readonly low: number | null
  readonly high: number | null
  readonly verdict: 'better' | 'worse' | 'no difference seen' | 'too little data'
}

export interface Report {
  readonly runs: number
  /** Runs that foreword stopped. They count in no rate. */
  readonly interrupted: number
  /** Runs that a command of the user judged. */
  readonly checked: number
  /** Runs with context against runs without. */
  readonly context: Comparison
  readonly levels: readonly (Rate & { readonly level: string | null })[]
  readonly agents: readonly { readonly agent: string; readonly all: Rate; readonly context: Comparison }[]
  /** Among runs with context: those that got the section against those that did not. */
  readonly sections: readonly (Comparison & { readonly section: string })[]
  readonly notes: readonly string[]
}

/** Fewer runs are too few to compare. */
const minRuns = 10

/** The counts of a report. */
export interface Tallies {
  readonly runs: readonly Tally[]
  readonly sections: readonly SectionTally[]
  /** Runs without an outcome: still running, or foreword ended before they did. */
  readonly unended: number
  /** Runs that foreword stopped. They say nothing about the agent. */
  readonly interrupted: number
  /** Runs that a command of the user judged, not the agent. */
  readonly checked: number
}

export function buildReport(tally: Tallies): Report {
  const { runs } = tally
  const context = compareContext(runs)
  const sections = compareSections(countShare(runs.filter(hasContext)), tally.sections)
  return {
    runs: countShare(runs).runs,
    interrupted: tally.interrupted,
    checked: tally.checked,
    context,
    levels: groupBy(runs, ({ level }) => level).map(([level, own]) => ({
      level,
      ...computeRate(countShare(own)),
    })),
    agents: groupBy(runs, ({ agent }) => agent).map(([agent, own]) => ({
      agent,
      all: computeRate(countShare(own)),
      context: compareContext(own),
    })),
    sections,
    notes: [
      ...noteUnended(tally.unended),
      ...noteInterrupted(tally.interrupted),
      ...noteChecked(tally.checked, countShare(runs).runs),
      ...listNotes(context, sections),
    ],
  }
}

const hasContext = ({ level }: Tally) => level !== null

function compareContext(runs: readonly Tally[]): Comparison {
  return compareShares(
    countShare(runs.filter(hasContext)),
    countShare(runs.filter((run) => !hasContext(run))),
  )
}

function compareSections(all: Share, tallies: readonly SectionTally[]): Report['sections'] {
  return groupBy(tallies, ({ section }) => section).map(([section, own]) => {
    const got = countShare(own)
    const others = { runs: all.runs - got.runs, successes: all.successes - got.successes }
    return { section, ...compareShares(got, others) }
  })
}

/** Counts runs and successes. A timeout is not a success. */
function countShare(tallies: readonly Pick<Tally, 'status' | 'runs'>[]): Share {
  const sum = (group: typeof tallies) => group.reduce((total, { runs }) => total + runs, 0)
  return { runs: sum(tallies), successes: sum(tallies.filter(({ status }) => status === 'success')) }
}

function computeRate({ runs, successes }: Share): Rate {
  if (runs <= 0) return { runs, successes, rate: null, low: null, high: null }
  return { runs, successes, rate: successes / runs, ...computeWilsonInterval({ runs, successes }) }
}

function compareShares(withIt: Share, withoutIt: Share): Comparison {
  const rates = { with: computeRate(withIt), without: computeRate(withoutIt) }
  if (rates.with.rate === null || rates.without.rate === null) {
    return { ...rates, difference: null, low: null, high: null, verdict: 'too little data' }
  }
  const { low, high } = computeNewcombeInterval(withIt, withoutIt)
  const difference = rates.with.rate - rates.without.rate
  const enough = withIt.runs >= minRuns && withoutIt.runs >= minRuns
  const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'no difference seen'
  return { ...rates, difference, low, high, verdict: enough ? verdict : 'too little data' }
}

/** Groups by key, sorted by name; null comes first. */
function groupBy<T, Key extends string | null>(items: readonly T[], keyOf: (item: T) => Key): [Key, T[]][] {
  const byKey = new Map<Key, T[]>()
  for (const item of items) byKey.set(keyOf(item), [...(byKey.get(keyOf(item)) ?? []), item])
  const makeSortKey = (key: Key) => (key === null ? '' : ` ${key}`)
  return [...byKey].sort(([a], [b]) => (makeSortKey(a) < makeSortKey(b) ? -1 : 1))
}

function noteUnended(runs: number): string[] {
  if (runs === 0) return []
  return [
    `${runs === 1 ? '1 run has' : `${runs} runs have`} no recorded end and ${runs === 1 ? 'is' : 'are'} not counted.`,
  ]
}

function noteInterrupted(runs: number): string[] {
  if (runs === 0) return []
  return [
    `${runs === 1 ? '1 run was' : `${runs} runs were`} interrupted and ${runs === 1 ? 'is' : 'are'} not counted.`,
  ]
}

function noteChecked(checked: number, runs: number): string[] {
  if (checked === 0) return []
  const rest = checked === runs ? '' : `; the agents themselves said how the other ${runs - checked} ended`
  return [`A check decided about ${checked} of ${formatCount(runs, 'run')}${rest}.`]
}

function listNotes(context: Comparison, sections: readonly Comparison[]): string[] {
  const notes: string[] = []
  const compared = sections.filter(({ verdict }) => verdict !== 'too little data').length
  if (context.verdict === 'too little data') {
    const [withContext, withoutContext] = [context.with.runs, context.without.runs]
    notes.push(
      `There are ${formatCount(withContext, 'run')} with context and ${formatCount(withoutContext, 'run')} without; fewer than ${minRuns} of either are too few to compare.`,
    )
  }
  if (compared > 0 || context.verdict !== 'too little data') {
    notes.push('Runs were not assigned at random, so a difference does not prove a cause.')
  }
  if (compared > 1) {
    notes.push(`${compared} sections were compared; about one in twenty would differ by chance alone.`)
  }
  return notes
}
