// Measures bundles in projects of 1,000, 10,000 and 100,000 files with equally many matches: without a cache, and after one document
// has changed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { committed } from './committed.ts'
import type { Figure } from './figures.ts'
import { pairedTimes } from './paired.ts'
import type { Settings } from './settings.ts'
import { proseOf } from './texts.ts'

export function loadCost({ home, away, quick }: Settings): Figure[] {
  const foreword = join(home, 'bin/foreword.cjs')
  const user = join(away, 'load-user')
  const cache = join(user, 'cache')
  const env = { HOME: user, FOREWORD_CACHE_DIR: cache }
  const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
  const loaded = sizes.map((files) => {
    const root = project(join(away, `load-${files}`), files)
    const words = [process.execPath, foreword, 'load', '--project-dir', root, '--task', 'Set the strategy']
    return { files, root, words }
  })
  // The first runs fill Node's compile cache, because most users have run the program before.
  for (let i = 0; i < 13; i++)
    for (const { words } of loaded) spawnSync(words[0]!, words.slice(1), { env: { ...process.env, ...env } })
  const timed = loaded.flatMap(({ files, root, words }) => {
    const name = `load, ${files.toLocaleString('en')} files`
    const goal = files === 10_000 ? { atMost: 3.5 } : {}
    const document = join(root, 'policies/p03.md')
    return [
      {
        name: `${name}, nothing kept`,
        turn: { words, env, before: `rm -rf "${cache}/compiled"` },
        ...goal,
      },
      {
        name: `${name}, one document changed`,
        turn: { words, env, before: `echo "Rule $round" >>"${document}"` },
        ...goal,
      },
    ]
  })
  // V8 does some work on other threads, and a user does not wait for it.
  return pairedTimes('bundles', timed, { rounds: quick ? 9 : 31, by: ['cpu', 'wall'] })
}

const control = {
  '.cortex/manifest_v0.json': { version: 'v0', project_id: 'shop', project_name: 'Shop' },
  '.cortex/reports/lifecycle_audit_v0.json': { version: 'v0', status: 'pass', checks: [] },
  '.cortex/reports/audit_needed_v0.json': { version: 'v0', status: 'not_needed', audit_required: false },
  '.cortex/reports/decision_candidates_v0.json': { version: 'v0', entries: [] },
}

/** Twelve documents of three thousand characters fit the bundle. The other files are code. */
function project(root: string, files: number): string {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, value] of Object.entries(control)) write(path, `${JSON.stringify(value, null, 2)}\n`)
  for (let i = 0; i < 3; i++) write(`.cortex/artifacts/decisions/decision_${i}_v0.md`, proseOf(3000, i))
  write('.cortex/artifacts/direction_shop_v0.md', proseOf(3000, 4))
  for (let i = 0; i < 12; i++) write(`policies/p${String(i).padStart(2, '0')}.md`, proseOf(3000, 5 + i))
  for (let i = 0; i < files; i++) write(`src/part-${i % 200}/file-${i}.ts`, `export const value = ${i}\n`)
  committed(root)
  return root
}
