// `npm run bench`: every figure beside a baseline of the same run. Goals are printed, never enforced: a busy machine is no fault.
// --quick: few iterations. --json: one JSON document. Words name the parts to run; none for all.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coldStart } from './cold.ts'
import { manyDocuments } from './documents.ts'
import { type Figure, isMet, table } from './figures.ts'
import { hookCost } from './hook.ts'
import { loadCost } from './load.ts'
import { pulling } from './mcp.ts'
import { peakMemory } from './memory.ts'
import { packetsPerSecond } from './packets.ts'
import { herd, insertCost, largeLedgers, postgresRate } from './receipts.ts'
import { isReached, type Score, scoreTable } from './redaction/scores.ts'
import { redactionScores } from './redaction.ts'
import { relevanceSpeed } from './relevance.ts'
import type { Settings } from './settings.ts'
import { countingSpeed } from './tokens.ts'

const home = join(import.meta.dirname, '..')
const away = mkdtempSync(join(tmpdir(), 'foreword-bench-'))
const settings: Settings = {
  home,
  away,
  example: join(home, 'examples/swords-of-chaos-reborn'),
  quick: process.argv.includes('--quick'),
}

try {
  const parts: Readonly<Record<string, (settings: Settings) => Figure[] | Promise<Figure[]>>> = {
    cold: coldStart,
    hook: hookCost,
    load: loadCost,
    memory: peakMemory,
    packets: packetsPerSecond,
    tokens: countingSpeed,
    insert: insertCost,
    herd,
    ledgers: largeLedgers,
    postgres: postgresRate,
    documents: manyDocuments,
    relevance: relevanceSpeed,
    mcp: pulling,
  }
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
  const figures: Figure[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (isWanted(name)) figures.push(...(await part(settings)))
  }
  const scores: Score[] = isWanted('redaction') ? await redactionScores(settings) : []
  if (process.argv.includes('--json')) {
    const document = {
      node: process.version,
      figures: figures.map((one) => ({ ...one, met: isMet(one) })),
      scores: scores.map((one) => ({ ...one, met: isReached(one) })),
    }
    console.log(JSON.stringify(document, null, 2))
  } else {
    console.log(`${process.version}, medians; × is the ratio to the baseline of the group\n`)
    if (figures.length > 0) console.log(`${table(figures)}\n`)
    if (scores.length > 0) console.log(scoreTable(scores))
  }
} finally {
  rmSync(away, { recursive: true, force: true })
}
