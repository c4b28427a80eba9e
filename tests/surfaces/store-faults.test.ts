import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { injection } from '../../src/adapters/store/sql/ledger.fixture.ts'
import { end, text } from './program.ts'
import { Keeper, parcelsIn, warnings } from './store.ts'

/** Enough entries for many pages. */
const many = 60

let kept: Keeper
beforeEach(() => {
  kept = new Keeper()
})
afterEach(() => kept.remove())

/** Another program that holds an open write transaction. */
async function lock(file: string): Promise<() => Promise<unknown>> {
  const script = `const { DatabaseSync } = require('node:sqlite')
    new DatabaseSync(process.argv[1]).exec('BEGIN IMMEDIATE')
    process.stdout.write('locked')
    process.stdin.resume().on('end', () => process.exit())`
  const child = spawn(process.execPath, ['-e', script, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout!, 'data')
  return () => {
    const ended = end(child)
    child.stdin!.end()
    return ended
  }
}

/** The packet is still written, and one line says why its receipt is not in the store. */
function expectSpooled(why: RegExp): string {
  const { code, err, id, output } = kept.assemble()
  expect([code, warnings(err).length]).toEqual([0, 1])
  expect(err).toMatch(why)
  expect(text(output, 'context.md')).toContain(id)
  expect(parcelsIn(kept.spools).length).toBeGreaterThan(0)
  return id
}

describe('a store that another program has locked', () => {
  it('M-77 lets the injection happen, and takes the receipt in once when the lock is gone', async () => {
    const before = kept.fill(2)
    const unlock = await lock(kept.file)
    const id = expectSpooled(/store\.db: database is locked; the receipt waits in the spool$/m)
    await unlock()
    expect(kept.ids()).toEqual([...before, id])
    expect(kept.ids()).toEqual([...before, id])
    expect(parcelsIn(kept.spools)).toEqual([])
    expect(kept.verify()).toMatchObject({ holds: true, entries: 3 })
  })
})

const damages: readonly [string, () => void][] = [
  ['is garbage', () => writeFileSync(kept.file, 'This was a database.\n'.repeat(500))],
  ['was cut short', () => truncateSync(kept.file, 20_000)],
  ['has pages overwritten in its middle', () => overwriteMiddle(kept.file)],
]

/** Damages all but the first page, so that the file is still a database. */
function overwriteMiddle(file: string): void {
  const bytes = readFileSync(file)
  const page = bytes.readUInt16BE(16)
  bytes.fill(0xa5, page, bytes.length - page)
  writeFileSync(file, bytes)
}

describe('a store whose file', () => {
  it.each(damages)('%s goes on in the spool, and is repaired by a command', (_, damage) => {
    kept.fill(2)
    kept.settle()
    damage()
    const damaged = readFileSync(kept.file)
    const spooled = expectSpooled(/store\.db: .*; the receipt waits in the spool$/m)
    const refused = kept.ask(['log'])
    expect([refused.code, refused.out]).toEqual([3, ''])
    expect(refused.err).toContain('foreword store repair')
    expect(readFileSync(kept.file)).toEqual(damaged)
    const answer = kept.answer(['store', 'repair'])
    expect(readFileSync(answer.set_aside)).toEqual(damaged)
    expect(kept.ids()).toContain(spooled)
    expect(kept.verify()).toMatchObject({ holds: true })
  })

  it('has one bad page keeps every entry that can still be read, and owns up to the others', async () => {
    kept.fill(1)
    const uids = Array.from({ length: many }, (_, i) => `number-${1000 + i}`)
    await kept.append(...uids.map((uid) => injection({ uid })))
    const wanted = `INJ-${uids[many / 2]}`
    blankPageWith(`"injection_id":"${wanted}"`)
    const { code, id } = kept.assemble()
    expect(code).toBe(0)
    const answer = kept.answer(['store', 'repair'])
    expect(answer.set_aside).toContain('store.db.damaged-')
    const after = kept.ids()
    expect(after).toContain(id)
    const gone = uids.filter((uid) => !after.includes(`INJ-${uid}`))
    expect(gone).toContain(uids[many / 2])
    expect(gone.length).toBeLessThan(many / 2)
    const { holds, lost } = kept.verify()
    expect([holds, lost, count(lost)]).toEqual([true, answer.lost, gone.length])
  })

  it('has a bit flipped in the body of an entry is found out, with the number of the entry', () => {
    const ids = kept.fill(3)
    kept.settle()
    const bytes = readFileSync(kept.file)
    for (let at = bytes.indexOf(ids[1]!); at !== -1; at = bytes.indexOf(ids[1]!, at + 1)) {
      // Matches only the body, because the column beside it has no quote before it.
      if (bytes[at - 1] === 0x22) bytes[at + 4]! ^= 1
    }
    writeFileSync(kept.file, bytes)
    const { code, out } = kept.ask(['verify'])
    expect([code, out]).toEqual([1, expect.stringMatching(/Entry 2 .*was\saltered/)])
  })
})

describe('an entry that was not moved into the file of a store yet', () => {
  beforeEach(() => {
    kept.asProcess = true
  })

  it('is read all the same, by every command', () => {
    const ids = kept.fill(2)
    expect(existsSync(`${kept.file}-wal`)).toBe(true)
    expect(kept.ids()).toEqual(ids)
  })

  it('is missed if it was damaged, by every user who has looked before', () => {
    kept.fill(1)
    kept.settle()
    const file = readFileSync(kept.file)
    kept.fill(2)
    const waiting = readFileSync(`${kept.file}-wal`)
    expect(kept.verify()).toMatchObject({ holds: true, entries: 3 })
    // Restores the earlier file with one wrong bit in the first page.
    waiting[1000]! ^= 1
    writeFileSync(kept.file, file)
    writeFileSync(`${kept.file}-wal`, waiting)
    rmSync(`${kept.file}-shm`, { force: true })
    const { code, out } = kept.ask(['verify'])
    expect([code, out]).toEqual([1, expect.stringMatching(/Entry 2 was removed: the ledger ends at 1/)])
  })
})

const count = (gaps: readonly (readonly [number, number])[]) =>
  gaps.reduce((sum, [first, last]) => sum + last - first + 1, 0)

function blankPageWith(words: string): void {
  const bytes = readFileSync(kept.file)
  const size = bytes.readUInt16BE(16)
  const start = bytes.indexOf(words)
  bytes.fill(0, start - (start % size), start - (start % size) + size)
  writeFileSync(kept.file, bytes)
}

describe('a store of a newer foreword', () => {
  it('is recognised, and left as it is to the byte', () => {
    kept.fill(1)
    kept.tamper(
      `INSERT INTO migrations VALUES ('9999-later', '2030-01-01T00:00:00.000Z')`,
      'PRAGMA user_version = 99',
    )
    const bytes = readFileSync(kept.file)
    expectSpooled(/update foreword; the receipt waits in the spool$/m)
    const { code, out, err } = kept.ask(['log'])
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/[Uu]pdate foreword/)
    expect(readFileSync(kept.file)).toEqual(bytes)
    expect(readdirSync(kept.state).filter((name) => name.includes('damaged'))).toEqual([])
  })
})

describe('an injection that was refused', () => {
  it('is on record too, or it is said that its receipt waits', () => {
    kept.fill(1)
    kept.world.project({ 'apps/shop/SHOP_SOUL.md': null })
    expect(kept.assemble()).toMatchObject({ code: 3, out: '' })
    expect(kept.answer(['log']).injections).toMatchObject([{ seq: 2, status: 'error' }, { seq: 1 }])
    kept.settle()
    writeFileSync(kept.file, 'This was a database.\n'.repeat(500))
    const { code, out, err } = kept.assemble()
    expect([code, out, err]).toEqual([3, '', expect.stringContaining('; the receipt waits in the spool')])
    expect(err).toContain('SOUL is required')
    expect(parcelsIn(kept.spools)).toHaveLength(1)
  })
})

describe('a clock that goes back', () => {
  it('M-55 is said, and changes no order', async () => {
    const [first] = kept.fill(1)
    const at = new Date(Date.now() + 3_600_000).toISOString()
    await kept.append(injection({ uid: 'later', id: 'INJ-later', at }))
    const { code, err, id } = kept.assemble()
    expect([code, warnings(err).length]).toEqual([0, 1])
    expect(err).toMatch(/the clock is 3\d\d\d s behind the latest entry/)
    expect(kept.ids()).toEqual([first, 'INJ-later', id])
    expect(kept.verify()).toMatchObject({ holds: true, entries: 3, clock_back: 1 })
    expect(kept.ask(['verify']).out).toContain('The clock went back 1 time')
  })
})

describe('a spool with files that are not parcels', () => {
  const draft = { uid: 'foreign', kind: 'event', at: '2026-01-01T00:00:00.000Z', body: '{"name":"x"}' }
  const parcel = (its: object, blobs: readonly object[] = []) =>
    JSON.stringify({ foreword: 'parcel', version: 1, draft: its, blobs })
  const foreign = {
    'cut-short': '{"foreword":"par',
    'no-time': parcel({ ...draft, at: 'yesterday' }),
    'no-month': parcel({ ...draft, at: '9999-99-99T00:00:00.000Z' }),
    'no-word': parcel({ ...draft, uid: 'two words' }),
    'no-body': parcel({ ...draft, body: '{}' }),
    'no-kind': parcel({ ...draft, kind: 'other' }),
    'forged-text': parcel(draft, [{ digest: 'sha256:0', content: 'forged' }]),
  }

  it('stops no command: each file is set aside, with a line that says why', () => {
    kept.fill(1)
    for (const [name, content] of Object.entries(foreign))
      kept.world.write(join(kept.spoolFor(), `${name}.json`), content)
    const { code, err, id } = kept.assemble()
    expect([code, id]).toEqual([0, expect.stringMatching(/^INJ-/)])
    const names = Object.keys(foreign).map((name) => `${name}.json`)
    for (const name of names) expect(warnings(err).filter((line) => line.includes(name))).toHaveLength(1)
    expect(readdirSync(join(kept.spoolFor(), 'unreadable')).toSorted()).toEqual(names.toSorted())
    expect(kept.verify()).toMatchObject({ holds: true, entries: 2 })
  })
})
