// Work items from outside: read, dated by their own times, ranked. Nothing in them is relied on, and nothing wrong with them is thrown.
export { formatWorkItem, joinWithoutMarkup, shortenLines } from './document.ts'
export type { Degradation, DegradedAdapter, Freshness, WorkItem, WorkList } from './item.ts'
export { degradations } from './item.ts'
export { type AdapterInput, parseWorkItems } from './parse.ts'
export {
  compareBestFirst,
  type RankedItem,
  type RankInput,
  rankWorkItems,
  type ScoreBreakdown,
} from './rank.ts'
