import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LedgerWalk, type StoredEntry } from '../../../core/receipt/index.ts'
import { StoreFailure } from '../../../core/values/index.ts'
import { event, hash, injection, outcome, run } from './ledger.fixture.ts'
import { schemaVersion } from './schema-version.ts'
import { openTestInsert, openTestStore } from './test-store.fixture.ts'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'damage-'))
  file = join(home, 'store.db')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const key = { uid: 'p', name: 'One' }

async function fill(): Promise<void> {
  const store = await openTestStore(file)
  await store.append(
    key,
    Array.from({ length: 20 }, (_, i) => [
      injection({
        uid: `i${i}`,
        run: `r${i}`,
        text: `text ${i}`.repeat(i * 20),
        sections: { [`s${i}`]: [`${i}.md`] },
      }),
      run(`r${i}`, { run: `r${i}`, injection: `INJ-i${i}` }),
      outcome(`o${i}`, `r${i}`, 'success'),
      event(`e${i}`),
    ]).flat(),
  )
  await store.close()
}

/** Reads all results of the store; null if the chain or the store itself shows a fault. */
async function readAll(place: string): Promise<readonly StoredEntry['entry'][] | null> {
  let store: Awaited<ReturnType<typeof openTestStore>> | undefined
  try {
    store = await openTestStore(place)
    const walk = new LedgerWalk(key.uid, hash)
    const entries = await store.entries(key.uid, 0, 1000)
    const faults = entries.map((stored) => walk.take(stored)).filter((fault) => fault !== null)
    await store.log(key.uid, { limit: 50, section: 's3', outcome: 'success' })
    await store.tally(key.uid)
    await store.stats()
    const strays = await store.strays(key.uid)
    for await (const { digest } of store.blobs(key.uid)) await store.blob(digest)
    return faults.length > 0 || strays.length > 0 ? null : entries.map(({ entry }) => entry)
  } catch (error) {
    expect(error).toBeInstanceOf(StoreFailure)
    return null
  } finally {
    await store?.close()
  }
}

/** The same numbers in every run, so that a failure can be reproduced. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % below
  }
}

describe('a damaged file', () => {
  it('never shows a changed entry as a right one, wherever a bit is flipped', async () => {
    await fill()
    const right = await readAll(file)
    expect(right).toHaveLength(80)
    const bytes = readFileSync(file)
    const next = numbers(7)
    let noticed = 0
    for (let round = 0; round < 60; round++) {
      const flipped = Buffer.from(bytes)
      const place = next(flipped.length)
      flipped[place] = flipped[place]! ^ (1 << next(8))
      const copy = join(home, `flip-${round}.db`)
      writeFileSync(copy, flipped)
      const read = await readAll(copy)
      if (read === null) noticed++
      // Only a checkpoint can show that the end of the chain is gone. The rest must be right.
      else expect(right?.slice(0, read.length), `byte ${place}`).toEqual(read)
    }
    expect(noticed).toBeGreaterThan(5)
  }, 60_000)

  it('is damaged, and left as it is, when it is not a database, cut off, or overwritten', async () => {
    await fill()
    const garbage = join(home, 'garbage.db')
    writeFileSync(garbage, 'this is no database at all. '.repeat(500))
    const cut = join(home, 'cut.db')
    copyFileSync(file, cut)
    truncateSync(cut, 4096 * 3)
    const overwritten = join(home, 'overwritten.db')
    const bytes = readFileSync(file)
    writeFileSync(overwritten, bytes.fill(0xaa, 4096, bytes.length))
    for (const place of [garbage, cut, overwritten]) {
      const before = readFileSync(place)
      const insert = async () => (await openTestInsert(place)).append(key, [event('x')])
      await expect(insert(), place).rejects.toMatchObject({ code: 'store-damaged' })
      expect(readFileSync(place).equals(before)).toBe(true)
    }
  })
})

/** Runs in its own process, which can collect garbage on demand. Prints whether the WAL is still there. */
const opener = `
  import { existsSync } from 'node:fs'
  const { openTestStore } = await import(${JSON.stringify(join(import.meta.dirname, 'test-store.fixture.ts'))})
  const [, file, immutable] = process.argv
  const code = await openTestStore(file, { immutable: immutable === 'true' }).then(() => 'opened', (error) => error.code)
  for (let i = 0; i < 5; i++) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  console.log(code, existsSync(file + '-wal'))
  process.kill(process.pid, 'SIGKILL')`

describe('a damaged file with entries that wait beside it', () => {
  it.each([false, true])('keeps them when it could not be opened (only to read: %s)', async (immutable) => {
    await fill()
    const open = await openTestInsert(file)
    await open.append(key, [event('waits')])
    const damaged = join(home, 'damaged.db')
    for (const end of ['', '-wal']) copyFileSync(file + end, damaged + end)
    open.close()
    writeFileSync(damaged, readFileSync(damaged).fill(0xaa, 0, 100))
    writeFileSync(`${damaged}-wal`, readFileSync(`${damaged}-wal`).fill(0xaa, 0, 32))
    const before = [damaged, `${damaged}-wal`].map((path) => readFileSync(path))
    const args = ['--expose-gc', '--input-type=module', '-e', opener, damaged, String(immutable)]
    expect(spawnSync(process.execPath, args).stdout.toString()).toBe('store-damaged true\n')
    expect([damaged, `${damaged}-wal`].map((path) => readFileSync(path))).toEqual(before)
  })
})

describe('a file of another program', () => {
  const made = (...statements: string[]) => {
    const connection = new DatabaseSync(file)
    for (const statement of statements) connection.exec(statement)
    connection.close()
  }
  const opening = () => openTestInsert(file).then((insert) => insert.append(key, [event('x')]))

  it('is refused when it is a database of another program, which stays as it was', async () => {
    made('CREATE TABLE notes (text)', `INSERT INTO notes VALUES ('mine')`)
    const before = readFileSync(file)
    await expect(opening()).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining('not one of foreword'),
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is refused when it claims to be ours and has none of our tables', async () => {
    made('PRAGMA application_id = 0x66727764', `PRAGMA user_version = ${schemaVersion}`)
    await expect(opening()).rejects.toMatchObject({ code: 'store-damaged' })
  })

  it.each([
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END'],
    ['a view', 'CREATE VIEW v AS SELECT 1'],
  ])('is refused when %s was put into it', async (_, statement) => {
    await fill()
    made(statement)
    await expect(opening()).rejects.toMatchObject({
      code: 'store-damaged',
      message: expect.stringContaining('foreword did not create'),
    })
  })

  it('is used when tables that we know nothing of were put into it', async () => {
    await fill()
    made('CREATE TABLE extra (x)')
    expect(await opening()).toMatchObject([{ seq: 81 }])
  })

  it.each([
    'seq = 9223372036854775807',
    `seq = 'many'`,
    `digest = x'00ff'`,
    'digest = NULL',
    'high_at = 5',
    'body = 1e300',
    `kind = 'nonsense'`,
  ])('never brings us down with %s in its last entry', async (change) => {
    await fill()
    made(
      'CREATE TABLE copy AS SELECT * FROM entries',
      'DROP TABLE entries',
      'CREATE TABLE entries (project_id, seq, uid, kind, at, high_at, prev, digest, body, UNIQUE (project_id, uid))',
      'INSERT INTO entries SELECT * FROM copy',
      `UPDATE entries SET ${change} WHERE seq = 80`,
    )
    expect(await readAll(file)).toBeNull()
    const error = await opening().then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error !== null) expect(error).toMatchObject({ code: 'store-damaged' })
  })

  it('gives a text back as it lies there when it cannot be unpacked, and unpacks no bomb', async () => {
    await fill()
    made(`UPDATE blobs SET codec = 'zlib', data = x'0102' WHERE digest = '${hash('')}'`)
    const bomb = (await import('node:zlib')).deflateSync(Buffer.alloc(80 * 1024 * 1024))
    made(`UPDATE blobs SET data = x'${bomb.toString('hex')}' WHERE digest = '${hash('text 5'.repeat(100))}'`)
    const store = await openTestStore(file)
    expect(await store.blob(hash(''))).toBe('\u0001\u0002')
    expect((await store.blob(hash('text 5'.repeat(100))))?.length).toBeLessThan(1e6)
    await store.close()
  })
})
