import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getRecordedGaps, LedgerWalk } from '../../../core/receipt/index.ts'
import type { Sessions, Store } from '../../../ports/index.ts'
import { accountText, event, hash, injection } from './ledger.fixture.ts'
import { repairSqlite } from './repair.ts'
import { openSessions } from './sessions.ts'
import { openTestStore, testStoreOptions } from './test-store.fixture.ts'

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
const repair = () => repairSqlite({ ...testStoreOptions(file), random: () => `random-${++count}` })

async function fill(entries: number): Promise<void> {
  const store = await openTestStore(file)
  const parcels = Array.from({ length: entries }, (_, i) =>
    injection({ uid: `i${i}`, text: textOf(i), sections: { [`s${i % 5}`]: ['A.md'] } }),
  )
  await store.append(key, parcels)
  await store.append({ uid: 'q', name: 'Two' }, [event('other')])
  await store.close()
}

/** Overwrites pages of one table. */
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

/** Verifies the chain, with the gaps that the ledger records. */
async function holds(store: Store, uid: string): Promise<number> {
  const events = await store.entries(uid, 0, 1000, 'event')
  const walk = new LedgerWalk(
    uid,
    hash,
    events.flatMap(({ entry }) => getRecordedGaps(entry)),
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

it('lets a sound store be written to at once', async () => {
  await fill(3)
  await repair()
  const store = await openTestStore(file, { timeoutMs: 0 })
  expect(await store.append(key, [event('on')])).toMatchObject([{ seq: 4 }])
  await store.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
})

/** Opens and closes the file as a reader does, and then tries to write. */
const visitor = `
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const [, file] = process.argv
  const reader = new DatabaseSync(file)
  reader.prepare('SELECT count(*) FROM entries').get()
  reader.close()
  try {
    new DatabaseSync(file).exec('BEGIN IMMEDIATE')
    process.stdout.write('got in')
  } catch (error) {
    process.stdout.write(error.message)
  }
  process.exit(0)`

it('keeps writers out from the first look to the last', async () => {
  await fill(3)
  const connection = new DatabaseSync(file)
  connection.exec('UPDATE injections SET total = 1 WHERE seq = 2')
  connection.close()
  const visits: string[] = []
  const watched = (text: string) => {
    if (visits.length < 2) visits.push(spawnSync(process.execPath, ['-e', visitor, file]).stdout.toString())
    return hash(text)
  }
  await repairSqlite({ ...testStoreOptions(file), hash: watched, random: () => 'random' })
  expect(visits).toEqual(['database is locked', 'database is locked'])
})

it.runIf(existsSync('/proc/locks'))('does not drop its own locks when it copies the file', async () => {
  await fill(3)
  const own = new RegExp(` ${process.pid} \\S+:${statSync(file).ino} `)
  const locked = () => own.test(readFileSync('/proc/locks', 'utf8'))
  const seen: boolean[] = [locked()]
  const watched = (text: string) => {
    seen.push(locked())
    return hash(text)
  }
  await repairSqlite({ ...testStoreOptions(file), hash: watched, random: () => 'random' })
  expect([...new Set(seen), locked()]).toEqual([false, true, false])
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
  const store = await openTestStore(file)
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
  const store = await openTestStore(file)
  const [owned] = await store.entries('p', 0, 10, 'event')
  const { lost_blobs } = JSON.parse(owned!.entry.body)
  expect(lost_blobs).toHaveLength(lostBlobs)
  for (const digest of lost_blobs) expect(await store.blob(digest)).toBeNull()
  const texts = Array.from({ length: 60 }, (_, i) => textOf(i)).filter(
    (text) => !lost_blobs.includes(hash(text)),
  )
  for (const text of texts) expect(await store.blob(hash(text))).toBe(text)
  const account = hash(accountText({ s1: ['A.md'] }))
  if (!lost_blobs.includes(account)) expect(await store.readSections(account)).toHaveLength(1)
  await holds(store, 'p')
  await store.close()
})

const told = (digest: string) => ({
  agent: 'claude',
  now: '2026-01-03T18:30:00.000Z',
  refresh: false,
  since: null,
  sections: [{ section: 'rules', digest, form: 'content' as const }],
})

async function withSessions<T>(ask: (sessions: Sessions) => T): Promise<T> {
  const sessions = await openSessions({ ...testStoreOptions(file), ledger: 'p' })
  try {
    return ask(sessions)
  } finally {
    sessions.close()
  }
}

it('knows what sessions were told', async () => {
  await fill(60)
  await withSessions((sessions) => {
    sessions.recordSent('s1', told('sha256:1'))
    sessions.countTurn('s1', { agent: 'claude', now: '2026-01-03T18:31:00.000Z', prompt: null })
    sessions.recordSent('s2', told('sha256:2'))
  })
  const before = await withSessions((sessions) => sessions.list(10))
  spoil('blobs', 3)
  expect((await repair()).setAside).not.toBeNull()
  expect(await withSessions((sessions) => sessions.list(10))).toEqual(before)
  expect(before.map(({ session, turns }) => [session, turns])).toEqual([
    ['s1', 1],
    ['s2', 0],
  ])
})

it('keeps what it can of sessions whose table is damaged', async () => {
  await fill(3)
  const names = Array.from({ length: 600 }, (_, i) => `session-${String(i).padStart(4, '0')}`)
  await withSessions((sessions) => {
    for (const name of names) sessions.recordSent(name, told(hash(name)))
  })
  spoil('session_sections', 1000)
  expect((await repair()).setAside).not.toBeNull()
  const known = await withSessions((sessions) =>
    names.filter((name) => sessions.get(name)?.sent[0]?.digest === hash(name)),
  )
  expect(known.length).toBeLessThan(600)
  expect(known[0]).toBe(names[0])
  expect(known.at(-1)).toBe(names.at(-1))
  expect(known.length).toBeGreaterThan(500)
})

it('makes rows and indexes anew, and takes a deleted text for no loss', async () => {
  await fill(30)
  const store = await openTestStore(file)
  const pruning = { digests: [hash(textOf(3))], textsTo: 4, accountsTo: 0 }
  expect((await store.prune(key, pruning, () => event('pruned'))).deleted).toHaveLength(1)
  await store.close()
  const connection = new DatabaseSync(file)
  connection.exec(
    `UPDATE injections SET agent = 'somebody else' WHERE seq = 4; DELETE FROM injections WHERE seq = 9`,
  )
  connection.exec(`CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END`)
  connection.close()
  expect(await repair()).toMatchObject({ entries: 32, lost: [], lostBlobs: 0, setAside: expect.any(String) })
  const fresh = await openTestStore(file)
  expect(await holds(fresh, 'p')).toBe(31)
  expect(await fresh.log('p', { limit: 100 })).toHaveLength(30)
  expect(await fresh.blob(hash(textOf(3)))).toBeNull()
  await fresh.close()
})

it('takes a store for sound whose gap was owned up to late in a long ledger', async () => {
  const store = await openTestStore(file)
  const long = Array.from({ length: 1200 }, (_, i) => event(`e${i}`))
  const sorry = event('sorry', { name: 'repaired', lost: [[5, 6]], lost_blobs: [] })
  await store.append(key, [...long, sorry])
  await store.close()
  const tamper = new DatabaseSync(file)
  tamper.exec('DELETE FROM entries WHERE seq IN (5, 6); DELETE FROM events WHERE seq IN (5, 6)')
  tamper.close()
  expect(await repair()).toMatchObject({ setAside: null, entries: 1199, lost: [] })
})

it('takes a text for no loss that the ledger says was pruned, though its row is gone', async () => {
  await fill(6)
  const store = await openTestStore(file)
  const sorry = { name: 'pruned', texts_to: 3, accounts_to: 0, blobs: 1, bytes: 1 }
  await store.append(key, [event('pruned', sorry)])
  await store.close()
  const tamper = new DatabaseSync(file)
  const gone = [0, 4].map((i) => `'${hash(textOf(i))}'`)
  tamper.exec(`DELETE FROM blobs WHERE digest IN (${gone.join()})`)
  tamper.close()
  expect(await repair()).toMatchObject({ entries: 8, lost: [], lostBlobs: 1 })
  const fresh = await openTestStore(file)
  const owned = (await fresh.entries('p', 0, 10, 'event')).at(-1)!
  expect(JSON.parse(owned.entry.body).lost_blobs).toEqual([hash(textOf(4))])
  await fresh.close()
})

it('keeps the mark of the own ledger', async () => {
  const store = await openTestStore(file)
  await store.append({ uid: 'q', name: 'Two' }, [event('other')])
  await store.append({ uid: null, name: 'Mine' }, [event('a')])
  await store.close()
  const tamper = new DatabaseSync(file)
  tamper.exec(`UPDATE events SET name = 'else'`)
  tamper.close()
  expect(await repair()).toMatchObject({ entries: 2, setAside: expect.any(String) })
  const fresh = await openTestStore(file)
  expect(await fresh.ledger({ uid: null, name: 'Mine' })).toMatchObject({ uid: 'Mine-uid' })
  await fresh.close()
})

it.each([
  ['the only one', ['Mine-uid'], 'Mine-uid'],
  ['one of two', ['Mine-uid', 'q'], undefined],
])('takes a ledger whose mark cannot be read for the own one when it is %s', async (_, uids, own) => {
  const store = await openTestStore(file)
  for (const uid of uids) await store.append({ uid, name: 'Mine' }, [event('a')])
  await store.close()
  const tamper = new DatabaseSync(file)
  tamper.exec('ALTER TABLE projects DROP COLUMN own')
  tamper.close()
  expect(await repair()).toMatchObject({ entries: uids.length, lost: [], setAside: expect.any(String) })
  const fresh = await openTestStore(file)
  expect((await fresh.ledger({ uid: null, name: 'Mine' }))?.uid).toBe(own)
  await fresh.close()
})

it('also reads what had not reached the main file yet', async () => {
  await fill(5)
  const open = await openTestStore(file)
  await open.append(key, [event('beside')])
  expect(existsSync(`${file}-wal`)).toBe(true)
  const connection = new DatabaseSync(file)
  connection.exec('UPDATE injections SET total = 1 WHERE seq = 2')
  expect(await repair()).toMatchObject({ entries: 7, lost: [], setAside: expect.any(String) })
  connection.close()
  await open.close()
  const store = await openTestStore(file)
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
  const store = await openTestStore(file)
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

it('reads on behind a header that was overwritten', async () => {
  await fill(40)
  const bytes = readFileSync(file)
  bytes.fill(0x5a, 0, 100)
  writeFileSync(file, bytes)
  const { setAside, entries, lost } = await repair()
  expect([existsSync(setAside!), entries, lost]).toEqual([true, 41, []])
  expect(readdirSync(home).filter((name) => name.includes('.new-'))).toEqual([])
})

it('leaves a store alone that a newer program has made', async () => {
  await fill(3)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 99')
  database.close()
  const before = readFileSync(file)
  await expect(repair()).rejects.toMatchObject({ code: 'store-newer' })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(home).filter((name) => name.includes('damaged'))).toEqual([])
})
