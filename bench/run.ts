// `npm run bench`: every figure beside a baseline of the same run. Goals are printed, never enforced: a busy machine is no fault.
// --quick: few iterations. --json: one JSON document. Words name the parts to run; none for all.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coldStart } from './cold.ts'
import { type Figure, isMet, table } from './figures.ts'
import { peakMemory } from './memory.ts'
import { packetsPerSecond } from './packets.ts'
import { herd, insertCost, largeLedgers, postgresRate } from './receipts.ts'
import { redactionSpeed } from './redaction.ts'
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
    memory: peakMemory,
    packets: packetsPerSecond,
    redaction: redactionSpeed,
    tokens: countingSpeed,
    insert: insertCost,
    herd,
    ledgers: largeLedgers,
    postgres: postgresRate,
  }
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
  const figures: Figure[] = []
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) figures.push(...(await part(settings)))
  }
  if (process.argv.includes('--json')) {
    const document = { node: process.version, figures: figures.map((one) => ({ ...one, met: isMet(one) })) }
    console.log(JSON.stringify(document, null, 2))
  } else {
    console.log(`${process.version}, medians; × is the ratio to the baseline of the group\n`)
    console.log(table(figures))
  }
} finally {
  rmSync(away, { recursive: true, force: true })
}
