import type { RankingRule } from '../../manifest/index.ts'
import { extractTerms } from '../../relevance/index.ts'
import { epochMillis } from '../../values/index.ts'
import type { WorkItem } from './work-item.ts'

/** What speaks for an item, each from 0 to 1 with at most four decimals. */
export interface ScoreBreakdown {
  readonly lexical: number
  readonly evidence: number
  readonly outcome: number
  readonly freshness: number
}

export interface RankedItem {
  readonly item: WorkItem
  /** From 1. */
  readonly rank: number
  /** All of the breakdown by its weights, from 0 to 1 with at most four decimals. */
  readonly score: number
  readonly breakdown: ScoreBreakdown
}

export interface RankInput extends RankingRule {
  readonly task: string | null
  readonly staleSeconds: number
}

/** Scores are whole numbers until they are shown: sums of fractions would differ in their last digit by their order. */
const whole = 10_000
const wholeWeight = 1000
const kinds = ['lexical', 'evidence', 'outcome', 'freshness'] as const

/** Best first. No two items are equal, and the order in which they come changes nothing. */
export function rankWorkItems(items: readonly WorkItem[], order: RankInput): RankedItem[] {
  const wanted = new Set(extractTerms(order.task ?? ''))
  const scored = items.map((item) => {
    const parts: ScoreBreakdown = {
      lexical: lexical(item, wanted),
      evidence: item.priority === null ? 0 : Math.round(whole / (1 + item.priority)),
      outcome: outcome(item, order.states),
      freshness: freshness(item, order.staleSeconds),
    }
    return { item, parts, score: combined(parts, order.weights) }
  })
  const best = compareBestFirst(order.states)
  scored.sort((a, b) => best({ ...a.item, score: a.score }, { ...b.item, score: b.score }))
  return scored.map(({ item, parts, score }, i) => ({
    item,
    rank: i + 1,
    score: score / whole,
    breakdown: {
      lexical: parts.lexical / whole,
      evidence: parts.evidence / whole,
      outcome: parts.outcome / whole,
      freshness: parts.freshness / whole,
    },
  }))
}

function combined(parts: ScoreBreakdown, weights: RankingRule['weights']): number {
  let [sum, all] = [0, 0]
  for (const kind of kinds) {
    const weight = Math.round(weights[kind] * wholeWeight)
    sum += weight * parts[kind]
    all += weight
  }
  return all === 0 ? 0 : Math.round(sum / all)
}

/** The share of the task's words that the item has. */
function lexical({ title, summary, tags }: WorkItem, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0
  const has = new Set(extractTerms([title, summary, ...tags].join('\n')))
  const shared = [...wanted].filter((term) => has.has(term)).length
  return Math.round((shared * whole) / wanted.size)
}

/** The first state has all, the last one nothing. */
function outcome({ state }: WorkItem, states: readonly string[]): number {
  const at = states.indexOf(state)
  if (at === -1) return 0
  return states.length === 1 ? whole : Math.round(((states.length - 1 - at) * whole) / (states.length - 1))
}

/** All for what had just changed, nothing for what is stale or of unknown age. */
function freshness({ freshness: { staleness_seconds: age } }: WorkItem, staleSeconds: number): number {
  if (age === null) return 0
  if (age <= 0) return whole
  return age >= staleSeconds ? 0 : Math.round(((staleSeconds - age) * whole) / staleSeconds)
}

/** What decides between two items, whichever adapter tells of them. */
export interface RankingKey extends Pick<WorkItem, 'state' | 'priority' | 'freshness' | 'name' | 'adapter'> {
  readonly score: number
}

/** By score, then by state, then by priority, then the one that changed last, then by name, then by the name of the adapter. */
export function compareBestFirst(states: readonly string[]): (a: RankingKey, b: RankingKey) => number {
  const place = ({ state }: RankingKey) => (states.includes(state) ? states.indexOf(state) : states.length)
  const priority = ({ priority: given }: RankingKey) => given ?? Number.MAX_SAFE_INTEGER
  const changed = ({ freshness: { source_updated_at: at } }: RankingKey) =>
    (at === null ? null : epochMillis(at)) ?? Number.MIN_SAFE_INTEGER
  return (a, b) =>
    b.score - a.score ||
    place(a) - place(b) ||
    priority(a) - priority(b) ||
    changed(b) - changed(a) ||
    byText(a.name, b.name) ||
    byText(a.adapter, b.adapter)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
