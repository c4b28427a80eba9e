import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LedgerWalk, type Parcel } from '../../../core/receipt/index.ts'
import { StoreFailure } from '../../../core/values/index.ts'
import { appendParcels } from './append.ts'
import { compressBlobs } from './compress-blobs.ts'
import { openDatabase } from './database.ts'
import { createInsert } from './insert.ts'
import { event, hash, injection } from './ledger.fixture.ts'
import { migrations } from './migrations.ts'
import { schemaVersion } from './schema-version.ts'
import { openTestInsert, openTestStore, testStoreOptions } from './test-store.fixture.ts'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'insert-'))
  file = join(home, 'store.db')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const key = { uid: null, name: 'One' }

async function uids(): Promise<string[]> {
  const store = await openTestStore(file)
  const ledger = await store.ledger(key)
  const entries = await store.entries(ledger!.uid, 0, 100_000)
  const walk = new LedgerWalk(ledger!.uid, hash)
  for (const stored of entries) expect(walk.take(stored)).toBeNull()
  await store.close()
  return entries.map(({ entry }) => entry.uid)
}

async function failure(act: () => unknown): Promise<StoreFailure> {
  try {
    await act()
  } catch (error) {
    if (error instanceof StoreFailure) return error
    throw error
  }
  throw new Error('nothing failed')
}

describe('appending from a short process', () => {
  it('makes a private file, and what SQLite puts beside it is private too', async () => {
    const insert = await openTestInsert(file)
    await insert.append(key, [injection({ uid: 'a' })])
    for (const end of ['', '-wal', '-shm']) expect(statSync(file + end).mode & 0o777).toBe(0o600)
    insert.close()
  })

  it('makes a file that checks itself, gives room back, and says whose it is', async () => {
    const insert = await openTestInsert(file)
    await insert.append(key, [event('a')])
    insert.close()
    const connection = new DatabaseSync(file)
    const pragma = (name: string) => connection.prepare(`PRAGMA ${name}`).get()?.[name]
    expect(['journal_mode', 'auto_vacuum', 'user_version', 'application_id'].map(pragma)).toEqual([
      'wal',
      2,
      migrations.length,
      0x66727764,
    ])
    connection.close()
    expect(schemaVersion).toBe(migrations.length)
  })

  it('leaves texts as they are, and the end of a session packs them', async () => {
    const text = 'Say it again. '.repeat(40)
    const insert = await openTestInsert(file)
    await insert.append(key, [injection({ uid: 'a', text }), injection({ uid: 'b', text: 'short' })])
    const large = 'Say it once more. '.repeat(20_000)
    await insert.append(key, [injection({ uid: 'c', text: large })])
    insert.close()
    const connection = new DatabaseSync(file)
    const kept = () =>
      connection
        .prepare('SELECT codec, size, length(data) AS bytes FROM blobs WHERE size BETWEEN 300 AND 1000')
        .all()
    expect(kept()).toEqual([{ codec: 'raw', size: text.length, bytes: text.length }])
    const database = await openDatabase(testStoreOptions(file))
    const packed = connection.prepare("SELECT size FROM blobs WHERE codec = 'zlib'").all()
    expect(packed).toEqual([{ size: large.length }])
    const end = async (parcels: readonly Parcel[] = []) => {
      if (parcels.length > 0) await createInsert(database, testStoreOptions(file)).append(key, parcels)
      return database.write(() => compressBlobs(1))
    }
    // The last packets are compared with the agent's record and sent again, so they stay uncompressed while in use.
    expect(await end()).toBe(0)
    const others = Array.from({ length: 8 }, (_, i) => injection({ uid: `later-${i}`, text: 'short' }))
    expect(await end(others.slice(0, 5))).toBe(0)
    expect(await end(others)).toBe(1)
    expect(await end()).toBe(0)
    expect(kept()).toEqual([{ codec: 'zlib', size: text.length, bytes: expect.any(Number) }])
    expect(kept()[0]!.bytes).toBeLessThan(text.length / 4)
    database.close()
    connection.close()
    const store = await openTestStore(file)
    expect([await store.blob(hash(text)), await store.blob(hash('short'))]).toEqual([text, 'short'])
    await store.close()
  })

  it('loads neither the query builder nor the driver nor the migrations when the file is current', async () => {
    await (await openTestInsert(file)).append(key, [injection({ uid: 'a' })])
    const script = `
      import { registerHooks } from 'node:module'
      const seen = []
      registerHooks({ resolve(name, context, next) { const found = next(name, context); seen.push(found.url); return found } })
      const { openInsert } = await import(${JSON.stringify(join(import.meta.dirname, 'insert.ts'))})
      const { hash, injection } = await import(${JSON.stringify(join(import.meta.dirname, 'ledger.fixture.ts'))})
      const insert = await openInsert({ file: process.argv[1], hash, timeoutMs: 1000, durability: 'normal', newUid: String, clock: () => new Date() })
      await insert.append({ uid: null, name: 'One' }, [injection({ uid: 'b' })])
      console.log(seen.filter((url) => /kysely|node_modules|migrat/.test(url)).join(' ') + '.')
      process.exit(0)`
    expect(await say(script, [file])).toBe('.\n')
  })

  it('gives every one of sixty processes at once its place', async () => {
    const named = Array.from({ length: 60 }, (_, i) => `u${i}`)
    const answers = await Promise.all(named.map((uid) => say(inserter(1), [file, uid])))
    expect(answers).toEqual(named.map((uid) => `${uid}-0\n`))
    expect((await uids()).toSorted()).toEqual(named.map((uid) => `${uid}-0`).toSorted())
  }, 120_000)

  it('loses nothing that it said was kept, however often it is killed', async () => {
    const acknowledged: string[] = []
    for (let round = 0; round < 8; round++) acknowledged.push(...(await untilKilled(round)))
    const kept = new Set(await uids())
    expect(acknowledged.length).toBeGreaterThan(20)
    expect(acknowledged.filter((uid) => !kept.has(uid))).toEqual([])
  }, 120_000)
})

const inserter = (times: number) => `
  import { writeSync } from 'node:fs'
  const { openInsert } = await import(${JSON.stringify(join(import.meta.dirname, 'insert.ts'))})
  const { hash, injection } = await import(${JSON.stringify(join(import.meta.dirname, 'ledger.fixture.ts'))})
  const [, file, name] = process.argv
  const insert = await openInsert({ file, hash, timeoutMs: 20000, durability: 'normal', newUid: () => 'p', clock: () => new Date() })
  for (let i = 0; i < ${times}; i++) {
    await insert.append({ uid: null, name: 'One' }, [injection({ uid: name + '-' + i, text: 'text of ' + name + i })])
    writeSync(1, name + '-' + i + '\\n')
  }
  process.exit(0)`

async function say(script: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  await once(child, 'close')
  return said
}

async function untilKilled(round: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', inserter(1e9), file, `k${round}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  await pause(Math.random() * 60)
  child.kill('SIGKILL')
  await closed
  return said.split('\n').slice(0, -1)
}

describe('a store that cannot be written', () => {
  it('is locked when another process keeps it locked longer than the timeout', async () => {
    const insert = await openTestInsert(file, { timeoutMs: 150 })
    await insert.append(key, [event('a')])
    const hog = new DatabaseSync(file)
    hog.exec('BEGIN IMMEDIATE')
    expect(await failure(() => insert.append(key, [event('b')]))).toMatchObject({ code: 'store-locked' })
    hog.exec('ROLLBACK')
    expect(await insert.append(key, [event('b')])).toMatchObject([{ seq: 2 }])
    hog.close()
    insert.close()
  })

  it('is locked when another process takes longer than the timeout to make it', async () => {
    const hog = new DatabaseSync(file)
    hog.exec('BEGIN EXCLUSIVE')
    expect(await failure(() => openTestInsert(file, { timeoutMs: 100 }))).toMatchObject({
      code: 'store-locked',
    })
    hog.close()
  })

  it('is full when there is no room, keeps what it had, and goes on when there is', async () => {
    const options = testStoreOptions(file)
    const limited = await openDatabase(options)
    const tools = { ...options, server: false }
    await limited.write(() => appendParcels(tools, key, [injection({ uid: 'a' })]))
    const { page_count } = limited.connection.prepare('PRAGMA page_count').get() ?? {}
    limited.connection.exec(`PRAGMA max_page_count = ${page_count}`)
    const large = injection({ uid: 'b', text: Array.from({ length: 20_000 }, (_, i) => hash(`${i}`)).join() })
    expect(await failure(() => limited.write(() => appendParcels(tools, key, [large])))).toMatchObject({
      code: 'store-full',
    })
    limited.connection.exec('PRAGMA max_page_count = 1000000')
    expect(await limited.write(() => appendParcels(tools, key, [large]))).toMatchObject([{ seq: 2 }])
    limited.close()
    expect(await uids()).toEqual(['a', 'b'])
  })

  it('is read-only where no file can be made', async () => {
    writeFileSync(join(home, 'plain'), '')
    for (const place of [join(home, 'plain', 'store.db'), join(home, 'none', 'store.db')]) {
      expect(await failure(() => openTestInsert(place))).toMatchObject({ code: 'store-read-only' })
    }
    mkdirSync(join(home, 'taken.db'))
    expect(await failure(() => openTestInsert(join(home, 'taken.db')))).toMatchObject({
      code: 'store-read-only',
    })
  })

  it.skipIf(process.getuid?.() === 0)(
    'is read-only in a directory without the right to write; root has every right',
    async () => {
      const insert = await openTestInsert(file)
      await insert.append(key, [event('a')])
      insert.close()
      chmodSync(file, 0o400)
      chmodSync(home, 0o500)
      expect(await failure(async () => (await openTestInsert(file)).append(key, [event('b')]))).toMatchObject(
        {
          code: 'store-read-only',
        },
      )
      const reader = await openTestStore(file, { immutable: true })
      expect(await reader.ledgers()).toHaveLength(1)
      chmodSync(home, 0o700)
    },
  )

  it('can be read without writing anything beside it, and then takes nothing', async () => {
    const insert = await openTestInsert(file)
    await insert.append(key, [event('a')])
    insert.close()
    const reader = await openTestStore(file, { immutable: true })
    expect((await reader.ledger(key))?.head?.seq).toBe(1)
    expect(await failure(() => reader.append(key, [event('b')]))).toMatchObject({ code: 'store-read-only' })
    await reader.close()
  })
})
