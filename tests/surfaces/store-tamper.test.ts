import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hash } from '../../src/adapters/store/sql/ledger.fixture.ts'
import { computeEntryDigest } from '../../src/core/receipt/index.ts'
import { at, json } from './program.ts'
import { Keeper } from './store.ts'

/** The ledger that all tests start with: injections, then a run with its own injection and its outcome. */
const injection = 2
const run = 5
const outcome = 6
const last = 6

let kept: Keeper
let whole: Buffer
let homes = 0
beforeAll(() => {
  kept = new Keeper()
  kept.fill(3)
  kept.world.agent('codex')
  kept.world.dispatch(kept.repo, ['--executor=codex', '--context=full', at])
  expect(kept.verify({ env: stranger() })).toMatchObject({ holds: true, entries: last })
  kept.settle()
  whole = readFileSync(kept.file)
})
beforeEach(() => {
  for (const end of ['-wal', '-shm']) rmSync(kept.file + end, { force: true })
  writeFileSync(kept.file, whole)
})
afterAll(() => kept.remove())

/** A user who has never read this ledger, so no earlier head is remembered. */
function stranger(): Record<string, string> {
  return { XDG_STATE_HOME: join(kept.world.dir, `stranger-${++homes}`) }
}

function expectFault(seq: number, words: RegExp, env = stranger()) {
  const { code, out } = kept.ask(['verify'], { env })
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(words)
  expect([code, out.replaceAll(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(`Entry ${seq} `)])
}

const where = (seq: number) => `WHERE seq = ${seq}`

describe('an entry that was edited after it was written', () => {
  it.each([
    ['body', `replace(body, '"level":"full"', '"level":"none"')`],
    ['at', `'2020-01-01T00:00:00.000Z'`],
    ['uid', `'another'`],
    ['kind', `'run'`],
    ['prev', `digest`],
    ['digest', `prev`],
  ])('M-57 in its %s is found', (column, value) => {
    kept.tamper(`UPDATE entries SET ${column} = ${value} ${where(injection)}`)
    expectFault(injection, /is not intact/)
  })

  it('in the time that --since goes by is found', () => {
    kept.tamper(`UPDATE entries SET high_at = '2020-01-01T00:00:00.000Z' ${where(injection)}`)
    const { code, out } = kept.ask(['verify'], { env: stranger() })
    expect([code, out]).toEqual([1, expect.stringContaining('high_at')])
  })

  it('with a digest made to match is found by the entry after it', () => {
    const entry = kept.row(`SELECT * FROM entries ${where(injection)}`)
    const body = entry.body.replace('"status":"success"', '"status":"trimmed"')
    const digest = computeEntryDigest({ ...entry, body }, hash)
    kept.tamper(
      `UPDATE entries SET body = '${body}', digest = '${digest}' ${where(injection)}`,
      `UPDATE injections SET status = 'trimmed' ${where(injection)}`,
    )
    expectFault(injection, /entry 3 was written after a different entry 2/)
  })
})

describe('a column to search by that was edited', () => {
  it.each([
    ['injections', injection, 'injection_id', `'INJ-20260101-000000-aaaaaa'`],
    ['injections', injection, 'session_id', `'another'`],
    ['injections', injection, 'run_id', `'another'`],
    ['injections', injection, 'agent', `'another'`],
    ['injections', injection, 'role', `'another'`],
    ['injections', injection, 'level', `'minimal'`],
    ['injections', injection, 'status', `'error'`],
    ['injections', injection, 'total', '1'],
    ['injections', injection, 'account_id', 'text_id'],
    ['injections', injection, 'text_id', 'account_id'],
    ['runs', run, 'run_id', `'another'`],
    ['runs', run, 'session_id', `'another'`],
    ['runs', run, 'agent', `'another'`],
    ['runs', run, 'level', 'NULL'],
    ['runs', run, 'injection_id', 'NULL'],
    ['runs', run, 'task_digest', `'another'`],
    ['outcomes', outcome, 'run_id', `'another'`],
    ['outcomes', outcome, 'status', `'failed'`],
    ['outcomes', outcome, 'changes', `'edited'`],
    ['outcomes', outcome, 'seconds', '99999'],
    ['outcomes', outcome, 'exit_code', '1'],
  ])('in %s at entry %i: %s', (table, seq, column, value) => {
    kept.tamper(`UPDATE ${table} SET ${column} = ${value} ${where(seq)}`)
    expectFault(seq, new RegExp(`the column ${column.replace('_id', '').slice(0, 4)}`))
  })

  it.each([
    ['injections', injection],
    ['runs', run],
    ['outcomes', outcome],
  ])('is found when its row in %s was deleted', (table, seq) => {
    kept.tamper(`DELETE FROM ${table} ${where(seq)}`)
    expectFault(seq, /its row in the \w+ is missing/)
  })
})

describe('an entry', () => {
  it('that was deleted from the middle is found', () => {
    kept.tamper(`DELETE FROM entries ${where(3)}`)
    expectFault(3, /was removed: entry 3 is missing/)
  })

  it('that changed places with another is found', () => {
    kept.tamper(
      `UPDATE entries SET seq = 99 ${where(2)}`,
      `UPDATE entries SET seq = 2 ${where(3)}`,
      `UPDATE entries SET seq = 3 ${where(99)}`,
    )
    expectFault(2, /is out of order: this is entry 3/)
  })

  it('that another program put at the end is found', () => {
    kept.tamper(
      `INSERT INTO entries SELECT project_id, ${last + 1}, 'foreign', kind, at, high_at, prev, digest, body FROM entries ${where(2)}`,
    )
    expectFault(last + 1, /was altered|was inserted/)
  })

  it('that was put in beside no entry is found', () => {
    kept.tamper(
      `INSERT INTO injections SELECT project_id, 77, injection_id, session_id, run_id, agent, role, level, status, total, account_id, text_id FROM injections ${where(2)}`,
    )
    expectFault(77, /was inserted: a row of injections belongs to no entry/)
  })

  it('that was the last is missed by every user who has looked before', () => {
    const env = stranger()
    expect(kept.ask(['verify'], { env }).code).toBe(0)
    kept.tamper(`DELETE FROM entries ${where(last)}`, `DELETE FROM outcomes ${where(last)}`)
    expectFault(
      last,
      /the ledger ends at 5, and an earlier verification on this machine \(noted in .*\) has seen entry 6/,
      env,
    )
  })

  it.each(['entries', 'sessions'])('is found when all %s are gone', (table) => {
    const env = stranger()
    expect(kept.ask(['verify'], { env }).code).toBe(0)
    kept.tamper(`DELETE FROM ${table}`)
    expect(kept.ask(['verify'], { env }).code).toBe(1)
  })

  it('is missed with the whole store, by every user who has looked before', () => {
    const env = stranger()
    expect(kept.ask(['verify'], { env }).code).toBe(0)
    for (const end of ['', '-wal', '-shm']) rmSync(kept.file + end, { force: true })
    const { code, out } = kept.ask(['verify'], { env })
    expect([code, out]).toEqual([1, expect.stringContaining('was removed')])
    expect(kept.ask(['verify'], { env: stranger() }).code).toBe(0)
  })

  it('that was the last is missed by a checkpoint, on a machine that has never looked before', () => {
    const file = join(kept.world.dir, 'end.json')
    expect(kept.ask(['verify', `--write-checkpoint=${file}`]).code).toBe(0)
    kept.tamper(`DELETE FROM entries ${where(last)}`, `DELETE FROM outcomes ${where(last)}`)
    const env = stranger()
    expect(kept.ask(['verify'], { env: stranger() }).code).toBe(0)
    const { code, out } = kept.ask(['verify', `--checkpoint=${file}`, `--signer=${signerOf(file)}`], { env })
    expect([code, out.replaceAll(/\s+/g, ' ')]).toEqual([1, expect.stringContaining('has seen entry 6')])
  })
})

describe('a text', () => {
  const account = `(SELECT account_id FROM injections ${where(1)})`
  const packet = `(SELECT text_id FROM injections ${where(1)})`
  it.each([
    [
      'M-57 of a packet that was replaced',
      `UPDATE blobs SET codec = 'raw', data = x'41' WHERE id = ${packet}`,
      /its text differs from the one/,
    ],
    [
      'of a packet that was deleted',
      `UPDATE blobs SET data = NULL WHERE id = ${packet}`,
      /its text is missing, and was never pruned/,
    ],
    ['of a packet whose row was deleted', `DELETE FROM blobs WHERE id = ${packet}`, /the column text/],
    [
      'M-56 of an account that was replaced',
      `UPDATE blobs SET codec = 'raw', data = x'7b7d' WHERE id = ${account}`,
      /its account differs from the one/,
    ],
    [
      'of an account that was deleted',
      `UPDATE blobs SET data = NULL WHERE id = ${account}`,
      /its account is missing/,
    ],
    [
      'M-56 whose sections were renamed',
      `UPDATE sections SET section = 'other' WHERE account_id = ${account} AND position = 0`,
      /sections stored beside its account/,
    ],
    [
      'whose sections were deleted',
      `DELETE FROM sections WHERE account_id = ${account}`,
      /sections stored beside its account/,
    ],
    [
      'M-56 whose sources were renamed',
      `UPDATE section_sources SET path = 'other.md' WHERE account_id = ${account} AND position = 0`,
      /sections stored beside its account/,
    ],
    [
      'whose sources got another digest',
      `UPDATE section_sources SET digest = 'other' WHERE account_id = ${account} AND position = 0`,
      /sections stored beside its account/,
    ],
  ])('%s is found', (_, sql, words) => {
    kept.tamper(sql)
    expectFault(1, words)
  })
})

const signerOf = (file: string) =>
  /ed25519:[0-9a-f]+/.exec(kept.ask(['verify', `--checkpoint=${file}`], { env: stranger() }).err)![0]

describe('a checkpoint', () => {
  let file: string
  beforeEach(() => {
    file = join(kept.world.dir, 'checkpoint.json')
    rmSync(file, { force: true })
    expect(kept.ask(['verify', `--write-checkpoint=${file}`]).code).toBe(0)
  })

  it('holds where it was signed', () => {
    const { code, out } = kept.ask(['verify', `--checkpoint=${file}`])
    expect([code, out]).toEqual([0, expect.stringContaining('this machine')])
  })

  it('is valid for another user only if its signer is named', () => {
    const env = stranger()
    const refused = kept.ask(['verify', `--checkpoint=${file}`], { env })
    expect([refused.code, refused.out]).toEqual([3, ''])
    const signer = /--signer=(ed25519:[0-9a-f]+)/.exec(refused.err)![1]
    expect(kept.ask(['verify', `--checkpoint=${file}`, `--signer=${signer}`], { env }).code).toBe(0)
    expect(kept.ask(['verify', `--checkpoint=${file}`, '--signer=ed25519:00'], { env }).code).toBe(3)
  })

  it.each(['seq', 'digest', 'at', 'uid', 'project', 'signature', 'public_key'])(
    'is refused when its %s was altered',
    (field) => {
      const point = json(file)
      const value = point[field]
      point[field] =
        typeof value === 'number'
          ? value - 1
          : value.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (character: string) => (character === '0' ? '1' : '0'))
      expect(point[field]).not.toBe(value)
      writeFileSync(file, JSON.stringify(point))
      const { code, out } = kept.ask(['verify', `--checkpoint=${file}`])
      expect([code, out]).toEqual([3, ''])
    },
  )

  it('from another project is refused', () => {
    const other = kept.world.project({}, 'other/shop')
    kept.assemble({}, other)
    const { code, err } = kept.ask(['verify', `--checkpoint=${file}`], { cwd: other })
    expect([code, err]).toEqual([
      3,
      expect.stringContaining('The checkpoint belongs to another ledger: shop'),
    ])
  })

  it('shows that a ledger was written anew from its beginning', () => {
    const entry = kept.row(`SELECT * FROM entries ${where(last)}`)
    const body = entry.body.replace('"status":"success"', '"status":"failed"')
    const digest = computeEntryDigest({ ...entry, body }, hash)
    kept.tamper(
      `UPDATE entries SET body = '${body}', digest = '${digest}' ${where(last)}`,
      `UPDATE outcomes SET status = 'failed' ${where(last)}`,
    )
    expect(kept.ask(['verify'], { env: stranger() }).code).toBe(0)
    const { code, out } = kept.ask(['verify', `--checkpoint=${file}`])
    expect([code, out.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining(`Entry ${last} was rewritten`),
    ])
  })
})
