// Work items from outside: read, dated by their own times, ranked. Nothing in them is relied on, and nothing wrong with them is thrown.
export { readInOneGo, shortened, workItemText } from './document.ts'
export type { Degradation, Degraded, Freshness, WorkItem, WorkList } from './item.ts'
export { degradations } from './item.ts'
export { type Adapter, parseWorkItems } from './parse.ts'
export { type Breakdown, bestFirst, type RankedItem, type RankOrder, rankWorkItems } from './rank.ts'
