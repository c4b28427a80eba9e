import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Walk } from '../../core/ledger/index.ts'
import type { Store } from '../../ports/index.ts'
import { ownedBy } from './arrivals.ts'
import { openSqlite, optionsFor } from './door.fixture.ts'
import { repairSqlite } from './index.ts'
import { accountText, event, hash, injection } from './ledger.fixture.ts'

let home: string
let file: string
let count = 0
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'repair-'))
  file = join(home, 'store.db')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const key = { uid: 'p', name: 'One' }
const textOf = (i: number) => Array.from({ length: 60 }, (_, line) => hash(`${i} ${line}`)).join('\n')
const repair = () => repairSqlite({ ...optionsFor(file), random: () => `random-${++count}` })

async function fill(entries: number): Promise<void> {
  const store = await openSqlite(file)
  const parcels = Array.from({ length: entries }, (_, i) =>
    injection({ uid: `i${i}`, text: textOf(i), sections: { [`s${i % 5}`]: ['A.md'] } }),
  )
  await store.append(key, parcels)
  await store.append({ uid: 'q', name: 'Two' }, [event('other')])
  await store.close()
}

/** Pages of one table, without its first. */
function spoil(table: string, every: number): void {
  const connection = new DatabaseSync(file)
  const names = connection.prepare('SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ?')
  let pages: number[] = []
  try {
    pages = names.all(table, 'leaf').map(({ pageno }) => Number(pageno))
  } finally {
    connection.close()
  }
  const bytes = readFileSync(file)
  pages.forEach((page, i) => {
    if (i % every === 1) bytes.fill(0xee, (page - 1) * 4096, page * 4096)
  })
  writeFileSync(file, bytes)
}

/** The chain with the gaps that the ledger itself owns up to. */
async function holds(store: Store, uid: string): Promise<number> {
  const events = await store.entries(uid, 0, 1000, 'event')
  const walk = new Walk(
    uid,
    hash,
    events.flatMap(({ entry }) => ownedBy(entry.body)),
  )
  const entries = await store.entries(uid, 0, 10_000)
  for (const stored of entries) expect(walk.take(stored)).toBeNull()
  return entries.length
}

it('leaves a sound store where it is', async () => {
  await fill(10)
  expect(await repair()).toMatchObject({ setAside: null, entries: 11, lost: [], lostBlobs: 0 })
  expect(readdirSync(home).filter((name) => !name.startsWith('store.db'))).toEqual([])
  expect(readdirSync(home).some((name) => /new|damaged/.test(name))).toBe(false)
})

it('brings over every entry that can be read, and owns up to those that cannot', async () => {
  await fill(200)
  spoil('entries', 4)
  const damaged = readFileSync(file)
  const repaired = await repair()
  expect(repaired.lost.length).toBeGreaterThan(0)
  const missing = repaired.lost.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  expect(repaired.entries + missing).toBe(201)
  expect(repaired.ledgers.map(({ uid, lost }) => [uid, lost.length > 0])).toEqual([
    ['p', true],
    ['q', false],
  ])
  expect(readFileSync(repaired.setAside!).equals(damaged)).toBe(true)
  const store = await openSqlite(file)
  expect(await holds(store, 'p')).toBe(repaired.entries)
  expect(await holds(store, 'q')).toBe(1)
  expect(await store.strays('p')).toEqual([])
  const last = (await store.ledger(key))!.head!.seq
  expect(last).toBe(201)
  expect(await store.append(key, [event('on')])).toMatchObject([{ seq: 202, fresh: true }])
  expect(await holds(store, 'p')).toBe(repaired.entries + 1)
  await store.close()
  expect(await repair()).toMatchObject({ setAside: null, lost: [] })
})

it('brings over the texts that match their digests, and names the others', async () => {
  await fill(60)
  spoil('blobs', 3)
  const { lostBlobs, lost, setAside } = await repair()
  expect([lost, setAside === null]).toEqual([[], false])
  expect(lostBlobs).toBeGreaterThan(0)
  const store = await openSqlite(file)
  const [owned] = await store.entries('p', 0, 10, 'event')
  const { lost_blobs } = JSON.parse(owned!.entry.body)
  expect(lost_blobs).toHaveLength(lostBlobs)
  for (const digest of lost_blobs) expect(await store.blob(digest)).toBeNull()
  const texts = Array.from({ length: 60 }, (_, i) => textOf(i)).filter(
    (text) => !lost_blobs.includes(hash(text)),
  )
  for (const text of texts) expect(await store.blob(hash(text))).toBe(text)
  const account = hash(accountText({ s1: ['A.md'] }))
  if (!lost_blobs.includes(account)) expect(await store.sectionsOf(account)).toHaveLength(1)
  await holds(store, 'p')
  await store.close()
})

it('makes rows and indexes anew, and takes a deleted text for no loss', async () => {
  await fill(30)
  const store = await openSqlite(file)
  await store.prune(key, [hash(textOf(3))], event('pruned'))
  await store.close()
  const connection = new DatabaseSync(file)
  connection.exec(
    `UPDATE injections SET agent = 'somebody else' WHERE seq = 4; DELETE FROM injections WHERE seq = 9`,
  )
  connection.exec(`CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END`)
  connection.close()
  expect(await repair()).toMatchObject({ entries: 32, lost: [], lostBlobs: 0, setAside: expect.any(String) })
  const fresh = await openSqlite(file)
  expect(await holds(fresh, 'p')).toBe(31)
  expect(await fresh.log('p', { limit: 100 })).toHaveLength(30)
  expect(await fresh.blob(hash(textOf(3)))).toBeNull()
  await fresh.close()
})

it('also reads what had not reached the main file yet', async () => {
  await fill(5)
  const open = await openSqlite(file)
  await open.append(key, [event('beside')])
  expect(existsSync(`${file}-wal`)).toBe(true)
  const connection = new DatabaseSync(file)
  connection.exec('UPDATE injections SET total = 1 WHERE seq = 2')
  expect(await repair()).toMatchObject({ entries: 7, lost: [], setAside: expect.any(String) })
  connection.close()
  await open.close()
  const store = await openSqlite(file)
  expect(await holds(store, 'p')).toBe(6)
  await store.close()
})

it.each([
  ['garbage', (bytes: Buffer) => Buffer.alloc(bytes.length, 'no database ')],
  ['nothing', () => Buffer.alloc(0)],
  ['a header and nothing more', (bytes: Buffer) => bytes.subarray(0, 4096)],
  ['a file whose every table is overwritten', (bytes: Buffer) => Buffer.from(bytes).fill(0xee, 4096)],
])('makes a new, empty store where there is %s', async (_, made) => {
  await fill(20)
  const bytes = made(readFileSync(file))
  writeFileSync(file, bytes)
  const { setAside, entries } = await repair()
  expect(entries).toBe(0)
  if (setAside !== null) expect(readFileSync(setAside).equals(bytes)).toBe(true)
  const store = await openSqlite(file)
  expect(await store.append(key, [event('new')])).toMatchObject([{ seq: 1 }])
  await store.close()
})

it('keeps each damaged file under a name of its own', async () => {
  for (const _ of [1, 2]) {
    await fill(5)
    writeFileSync(file, Buffer.alloc(5000, 'x'))
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    await repair()
  }
  expect(readdirSync(home).filter((name) => name.includes('damaged'))).toHaveLength(2)
})
