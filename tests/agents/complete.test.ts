// A packet that is larger than the channel arrives completely in the real agents, over the start and the next prompts.
import { expect, it } from 'vitest'
import { describeAgent } from './installed.ts'
import type { Session } from './session.ts'
import { prompt } from './session.ts'
import { document, type InstalledId, linesOf, openShop, type Shop } from './shop.ts'
import { whole } from './told.ts'

const cutByAgent = /persisted-output|tokens truncated/
const length = 8_000

function makeStock(names: readonly string[]) {
  const sections = names.map((name) => `  ${name}: { sources: ["file:docs/${name}.md"] }\n`)
  const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 80000 } }
default_level: standard
ceiling: 80000
sections:
${sections.join('')}`
  const files = names.map((name) => [`docs/${name}.md`, document(name, length)] as const)
  return { manifest, files: Object.fromEntries(files) }
}

/** Whether the conversation has every line of a document, and its end once. */
function isWhole(name: string, text: string): boolean {
  const came = new Set(linesOf(name, text)).size
  return (
    came === linesOf(name, document(name, length)).length && text.split(`- ${name} ends here`).length === 2
  )
}

/** Resumes the session until the conversation has all documents. A resume brings sections at its start and with its prompt. */
async function talkUntilWhole(engine: Shop, names: readonly string[], most: number): Promise<number[]> {
  const counts: number[] = []
  const count = (session: Session, words: string) => {
    const text = whole(session, words)
    expect(text).not.toMatch(cutByAgent)
    counts.push(names.filter((name) => isWhole(name, text)).length)
  }
  count(await engine.again(), prompt)
  while (counts.at(-1)! < names.length && counts.length <= most)
    count(await engine.resume(`TURN-${counts.length} go on`), `TURN-${counts.length} go on`)
  return counts
}

async function arrivesCompletely(id: InstalledId, total: number): Promise<void> {
  const names = Array.from({ length: total / length }, (_, i) => `doc${i + 10}`)
  const engine = await openShop(id, makeStock(names))
  try {
    engine.warm()
    const counts = await talkUntilWhole(engine, names, 30)
    expect(counts.at(-1)).toBe(names.length)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    // Nothing comes twice after that.
    const injections = engine.ledger().length
    const text = whole(await engine.resume('AT-LAST go on'), 'AT-LAST')
    expect(names.filter((name) => !isWhole(name, text))).toEqual([])
    expect(engine.ledger()).toHaveLength(injections)
  } finally {
    await engine.close()
  }
}

for (const id of ['claude', 'codex'] as const) {
  describeAgent(id, () => {
    it.each([40_000, 200_000])(
      'has every section whole after some prompts: %i characters',
      (total) => arrivesCompletely(id, total),
      600_000,
    )
  })
}
