import { execFileSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { measure } from './cold.ts'
import { type Figure, type Goal, median } from './figures.ts'
import type { Settings } from './settings.ts'

const documents = 2_000

const manifest = `foreword: 1
name: bench
measure: chars/4
levels: { standard: { budget: 1000 } }
default_level: standard
ceiling: 2000
tiers: { identity: { budget: 500, collections: digest } }
collections: { adrs: { files: "docs/adrs/*.md" } }
sections: { adrs: { tier: identity, sources: ["foreword://docs/adrs/"], missing: skip } }
`

/** Runs the same commands in a project with thousands of documents and in one with none. */
export function manyDocuments({ home, away, quick }: Settings): Figure[] {
  const [empty, full] = [0, documents].map((count) => projectWith(join(away, `with-${count}`), count))
  const foreword = [process.execPath, join(home, 'bin/foreword.cjs')]
  const env = { FOREWORD_CACHE_DIR: join(away, 'documents-cache') }
  for (const root of [empty!, full!]) {
    const words = [...foreword.slice(1), 'assemble', root, join(away, 'documents-out')]
    for (let i = 0; i < 2; i++) execFileSync(foreword[0]!, words, { env: { ...process.env, ...env } })
  }
  const commands: Record<string, readonly string[]> = {
    'context, no document': [...foreword, 'context', '--repo', empty!],
    [`context, ${documents} documents`]: [...foreword, 'context', '--repo', full!],
    'assemble, no document, warm': [...foreword, 'assemble', empty!, `${join(away, 'none')}-$round`],
    [`assemble, ${documents} documents, warm`]: [
      ...foreword,
      'assemble',
      full!,
      `${join(away, 'many')}-$round`,
    ],
  }
  const goals: Record<string, Goal> = { [`context, ${documents} documents`]: { of: 'ratio', atMost: 2 } }
  const turns = Object.values(commands).map((words) => ({ words, env }))
  const medians = measure(turns, quick ? 9 : 25).map((runs) => median(runs.map((run) => run.cpu)))
  return Object.keys(commands).map((name, i): Figure => {
    const base = medians[i < 2 ? 0 : 2]!
    const goal = goals[name]
    return {
      group: 'many documents, processor time',
      name,
      value: medians[i]! * 1000,
      unit: 'ms',
      ratio: i % 2 === 0 ? null : medians[i]! / base,
      ...(goal && { goal }),
    }
  })
}

/** Old enough for a warm start to treat the files as settled. */
const before = new Date(Date.now() - 60_000)

function projectWith(root: string, count: number): string {
  const folder = join(root, 'docs/adrs')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(root, '.foreword'))
  writeFileSync(join(root, '.foreword/manifest.yaml'), manifest)
  writeFileSync(join(root, 'README.md'), '# Bench\n')
  for (let i = 1; i <= count; i++) {
    const text = `# ADR ${i}: Decision ${i}\n\nStatus: accepted\n\n## Decision\n\nWe decided number ${i}.\n`
    writeFileSync(join(folder, `${String(i).padStart(4, '0')}-decision.md`), text)
  }
  execFileSync('git', ['init', '-q', root])
  for (const path of [folder, join(root, '.foreword/manifest.yaml'), root]) utimesSync(path, before, before)
  return root
}
