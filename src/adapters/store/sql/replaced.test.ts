import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportItem, Store } from '../../../ports/index.ts'
import { appendParcels } from './append.ts'
import { openDatabase } from './database.ts'
import { event, injection } from './ledger.fixture.ts'
import { repairSqlite } from './repair.ts'
import { openTestInsert, openTestStore, testStoreOptions } from './test-store.fixture.ts'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'replaced-'))
  file = join(home, 'store.db')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const key = { uid: 'p', name: 'One' }
let count = 0

/** A store with one entry that no process has open. */
async function freshStore(): Promise<string> {
  const fresh = join(home, `fresh-${++count}.db`)
  const store = await openTestStore(fresh)
  await store.append(key, [event('kept')])
  await store.close()
  return fresh
}

/** Replaces the file as a repair does. */
function putInPlace(fresh: string): void {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  renameSync(fresh, file)
}

async function uidsIn(store?: Store): Promise<string[]> {
  const asked = store ?? (await openTestStore(file))
  const entries = await asked.entries(key.uid, 0, 100)
  if (store === undefined) await asked.close()
  return entries.map(({ entry }) => entry.uid)
}

describe('a file that was replaced while it was open', () => {
  it('takes what is appended afterwards', async () => {
    const insert = await openTestInsert(file)
    await insert.append(key, [event('old')])
    putInPlace(await freshStore())
    expect(await insert.append(key, [injection({ uid: 'new' })])).toMatchObject([{ seq: 2, fresh: true }])
    expect(await uidsIn()).toEqual(['kept', 'new'])
    expect(await insert.append(key, [injection({ uid: 'next' })])).toMatchObject([{ seq: 3 }])
    insert.close()
    expect(await uidsIn()).toEqual(['kept', 'new', 'next'])
  })

  it('takes what was being appended at that moment', async () => {
    const fresh = await freshStore()
    const options = testStoreOptions(file)
    const database = await openDatabase(options)
    let times = 0
    const appended = await database.write(function* () {
      const done = yield* appendParcels({ ...options, server: false }, key, [event('new')])
      if (++times === 1) putInPlace(fresh)
      return done
    })
    expect([times, appended[0]?.seq]).toEqual([2, 2])
    database.close()
    expect(await uidsIn()).toEqual(['kept', 'new'])
  })

  it('is made anew when it is gone', async () => {
    const insert = await openTestInsert(file)
    await insert.append(key, [event('old')])
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    expect(await insert.append(key, [event('new')])).toMatchObject([{ seq: 1 }])
    expect(await uidsIn()).toEqual(['new'])
    insert.close()
  })

  it('is also the one that is asked and pruned from then on', async () => {
    const store = await openTestStore(file)
    await store.append(key, [injection({ uid: 'old' })])
    putInPlace(await freshStore())
    await store.append(key, [injection({ uid: 'new', text: 'long gone' })])
    expect(await uidsIn(store)).toEqual(['kept', 'new'])
    expect(await store.stats()).toMatchObject({ ledgers: [{ head: { seq: 2 } }] })
    await store.close()
  })

  it('takes an import only when the import is begun again', async () => {
    const fresh = await freshStore()
    const store = await openTestStore(file)
    const arrivals = async function* (act: () => void): AsyncIterable<ImportItem> {
      yield { kind: 'ledger', uid: 'q', name: 'Two' }
      act()
    }
    const first = store.import(arrivals(() => putInPlace(fresh)))
    await expect(first).rejects.toMatchObject({ code: 'store-locked' })
    await store.import(arrivals(() => undefined))
    await store.close()
    const again = await openTestStore(file)
    expect((await again.ledgers()).map(({ uid }) => uid)).toEqual(['p', 'q'])
    await again.close()
  })

  it('keeps its WAL when a process closes the old one', async () => {
    const old = await openTestInsert(file)
    await old.append(key, [event('old')])
    putInPlace(await freshStore())
    const insert = await openTestInsert(file)
    await insert.append(key, [event('new')])
    old.close()
    expect(existsSync(`${file}-wal`)).toBe(true)
    expect(await uidsIn()).toEqual(['kept', 'new'])
    insert.close()
  })
})

it('loses no entry that was appended after a repair by a process that had the damaged file open', async () => {
  const insert = await openTestInsert(file)
  await insert.append(key, [injection({ uid: 'a' }), injection({ uid: 'b' })])
  const stranger = new DatabaseSync(file)
  stranger.exec('UPDATE injections SET total = 1 WHERE seq = 2')
  stranger.close()
  const repaired = await repairSqlite({ ...testStoreOptions(file), random: () => 'random' })
  expect(repaired).toMatchObject({ entries: 2, setAside: expect.any(String) })
  expect(await insert.append(key, [injection({ uid: 'c' })])).toMatchObject([{ seq: 3 }])
  insert.close()
  expect(await uidsIn()).toEqual(['a', 'b', 'c'])
})
