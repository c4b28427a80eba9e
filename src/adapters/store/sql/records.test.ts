import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptOf, noon, recordOf } from '../../../core/sources/memory/memory.fixture.ts'
import { event } from './ledger.fixture.ts'
import { listStatements, migrations } from './migrations.ts'
import { repairSqlite } from './repair.ts'
import { openTestStore, testStoreOptions } from './test-store.fixture.ts'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'records-'))
  file = join(home, 'store.db')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const key = { uid: null, name: 'One' }
const repair = () => repairSqlite({ ...testStoreOptions(file), random: () => 'random' })

async function fill(count: number): Promise<void> {
  const store = await openTestStore(file)
  // Another ledger first, so that a repair changes the number of this one.
  await store.append({ uid: 'first', name: 'First' }, [event('first')])
  for (let i = 0; i < count; i++) {
    const record = recordOf({ id: `tmr_kept-${String(i).padStart(3, '0')}`, text: `${i} `.repeat(400) })
    await store.keepRecord(key, record, event(`add-${i}`, { name: 'memory' }))
  }
  await store.close()
}

function spoil(where: string): void {
  const connection = new DatabaseSync(file)
  const pages = connection.prepare('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ?')
  const [, second] = pages.all(where, 'leaf')
  connection.close()
  const bytes = readFileSync(file)
  bytes.fill(0xee, (Number(second!.pageno) - 1) * 4096, Number(second!.pageno) * 4096)
  writeFileSync(file, bytes)
}

it('a repair moves records along with their ledger, and their marks', async () => {
  await fill(40)
  const before = await openTestStore(file)
  const promotion = { at: noon, to: 'x.json' }
  await before.promoteRecord(key, 'tmr_kept-003', promotion, event('promoted', { name: 'memory' }))
  const all = await before.records(key)
  await before.close()
  spoil('entries')
  expect((await repair()).setAside).not.toBeNull()
  const store = await openTestStore(file)
  expect(await store.records(key)).toEqual(all)
  expect(all.find(({ promoted }) => promoted !== null)).toMatchObject({ promoted: promotion })
  await store.close()
})

it('a repair saves the records on both sides of what cannot be read', async () => {
  await fill(60)
  spoil('tactical_records')
  expect((await repair()).setAside).not.toBeNull()
  const store = await openTestStore(file)
  const ids = (await store.records(key)).map(({ record }) => record.record_id).sort()
  expect(ids.length).toBeGreaterThan(10)
  expect(ids.length).toBeLessThan(60)
  expect([ids[0], ids.at(-1)]).toEqual(['tmr_kept-000', 'tmr_kept-059'])
  await store.close()
})

it('a store that an older foreword made gets a place for records, and keeps what it has', async () => {
  const connection = new DatabaseSync(file)
  connection.exec('CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at TEXT NOT NULL) STRICT')
  for (const migration of migrations.slice(0, 2)) {
    for (const statement of listStatements(migration, 'sqlite')) connection.exec(statement)
    connection.exec(`INSERT INTO migrations VALUES ('${migration.name}', 'x')`)
  }
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA application_id = 0x66727764; PRAGMA user_version = 2')
  connection.close()
  const reader = await openTestStore(file, { immutable: true })
  expect(await reader.records(key)).toEqual([])
  expect(await reader.recordBodies('x')).toEqual([])
  await reader.close()
  const store = await openTestStore(file)
  expect(await store.keepRecord(key, recordOf(), event('a'))).toBe(true)
  expect(await store.records(key)).toEqual([keptOf()])
  await store.close()
})

it('forgotten data is gone from the disk', async () => {
  const store = await openTestStore(file)
  const record = recordOf({ text: 'a text that somebody wants to be gone' })
  await store.keepRecord(key, record, event('a'))
  const forgotten = await store.forgetRecords(key, [record.record_id], () => event('b'))
  expect(forgotten.overwritten).toBe(true)
  for (const end of ['', '-wal']) {
    expect(readFileSync(file + end).includes('somebody wants to be gone')).toBe(false)
  }
  await store.close()
})
