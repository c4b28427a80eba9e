import { hash } from 'node:crypto'
import { appendFileSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DocumentTable } from '../src/adapters/relevance/document-table.ts'
import { answerFromIndex, openRelevance } from '../src/adapters/relevance/index.ts'
import { getIndexDirectory, openIndex } from '../src/adapters/relevance/open-index.ts'
import { makeTokenCounter } from '../src/adapters/tokenizer/index.ts'
import { makeTextRedactor } from '../src/app/redaction/redactor.ts'
import type { FoundSource } from '../src/core/values/index.ts'
import type { RelevanceInput } from '../src/ports/index.ts'
import { type Figure, median } from './figures.ts'
import type { Settings } from './settings.ts'

/**
 * "query" is the time of a query on an open, current index: terms of the active document, references, shared terms, co-change,
 * ranks, excerpts within 4,000 exact tokens. "whole answer" also reads the stamps of all files, one lstat each.
 */
export async function relevanceSpeed({ home, away, quick }: Settings): Promise<Figure[]> {
  const many = quick ? 1000 : 10_000
  const group = `relevance over ${many.toLocaleString('en')} Markdown files, in one process`
  const root = join(away, 'relevance')
  const paths = makeDocuments(root, many)
  const directory = join(away, 'relevance-index')
  const changes = { head: () => 'a'.repeat(40), commits: () => commitsOver(paths) }
  const relevance = openRelevance({ directory, changes })
  const order = orderOver(home, root, paths)

  const first = await timed(() => relevance.find(order))
  const rounds = quick ? 5 : 21
  const lstats = await often(rounds, () => paths.map((path) => order.stamp(path)))
  const whole = await often(rounds, () => relevance.find(order))
  appendFileSync(join(root, paths[many >> 1]!), '\nOne more line.\n')
  const changed = await timed(() => relevance.find(order))
  relevance.close()

  const shelf = new DocumentTable(openIndex(getIndexDirectory(directory, root), { root, rules: order.rules }))
  shelf.rows()
  const query = await often(rounds, () => shelf.look(() => answerFromIndex(shelf, order)), processorTime)
  shelf.close()

  const figure = (name: string, value: number, goal?: Figure['goal']): Figure => ({
    group,
    name,
    value,
    unit: 'ms',
    ratio: value / lstats,
    ...(goal === undefined ? {} : { goal }),
  })
  return [
    { group, name: 'lstat of every file', value: lstats, unit: 'ms', ratio: null },
    figure('first index, with redaction', first),
    figure('query, index up to date (processor time)', query, { of: 'value', atMost: 50 }),
    figure('whole answer, nothing changed', whole),
    figure('whole answer, one file changed', changed),
  ]
}

function orderOver(home: string, root: string, paths: readonly string[]): RelevanceInput {
  const read = (path: string): FoundSource => {
    const text = readFileSync(join(root, path), 'utf8')
    const digest = `sha256:${hash('sha256', text)}`
    return {
      state: 'found',
      uri: `file:${path}`,
      path,
      text,
      digest,
      bytes: text.length,
      modifiedAt: '2026-01-03T12:00:00Z',
    }
  }
  const { count } = makeTokenCounter('o200k', {
    tableFile: join(home, 'dist/o200k.bin'),
    hash: (content) => hash('sha256', content),
  })
  return {
    root,
    around: [read(paths[7]!)],
    task: 'Let the compiler cut documents to a budget',
    candidates: paths,
    read,
    stamp(path) {
      const { ino, size, mtimeMs, ctimeMs } = lstatSync(join(root, path))
      return `${ino}:${size}:${mtimeMs}:${ctimeMs}`
    },
    redact: makeTextRedactor(),
    rules: 'bench',
    budget: 4000,
    count,
    formatAddress: (path) => `foreword://${path}`,
  }
}

async function timed(act: () => unknown): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** Processor time of this thread, because a query runs on it alone. Other programs do not affect it. */
async function processorTime(act: () => unknown): Promise<number> {
  const start = process.threadCpuUsage()
  await act()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

async function often(rounds: number, act: () => unknown, clock = timed): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await clock(act))
  return median(times)
}

/** Words with a natural distribution: the first in nearly every document, the last in a few. */
function makeDocuments(root: string, many: number): string[] {
  const chance = seeded(16)
  const word = () => `${syllables(Math.floor(4000 ** chance()))}`
  const sentence = () => `${Array.from({ length: 12 }, word).join(' ')}.`
  const paths = Array.from(
    { length: many },
    (_, i) => `docs/part${i % 50}/${String(i).padStart(4, '0')}-${syllables(i)}.md`,
  )
  for (const [i, path] of paths.entries()) {
    const others = [1, 2, 3].map(() => Math.floor(chance() * many))
    const text = [
      `# Part ${i}: ${word()} ${word()} ${word()}`,
      `| **Status** | Accepted |\n| **Depends On** | ${paths[others[0]!]!.split('/').at(-1)} |`,
      ...['Context', 'Decision', `On ${word()} and ${word()}`].map(
        (heading) => `## ${heading}\n\n${Array.from({ length: 8 }, sentence).join('\n')}`,
      ),
      `See [this](/${paths[others[1]!]}) and \`${paths[others[2]!]}\`.`,
    ].join('\n\n')
    if (i < 50) mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  return paths.sort()
}

function commitsOver(paths: readonly string[]): string[][] {
  const chance = seeded(17)
  return Array.from({ length: 1000 }, (_, i) =>
    Array.from({ length: 2 + (i % 8) }, () => paths[Math.floor(chance() ** 3 * paths.length)]!),
  )
}

function syllables(number: number): string {
  const parts = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu']
  return [...String(number + 10)].map((digit) => parts[Number(digit)]).join('')
}

/** The same documents at every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
