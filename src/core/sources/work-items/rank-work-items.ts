import type { RankingRule } from '../../manifest/index.ts'
import { extractTerms } from '../../relevance/index.ts'
import { parseEpochMillis } from '../../values/index.ts'
import type { WorkItem } from './work-item.ts'

/** The parts of a score, each from 0 to 1 with at most four decimals. */
export interface ScoreBreakdown {
  readonly lexical: number
  readonly evidence: number
  readonly outcome: number
  readonly freshness: number
}

export interface RankedWorkItem {
  readonly item: WorkItem
  /** From 1. */
  readonly rank: number
  /** The weighted mean of the breakdown, from 0 to 1 with at most four decimals. */
  readonly score: number
  readonly breakdown: ScoreBreakdown
}

export interface RankInput extends RankingRule {
  readonly task: string | null
  readonly staleSeconds: number
}

/** Scores are integers until they are shown, because the last digit of a sum of fractions depends on the order. */
const fullScore = 10_000
const weightScale = 1000
const kinds = ['lexical', 'evidence', 'outcome', 'freshness'] as const

/** Ranks items, best first. The order is total, so the order of the input does not matter. */
export function rankWorkItems(items: readonly WorkItem[], input: RankInput): RankedWorkItem[] {
  const taskTerms = new Set(extractTerms(input.task ?? ''))
  const scored = items.map((item) => {
    const parts: ScoreBreakdown = {
      lexical: scoreWords(item, taskTerms),
      evidence: item.priority === null ? 0 : Math.round(fullScore / (1 + item.priority)),
      outcome: scoreState(item, input.states),
      freshness: scoreFreshness(item, input.staleSeconds),
    }
    return { item, parts, score: combineScores(parts, input.weights) }
  })
  const best = makeWorkItemComparator(input.states)
  scored.sort((a, b) => best({ ...a.item, score: a.score }, { ...b.item, score: b.score }))
  return scored.map(({ item, parts, score }, i) => ({
    item,
    rank: i + 1,
    score: score / fullScore,
    breakdown: {
      lexical: parts.lexical / fullScore,
      evidence: parts.evidence / fullScore,
      outcome: parts.outcome / fullScore,
      freshness: parts.freshness / fullScore,
    },
  }))
}

function combineScores(parts: ScoreBreakdown, weights: RankingRule['weights']): number {
  let [sum, all] = [0, 0]
  for (const kind of kinds) {
    const weight = Math.round(weights[kind] * weightScale)
    sum += weight * parts[kind]
    all += weight
  }
  return all === 0 ? 0 : Math.round(sum / all)
}

/** Scores the share of the task's terms that the item has. */
function scoreWords({ title, summary, tags }: WorkItem, taskTerms: ReadonlySet<string>): number {
  if (taskTerms.size === 0) return 0
  const has = new Set(extractTerms([title, summary, ...tags].join('\n')))
  const shared = [...taskTerms].filter((term) => has.has(term)).length
  return Math.round((shared * fullScore) / taskTerms.size)
}

/** Scores the position of the state: full for the first, 0 for the last. */
function scoreState({ state }: WorkItem, states: readonly string[]): number {
  const at = states.indexOf(state)
  if (at === -1) return 0
  return states.length === 1
    ? fullScore
    : Math.round(((states.length - 1 - at) * fullScore) / (states.length - 1))
}

/** Scores the age: full for an item that has just changed, 0 for one that is stale or of unknown age. */
function scoreFreshness({ freshness: { staleness_seconds: age } }: WorkItem, staleSeconds: number): number {
  if (age === null) return 0
  if (age <= 0) return fullScore
  return age >= staleSeconds ? 0 : Math.round(((staleSeconds - age) * fullScore) / staleSeconds)
}

/** The fields that order items of all adapters. */
export interface RankingKey extends Pick<WorkItem, 'state' | 'priority' | 'freshness' | 'name' | 'adapter'> {
  readonly score: number
}

/** Compares by score, then state, then priority, then latest change, then name, then adapter. */
export function makeWorkItemComparator(states: readonly string[]): (a: RankingKey, b: RankingKey) => number {
  const getStatePosition = ({ state }: RankingKey) =>
    states.includes(state) ? states.indexOf(state) : states.length
  const getPriority = ({ priority }: RankingKey) => priority ?? Number.MAX_SAFE_INTEGER
  const getUpdateTime = ({ freshness: { source_updated_at: at } }: RankingKey) =>
    (at === null ? null : parseEpochMillis(at)) ?? Number.MIN_SAFE_INTEGER
  return (a, b) =>
    b.score - a.score ||
    getStatePosition(a) - getStatePosition(b) ||
    getPriority(a) - getPriority(b) ||
    getUpdateTime(b) - getUpdateTime(a) ||
    compareText(a.name, b.name) ||
    compareText(a.adapter, b.adapter)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
