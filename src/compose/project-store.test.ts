import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { event } from '../adapters/store/sql/ledger.fixture.ts'
import { type RecallInput, recallRecords } from '../app/sources/memory/recall-records.ts'
import { noon, recordOf, type Wanted } from '../core/sources/memory/memory.fixture.ts'
import type { Project } from '../ports/index.ts'
import { locateStore } from './project-store.ts'
import { recordsNow } from './session.ts'
import { openStore } from './store.ts'

let home: string
let env: NodeJS.ProcessEnv
let project: Project
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'recall of -'))
  env = { HOME: home, XDG_STATE_HOME: join(home, 'state') }
  const root = join(home, 'repo')
  mkdirSync(root)
  project = { root, name: 'repo', roots: {}, manifestFile: join(root, 'm.yaml') }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function keep(...wanted: Wanted[]): Promise<void> {
  const { store, place } = await openStore(
    { env, warn: () => undefined },
    { project, store: undefined },
    { make: true },
  )
  for (const sample of wanted) {
    const record = recordOf(sample)
    await store.keepRecord(place.key, record, event(`e-${record.record_id}`))
    if (sample.promoted)
      await store.promoteRecord(place.key, record.record_id, sample.promoted, event(`p-${record.record_id}`))
  }
  await store.close()
}

const engine = () => ({ records: (of: Project, now: string) => recordsNow(env, of, now) })
const recall = (over: Partial<RecallInput> = {}) =>
  recallRecords({ engine: engine(), project }, { task: 'Fix the importer', now: noon, limit: 10, ...over })
const ids = async (over: Partial<RecallInput> = {}) =>
  (await recall(over)).records.map(({ record }) => record.record_id)

describe('C-14 a record that is recalled for a task', () => {
  it('has to do with it, by score, with the reasons', async () => {
    await keep(
      { id: 'tmr_in-text', text: 'The importer is slow' },
      { id: 'tmr_in-tag', text: 'Slow', tags: ['importer'] },
      { id: 'tmr_other-1', text: 'Something else' },
    )
    const { records, trouble } = await recall()
    expect(trouble).toBeNull()
    expect(records.map(({ record, score, why }) => [record.record_id, score, why])).toEqual([
      ['tmr_in-tag', 0.5, ['tag: importer']],
      ['tmr_in-text', 0.1667, ['text: importer']],
    ])
    expect(records.every(({ record }) => record.authoritative === false)).toBe(true)
  })

  it('is none that has expired or become a candidate', async () => {
    await keep(
      { id: 'tmr_active' },
      { id: 'tmr_expired', expires: noon },
      { id: 'tmr_promoted', promoted: { at: noon, to: 'x' } },
    )
    expect(await ids()).toEqual(['tmr_active'])
    expect(await ids({ now: '2026-02-24T11:00:00.000Z' })).toEqual(['tmr_active', 'tmr_expired'])
  })

  it('is the newest where the task names nothing', async () => {
    await keep(
      { id: 'tmr_older-1', at: '2026-02-20T00:00:00.000Z' },
      { id: 'tmr_newer-1', at: '2026-02-21T00:00:00.000Z' },
    )
    expect(await ids({ task: null })).toEqual(['tmr_newer-1', 'tmr_older-1'])
    expect(await ids({ task: ' … ', limit: 1 })).toEqual(['tmr_newer-1'])
    expect(await ids({ limit: 0 })).toEqual([])
  })

  it('C-25 is the same every time', async () => {
    await keep(...['c', 'a', 'b'].map((letter) => ({ id: `tmr_equal-${letter}` })))
    const first = await recall()
    expect(first.records.map(({ record }) => record.record_id)).toEqual([
      'tmr_equal-a',
      'tmr_equal-b',
      'tmr_equal-c',
    ])
    expect(await recall()).toEqual(first)
  })
})

describe('a project without memory', () => {
  it('nothing is recalled, and no store is made', async () => {
    expect(await recall()).toEqual({ records: [], trouble: null })
    expect(readdirSync(home)).toEqual(['repo'])
    expect(readdirSync(project.root)).toEqual([])
  })

  it('nothing is recalled where nothing is kept', async () => {
    env = { ...env, FOREWORD_STORE: 'off' }
    expect(await recall()).toEqual({ records: [], trouble: null })
  })

  it.each([
    ['a store that is damaged', () => undefined, /could not be read: [^/]*store\.db: [^/]*not a database$/],
    ['a server that is not there', () => 'postgres://u@127.0.0.1:1/x', /could not be read: .*127\.0\.0\.1/],
  ])('C-46 %s is reported, and never thrown', async (_, store, message) => {
    await keep({})
    const place = locateStore(env, { project, store: undefined })
    if (place.kind !== 'sqlite') throw new Error('expected a file')
    writeFileSync(place.file, 'no database at all, but long enough to be looked at '.repeat(40))
    for (const end of ['-wal', '-shm']) rmSync(place.file + end, { force: true })
    const url = store()
    if (url !== undefined) env = { ...env, FOREWORD_STORE: url }
    const { records, trouble } = await recall()
    expect(records).toEqual([])
    expect(trouble).toMatch(message)
    expect(trouble).not.toContain(home)
  })
})

it('recalling records loads no query builder and no driver', () => {
  const files = [
    'session.ts',
    '../app/sources/memory/current-records.ts',
    '../adapters/store/sql/read-current-records.ts',
    '../app/sources/memory/recall-records.ts',
  ].map((path) => join(import.meta.dirname, path))
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve(name, context, next) { const found = next(name, context); loaded.push(found.url); return found } })
    for (const file of ${JSON.stringify(files)}) await import(file)
    console.log(JSON.stringify(loaded.filter((url) => /kysely|pg-pool|node_modules.pg.lib/.test(url))))`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  expect(JSON.parse(ran.stdout)).toEqual([])
})

it('records are recalled also where nothing can be written', async ({ skip }) => {
  const own = process.getuid?.() === 0 ? ['-m'] : ['-Urm']
  const allowed = spawnSync('unshare', [...own, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
  skip(!allowed, 'the system lets nobody mount a disk of their own')
  await keep({ id: 'tmr_kept-here' })
  const place = locateStore(env, { project, store: undefined })
  if (place.kind !== 'sqlite') throw new Error('expected a file')
  const door = join(import.meta.dirname, 'session.ts')
  const program = `
    const { recordsNow } = await import(${JSON.stringify(door)})
    const { records, trouble } = await recordsNow(${JSON.stringify(env)}, ${JSON.stringify(project)}, '${noon}')
    console.log(JSON.stringify([records.map(({ record }) => record.record_id), trouble]))`
  const mount = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && touch "$1/x" 2> /dev/null'
  const script = `${mount}; "$2" --input-type=module -e "$3"`
  const words = [...own, 'sh', '-c', script, 'sh', place.directory, process.execPath, program]
  const ran = spawnSync('unshare', words, { encoding: 'utf8' })
  expect(readdirSync(place.directory)).not.toContain('x')
  expect(JSON.parse(ran.stdout || '[]'), ran.stderr).toEqual([['tmr_kept-here'], null])
})
