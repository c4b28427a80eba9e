// Finds what belongs to the work at hand: references, terms, ranks, excerpts. Looks nothing up itself: what an index holds is handed in.
export { type Active, type ActiveDocument, activeWork } from './active.ts'
export { analyse, type Columns } from './analyse.ts'
export { type RelevanceAnswer, type Relevant, renderAnswer } from './answer.ts'
export { changeHits } from './changes.ts'
export { fill } from './fill.ts'
export { type Evidence, fuse, type Hit } from './fuse.ts'
export { type Edge, type Graph, spread } from './spread.ts'
export { analysisVersion, type Telling, tellingTerms } from './terms.ts'
