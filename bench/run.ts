// `npm run bench`: prints every figure beside a baseline of the same run. It prints goals and does not enforce them, because a busy
// machine is not a fault. --quick: few iterations. --json: one JSON document. Words name the parts to run; without words, all run.
// Each part is a separate process, so a part that runs out of memory does not end the others.
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { type Figure, isMet, table } from './figures.ts'
import { type PartResult, partNames } from './parts.ts'
import { isReached, type Score, scoreTable } from './redaction/scores.ts'

const words = process.argv.slice(2)
const asJson = words.includes('--json')
const wanted = words.filter((word) => !word.startsWith('-'))
const unknown = wanted.filter((name) => !partNames.includes(name))

if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${partNames.join(', ')}.`)
  process.exitCode = 2
} else {
  process.exitCode = await runParts(partNames.filter((name) => wanted.length === 0 || wanted.includes(name)))
}

async function runParts(names: readonly string[]): Promise<number> {
  const figures: Figure[] = []
  const scores: Score[] = []
  const failed: string[] = []
  if (!asJson) console.log(`${process.version}, medians; × is the ratio to the baseline of the group\n`)
  for (const name of names) {
    const result = await runPart(name)
    if (result === null) failed.push(name)
    else printPart(result)
    figures.push(...(result?.figures ?? []))
    scores.push(...(result?.scores ?? []))
  }
  if (asJson) printDocument(figures, scores, failed)
  if (failed.length > 0) console.error(`Parts that failed: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}

/** Null if the process ended without a result. It has then printed its own error on standard error. */
function runPart(name: string): Promise<PartResult | null> {
  const options = words.filter((word) => word.startsWith('-'))
  const child = fork(join(import.meta.dirname, 'part.ts'), [name, ...options], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  let result: PartResult | null = null
  child.once('message', (sent: PartResult) => {
    result = sent
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code === 0 ? result : null))
  })
}

function printPart({ figures, scores }: PartResult): void {
  if (asJson) return
  if (figures.length > 0) console.log(`${table(figures)}\n`)
  if (scores.length > 0) console.log(`${scoreTable(scores)}\n`)
}

function printDocument(
  figures: readonly Figure[],
  scores: readonly Score[],
  failed: readonly string[],
): void {
  const document = {
    node: process.version,
    figures: figures.map((figure) => ({ ...figure, met: isMet(figure) })),
    scores: scores.map((score) => ({ ...score, met: isReached(score) })),
    ...(failed.length > 0 ? { failed } : {}),
  }
  console.log(JSON.stringify(document, null, 2))
}
