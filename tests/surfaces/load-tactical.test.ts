import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { World } from './program.ts'

let world: World
let root: string
let count = 0
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

const files = {
  '.cortex/manifest_v0.json': '{"version":"v0","project_id":"shop"}\n',
  '.cortex/reports/lifecycle_audit_v0.json': '{"version":"v0","status":"pass"}\n',
  '.cortex/reports/decision_candidates_v0.json': '{\n  "version": "v0",\n  "entries": []\n}\n',
  'policies/access.md': '# Access\n',
}
beforeEach(() => {
  root = world.project(files, `tactical-${++count}`)
})

const noon = '--now=2026-02-24T12:00:00Z'
const run = (...args: string[]) => world.foreword(args, { cwd: root })
function note(text: string, ...options: string[]): string {
  const added = run('memory', 'add', text, noon, '--preset=cortex', '--json', ...options)
  expect(added).toMatchObject({ code: 0 })
  return JSON.parse(added.out).record.record_id
}
function load(...args: string[]) {
  const ran = run('load', '--task', 'Set the strategy', noon, ...args)
  expect(ran.code, ran.err).toBe(0)
  return { ...ran, bundle: JSON.parse(ran.out) }
}
// biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
const noted = (bundle: any) => bundle.files.filter((file: any) => file.source_class === 'tactical')

describe('a note of tactical memory', () => {
  it('C-14 C-66 C-67 is in a bundle only when asked for, behind everything else, and never authoritative', () => {
    const id = note('The strategy waits for the bank', '--class=risk_note', '--tag=strategy')
    expect(load().bundle).toMatchObject({ tactical: { status: 'disabled', selected_count: 0 } })
    const { bundle } = load('--tactical')
    expect(bundle.tactical).toEqual({ status: 'loaded', reason: null, candidate_count: 1, selected_count: 1 })
    expect(bundle.files.at(-1)).toMatchObject({
      path: `memory/${id}`,
      record_id: id,
      selected_by: 'tactical:risk_note',
      source_class: 'tactical',
      authoritative: false,
      excerpt: 'The strategy waits for the bank',
      provenance: { captured_at: '2026-02-24T12:00:00.000Z', expires_at: '2026-03-26T12:00:00.000Z' },
    })
  })

  it('C-27 C-31 C-52 C-69 has its own part, and takes nothing from control files', () => {
    for (let i = 0; i < 6; i++) note(`Strategy ${i}`)
    const without = load('--max-files=15').bundle
    const { bundle } = load('--tactical', '--max-files=15')
    expect(bundle.budget.partitions.tactical).toMatchObject({ max_files: 2, used_files: 2, refused_files: 4 })
    expect(noted(bundle)).toHaveLength(2)
    // biome-ignore lint/suspicious/noExplicitAny: the same
    const governed = (of: any) => of.files.filter((file: any) => file.source_class === 'control_plane')
    expect(governed(bundle)).toEqual(governed(without))
  })

  it('C-24 C-25 gives the same bytes for the same store, words and time, and other ones when it has expired', () => {
    note('Strategy, the first', '--retention=short')
    note('Strategy, the second')
    const first = load('--tactical', '--max-files=20')
    expect(load('--tactical', '--max-files=20', '--no-cache').out).toBe(first.out)
    expect(noted(first.bundle)).toHaveLength(2)
    const later = run(
      'load',
      '--task',
      'Set the strategy',
      '--tactical',
      '--max-files=20',
      '--now=2026-03-10',
    )
    expect(noted(JSON.parse(later.out)).map((file: { excerpt: string }) => file.excerpt)).toEqual([
      'Strategy, the second',
    ])
  })

  it('C-40 C-42 C-43 is free of what is prohibited, also by a rule that is younger than the note', () => {
    note('The strategy of Project Falcon')
    note('Another strategy')
    const own =
      'foreword: 1\nname: shop\nextends: preset:cortex\nprohibited:\n  falcon: { words: ["Project Falcon"], action: drop }\n'
    world.write(join(root, '.foreword/manifest.yaml'), own)
    const { bundle } = load('--tactical', '--max-files=20')
    expect(noted(bundle).map((file: { excerpt: string }) => file.excerpt)).toEqual(['Another strategy'])
    expect(bundle.warnings).toEqual([expect.stringMatching(/^dropped_unsafe_entry:memory\/tmr_.*: falcon$/)])
    expect(JSON.stringify(bundle)).not.toContain('Falcon')
  })

  it('C-46 C-47 C-65 that cannot be read costs its own part, and the bundle says so', () => {
    note('The strategy waits')
    writeFileSync(join(root, '.foreword/state/store.db'), 'no database'.repeat(1000))
    for (const end of ['-wal', '-shm']) rmSync(join(root, `.foreword/state/store.db${end}`), { force: true })
    const { bundle } = load('--tactical')
    expect(bundle.tactical).toMatchObject({ status: 'degraded', selected_count: 0 })
    expect(bundle.degraded).toEqual([{ slice: 'tactical', source: 'memory', reason: 'unreadable' }])
    expect(bundle.warnings).toEqual([
      expect.stringMatching(/^tactical_degraded:unreadable:[^/]*store\.db: [^/]*not a database$/),
    ])
    expect(bundle.files.map((file: { path: string }) => file.path)).toContain('policies/access.md')
  })

  it('becomes a candidate for a decision, which a person has to promote', () => {
    const id = note('Take the bank with the shorter form')
    expect(run('memory', 'promote', id, noon, '--preset=cortex')).toMatchObject({ code: 0 })
    const { bundle } = load('--tactical')
    expect(noted(bundle)).toEqual([])
    expect(bundle.control_plane).toMatchObject({ status: 'ok', promoted_decision_count: 0 })
    expect(bundle.control_plane.files.at(-1).summary).toMatchObject({ decision_count: 1, promoted_count: 0 })
  })
})
