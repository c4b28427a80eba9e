import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, it } from 'vitest'
import { at, event, hash, injection, outcome, run } from '../../src/adapters/store/sql/ledger.fixture.ts'
import { openPostgres } from '../../src/adapters/store/sql/postgres.ts'
import { schemaVersion, storeApplicationId } from '../../src/adapters/store/sql/schema-version.ts'
import { openSqlite } from '../../src/adapters/store/sql/sqlite.ts'
import type { ImportItem, Store } from '../../src/ports/index.ts'
import { logContract } from './log.ts'
import { memoryContract } from './memory.ts'
import { type OlderBench, olderStoreContract } from './older-store.ts'
import { databasesOn, password, queryOn } from './postgres.ts'
import { all, exported, failureOf, key, storeContract, walked } from './store.ts'

const settings = { hash, newUid: (name: string) => `${name}-uid`, clock: () => new Date(at(0)) }

async function sqlite(): Promise<OlderBench> {
  const home = mkdtempSync(join(tmpdir(), 'store-'))
  const file = join(home, 'store.db')
  return {
    open: () => openSqlite({ ...settings, file, timeoutMs: 5000, durability: 'normal' }),
    execute: async (sql) => {
      const connection = new DatabaseSync(file)
      connection.exec(sql)
      // A newer program would also have recorded its migration.
      if (sql.includes('INTO migrations')) connection.exec(`PRAGMA user_version = ${schemaVersion + 1}`)
      connection.close()
    },
    select: async (sql) => {
      const connection = new DatabaseSync(file)
      try {
        return connection.prepare(sql).all()
      } finally {
        connection.close()
      }
    },
    setVersion: async (version) => {
      const connection = new DatabaseSync(file)
      connection.exec(`PRAGMA application_id = ${storeApplicationId}; PRAGMA user_version = ${version}`)
      connection.close()
    },
    dispose: async () => rmSync(home, { recursive: true, force: true }),
  }
}

const server = databasesOn(inject('postgresPort'))

async function postgres(): Promise<OlderBench> {
  const url = await server.database()
  return {
    open: () => openPostgres({ ...settings, url, connectTimeoutMs: 10_000, connections: 2 }),
    execute: async (sql) => void (await queryOn(url, sql)),
    select: (sql) => queryOn(url, sql),
    dispose: async () => undefined,
  }
}

storeContract('SQLite', sqlite)
storeContract('Postgres', postgres)
logContract('SQLite', sqlite)
logContract('Postgres', postgres)
memoryContract('SQLite', sqlite)
memoryContract('Postgres', postgres)
olderStoreContract('sqlite', sqlite)
olderStoreContract('postgres', postgres)

describe('the two engines', () => {
  const both = async (act: (first: Store, second: Store) => Promise<void>) => {
    const benches = [await sqlite(), await postgres()] as const
    const stores = [await benches[0].open(), await benches[1].open()] as const
    try {
      await act(...stores)
    } finally {
      for (const store of stores) await store.close()
      for (const bench of benches) await bench.dispose()
    }
  }
  const parcels = [
    injection({ uid: 'a', text: 'one '.repeat(200), sections: { rules: ['R.md', 'ä.md'], plan: [] } }),
    injection({ uid: 'b', run: 'r', at: at(-50) }),
    run('c', { run: 'r', injection: 'INJ-b', level: 'full' }),
    outcome('d', 'r', 'success'),
    event('e'),
    injection({ uid: 'f', status: 'error', text: null, agent: null }),
  ]

  const answers = async (store: Store) => ({
    ledgers: await store.ledgers(),
    entries: await walked(store, key.uid),
    log: await store.log(key.uid, { limit: 10 }),
    tally: await store.tally(key.uid),
    blobs: await all(store.blobs(key.uid)),
    sections: await store.readSections((await store.log(key.uid, { limit: 1, source: 'ä.md' }))[0]!.account),
    stats: { ...(await store.stats()), engine: '', bytes: 0 },
  })

  it('give the same answers', () =>
    both(async (first, second) => {
      expect(await first.append(key, parcels)).toEqual(await second.append(key, parcels))
      expect(await answers(first)).toStrictEqual(await answers(second))
    }))

  it('take over each other’s ledgers without a change to any digest', () =>
    both(async (first, second) => {
      await first.append(key, parcels)
      await second.import(exported(first, key.uid))
      expect(await answers(second)).toStrictEqual(await answers(first))
      await second.append(key, [event('more')])
      expect(await first.import(exported(second, key.uid))).toMatchObject({ entries: 1, known: 6 })
      expect(await answers(first)).toStrictEqual(await answers(second))
    }))
})

describe('SQLite', () => {
  const openIn = (home: string, timeoutMs: number, uid = (name: string) => `${name}-uid`) => {
    const file = join(home, 'store.db')
    return openSqlite({ ...settings, newUid: uid, file, timeoutMs, durability: 'normal' })
  }
  const inHome = async (act: (home: string) => Promise<void>) => {
    const home = mkdtempSync(join(tmpdir(), 'store-'))
    await act(home).finally(() => rmSync(home, { recursive: true, force: true }))
  }

  it('keeps every other process from writing while an import is under way', () =>
    inHome(async (home) => {
      const [store, stranger] = [await openIn(home, 5000), await openIn(home, 0)]
      const arrivals = async function* (): AsyncIterable<ImportItem> {
        yield { kind: 'ledger', uid: 'arriving', name: 'Arriving' }
        expect(await failureOf(stranger.append(key, [event('a')]))).toMatchObject({ code: 'store-locked' })
      }
      await store.import(arrivals())
      expect(await stranger.append(key, [event('a')])).toMatchObject([{ seq: 1 }])
      for (const opened of [store, stranger]) await opened.close()
    }))

  it('says whether pruned data is gone from the disk, or another process is still reading it', () =>
    inHome(async (home) => {
      const store = await openIn(home, 50)
      const secret = 'a text that somebody wants to be gone'
      await store.append(key, [injection({ uid: 'a', text: secret }), injection({ uid: 'b', text: 'other' })])
      const pruned = (text: string) =>
        store.prune(key, { digests: [hash(text)], textsTo: 9, accountsTo: 0 }, () => null)
      const onDisk = () =>
        ['store.db', 'store.db-wal'].some((name) => readFileSync(join(home, name)).includes(secret))
      const reader = new DatabaseSync(join(home, 'store.db'))
      reader.exec('BEGIN; SELECT count(*) FROM entries')
      expect([(await pruned(secret)).overwritten, onDisk()]).toEqual([false, true])
      reader.close()
      expect([(await pruned('other')).overwritten, onDisk()]).toEqual([true, false])
      await store.close()
    }))

  it('goes on taking in a ledger from elsewhere after it has got one of its own', () =>
    inHome(async (home) => {
      const mine = { uid: null, name: 'Shop' }
      const bench = await sqlite()
      const theirs = await bench.open()
      await theirs.append(mine, [event('a')])
      const { uid } = (await theirs.ledger(mine))!
      const store = await openIn(home, 1000, () => 'another')
      await store.import(exported(theirs, uid))
      expect(await store.append(mine, [event('b')])).toMatchObject([{ seq: 1, fresh: true }])
      await theirs.append(mine, [event('c')])
      expect(await store.import(exported(theirs, uid))).toMatchObject({ entries: 1, known: 1 })
      expect(await store.ledger(mine)).toMatchObject({ uid: 'another', head: { seq: 1 } })
      for (const opened of [store, theirs]) await opened.close()
      await bench.dispose()
    }))
})

describe('Postgres', () => {
  const attempt = (url: string) =>
    failureOf(openPostgres({ ...settings, url, connectTimeoutMs: 1000 }).then((store) => store.close()))

  it.each([
    ['a server that is not there', () => `postgres://u:${password}@127.0.0.1:1/x`],
    ['a wrong password', () => `postgres://postgres:${password}x@127.0.0.1:${server.port}/postgres`],
    [
      'a database that is not there',
      () => `postgres://postgres:${password}@127.0.0.1:${server.port}/nothing`,
    ],
    ['a host that has no address', () => `postgres://u:${password}@host.invalid/x`],
    ['an address that is none', () => `postgres://u:${password}@:99999999/x`],
  ])('is out of reach with %s, and says so without the password', async (_, url) => {
    const failure = await attempt(url())
    expect(failure).toMatchObject({ code: 'store-unreachable' })
    expect(`${failure.message}${failure.stack}`).not.toContain(password)
  })

  it('comes back after the server has thrown everyone out', async () => {
    const url = await server.database()
    const store = await openPostgres({ ...settings, url, connectTimeoutMs: 5000 })
    await store.append(key, [event('a')])
    await queryOn(
      url,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    )
    await store.append(key, [event('b')]).catch(() => undefined)
    expect(await store.append(key, [event('b')])).toMatchObject([{ seq: 2 }])
    await walked(store, key.uid)
    await store.close()
  })

  it('is read-only for a user without write permission', async () => {
    const url = await server.database()
    const store = await openPostgres({ ...settings, url, connectTimeoutMs: 5000 })
    await store.append(key, [event('a')])
    await store.close()
    await queryOn(
      url,
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
    )
    const reader = await openPostgres({ ...settings, url, connectTimeoutMs: 5000 })
    expect(await walked(reader, key.uid)).toHaveLength(1)
    expect(await failureOf(reader.append(key, [event('b')]))).toMatchObject({ code: 'store-read-only' })
    await reader.close()
  })
})
