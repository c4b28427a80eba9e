import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openSpool } from '../../src/adapters/store/index.ts'
import { injection } from '../../src/adapters/store/sql/ledger.fixture.ts'
import { databasesOn, password, queryOn } from '../contracts/postgres.ts'
import { at, binary, end, type Ran, text } from './program.ts'
import { Keeper, parcelsIn } from './store.ts'

/** More than one batch of the import. */
const waiting = 120
const kills = 4

const server = databasesOn(inject('postgresPort'))

let kept: Keeper
let url: string
let env: { FOREWORD_STORE: string }
beforeEach(async () => {
  kept = new Keeper()
  url = await server.database()
  env = { FOREWORD_STORE: url }
})
afterEach(() => kept.remove())

/** Receipts as this many hooks would have left them. */
function leave(count: number): string[] {
  const spool = openSpool(kept.spoolFor(env))
  return Array.from({ length: count }, (_, i) => {
    spool.put(injection({ uid: `left${i}`, text: `text ${i % 3}` }))
    return `INJ-left${i}`
  })
}

/** Each receipt once, in the order in which it was spooled. */
function expectTakenIn(ids: readonly string[]) {
  expect(kept.ids({ env })).toEqual(ids)
  expect(parcelsIn(kept.spools)).toEqual([])
  expect(kept.verify({ env })).toMatchObject({ holds: true, entries: ids.length })
}

const startLog = () => kept.world.start(['log', '--limit=1000'], { cwd: kept.repo, env })

describe('a hook whose store is a server', () => {
  let counter: Server
  let connections = 0
  beforeEach(async () => {
    connections = 0
    counter = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    counter.close()
  })

  it('never connects to it, and leaves its receipt in the spool', async () => {
    const address = counter.address()
    const port = typeof address === 'object' ? address?.port : 0
    const FOREWORD_STORE = `postgres://postgres:${password}@127.0.0.1:${port}/none`
    const child = spawn(
      process.execPath,
      [binary, 'hook', 'session-start', '--agent=claude', '--repo', kept.repo],
      {
        env: { ...kept.world.env, FOREWORD_STORE },
      },
    )
    child.stdin.end(JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's', cwd: kept.repo }))
    const { code, err } = await end(child)
    expect([code, err, connections]).toEqual([0, '', 0])
    const [parcel, ...others] = parcelsIn(kept.spools)
    expect(others).toEqual([])
    expect(text(kept.spools, parcel!)).toContain('\\"session_id\\":\\"s\\"')
    expect(text(kept.spools, parcel!)).not.toContain(password)
  })
})

describe('receipts that wait for a server', () => {
  it('M-55 M-58 are taken in by the next who asks, once', () => {
    const { id } = kept.assemble(env, kept.repo, '--session=the-session')
    const [listed] = kept.listed({ env })
    expect(listed).toMatchObject({ seq: 1, injection_id: id, session_id: 'the-session' })
    expectTakenIn([id])
  })

  it('are taken in once by two who ask at the same time', async () => {
    const ids = leave(waiting)
    const ran = await Promise.all([startLog().ended, startLog().ended])
    expect(ran.map((result) => [result.code, result.err])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expectSame(kept.ids({ env }), ids)
    expect(parcelsIn(kept.spools)).toEqual([])
    expect(kept.verify({ env })).toMatchObject({ holds: true, entries: waiting })
  })

  it('are taken in once though those who did it were killed in the middle', async () => {
    const ids = leave(waiting)
    for (let i = 0; i < kills; i++) {
      const { child, ended } = startLog()
      await pause(150 + 60 * i)
      child.kill('SIGKILL')
      await ended
    }
    expectTakenIn(ids)
  })

  it('are taken in once though the one who did it was killed while he waited for another', async () => {
    const [first] = [kept.assemble(env).id]
    expectTakenIn([first!])
    const ids = leave(3)
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('BEGIN; SELECT * FROM foreword.projects FOR UPDATE')
    const { child, ended } = startLog()
    await untilSomebodyWaits()
    child.kill('SIGKILL')
    await ended
    expect(parcelsIn(kept.spools)).toHaveLength(3)
    await other.query('COMMIT')
    await other.end()
    expectTakenIn([first!, ...ids])
  })

  /** Waits for a lock that another connection holds. */
  async function untilSomebodyWaits() {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    while ((await queryOn(url, sql)).length === 0) await pause(20)
  }

  it('stay in the spool while the server refuses connections, and no command reports them as stored', () => {
    const { id } = kept.assemble(lockedOut())
    const { code, out, err } = kept.ask(['log'], { env: lockedOut() })
    expect([code, out]).toEqual([3, ''])
    expect(err).toContain('Until then, receipts wait in the spool')
    expect(parcelsIn(kept.spools)).toHaveLength(1)
    expectTakenIn([id])
  })

  it('and belong to a dispatch are delivered at its end', async () => {
    kept.world.agent('codex')
    const order = ['dispatch', kept.repo, 'Add it', `--runs-dir=${kept.world.runs}`, '--executor=codex', at]
    const { code, err } = kept.world.foreword([...order, '--context=full'], { env })
    expect([code, err]).toEqual([0, ''])
    expect(parcelsIn(kept.spools)).toEqual([])
    const kinds = await queryOn(url, 'SELECT kind FROM entries ORDER BY seq')
    expect(kinds.map((row) => row.kind)).toEqual(['injection', 'run', 'outcome'])
    expect(kept.verify({ env })).toMatchObject({ holds: true, entries: 3 })
  })

  it('and belong to a dispatch wait while the server refuses connections, and the dispatch ends as its agent did', () => {
    kept.world.agent('codex')
    const order = ['dispatch', kept.repo, 'Add it', `--runs-dir=${kept.world.runs}`, '--executor=codex', at]
    const { code, err } = kept.world.foreword([...order, '--context=full'], { env: lockedOut() })
    expect([code, err]).toEqual([0, expect.stringContaining('receipts wait in the spool')])
    expect(err).not.toContain(password)
    expect(kept.verify({ env })).toMatchObject({ holds: true, entries: 3 })
  })

  it('go to the store that the project has afterwards: another server, a directory, or its own', () => {
    const first = kept.assemble(down).id
    expect([kept.ids({ env }), parcelsIn(kept.spools)]).toEqual([[first], []])
    const second = kept.assemble(down).id
    expect([kept.ids(), parcelsIn(kept.spools)]).toEqual([[second], []])
    const third = kept.assemble(down).id
    const directory = { FOREWORD_STORE: `${kept.world.dir}/shared` }
    expect([kept.ids({ env: directory }), parcelsIn(kept.spools)]).toEqual([[third], []])
    // Stores for many projects know this one by the same name, so each is verified as if on a machine of its own.
    const [elsewhere, apart] = ['one', 'other'].map((name) => ({
      XDG_STATE_HOME: `${kept.world.dir}/${name}`,
    }))
    for (const its of [{ ...env, ...elsewhere }, {}, { ...directory, ...apart }])
      expect(kept.verify({ env: its })).toMatchObject({ holds: true, entries: 1 })
  })

  it('do not go to a store that is named for one command', () => {
    const { id } = kept.assemble(down)
    expect(kept.answer(['log', `--store=${url}`]).injections).toEqual([])
    expect(parcelsIn(kept.spools)).toHaveLength(1)
    expectTakenIn([id])
  })

  it('are taken in once, also if a copy comes back into the spool', () => {
    const { id } = kept.assemble(down)
    const [parcel] = parcelsIn(kept.spools)
    const copy = text(kept.spools, parcel!)
    expectTakenIn([id])
    kept.world.write(join(kept.spools, parcel!), copy)
    expectTakenIn([id])
  })
})

/** No server listens on this port. */
const down = { FOREWORD_STORE: `postgres://postgres:${password}@127.0.0.1:1/none` }

describe('a server that cannot be used', () => {
  const faults = () => [
    ['127.0.0.1:1/none', 'ECONNREFUSED', down.FOREWORD_STORE],
    [`${new URL(url).host}/missing`, 'does not exist', url.replace(/[^/]*$/, 'missing')],
    [new URL(url).host, 'password authentication failed', lockedOut().FOREWORD_STORE],
    [new URL(url).host, 'not a name for a schema', `${url}?schema=Not-A-Name`],
  ]

  it('is named by the command with the reason and the next step, and the receipt is kept', () => {
    for (const [place, reason, FOREWORD_STORE] of faults()) {
      const { code, out, err } = kept.world.foreword(
        ['assemble', kept.repo, 'full', kept.output(), '--json'],
        {
          env: { FOREWORD_STORE: FOREWORD_STORE! },
        },
      )
      const answer = JSON.parse(out)
      expect([code, answer.kept]).toEqual([0, 'spool'])
      for (const said of [err, answer.warnings.join('\n')]) {
        expect(said).toContain(place)
        expect(said).toContain(reason)
        expect(said).toMatch(/(Check|Correct) FOREWORD_STORE/)
        expect(said).not.toContain(password)
      }
    }
    expect(kept.ids({ env })).toHaveLength(faults().length)
  })

  it('is a failed check of doctor, with the receipts that wait', () => {
    kept.assemble(down)
    const { code, out, err } = kept.ask(['doctor', '--no-run', '--json'], { env: down })
    const { store, problems } = JSON.parse(out)
    expect(code).toBe(1)
    expect(store).toMatchObject({ place: 'postgres://127.0.0.1:1/none', waiting: 1 })
    expect(problems).toContain(store.problem)
    expect(store.problem).toContain('ECONNREFUSED')
    expect(out + err).not.toContain(password)
    const told = kept.ask(['doctor', '--no-run'], { env: down }).out
    expect(told).toContain('receipts go to postgres://127.0.0.1:1/none; 1 receipt waiting in the spool')
    const after = JSON.parse(kept.ask(['doctor', '--no-run', '--json'], { env }).out)
    expect(after.store).toMatchObject({ waiting: 0, problem: null })
  })

  it('is a refusal and no crash, whatever its URL sets', () => {
    for (const options of ['-csearch_path%3Dmissing', '-cno_such_setting%3D1', '-cstatement_timeout%3Dx']) {
      const its = { FOREWORD_STORE: `${url}?options=${options}` }
      expect(kept.assemble(its).code).toBe(0)
      expect([0, 3]).toContain(kept.ask(['log'], { env: its }).code)
    }
  })
})

/** Uses a wrong password. */
const lockedOut = () => ({ FOREWORD_STORE: url.replace(password, `${password}-wrong`) })

const expectSame = (some: readonly string[], others: readonly string[]) =>
  expect(some.toSorted()).toEqual(others.toSorted())

describe('the password of a server', () => {
  it('is in nothing that is said', () => {
    const wrong = { FOREWORD_STORE: url.replace(password, `${password}-wrong`) }
    const none = { FOREWORD_STORE: `${url}_none` }
    const odd = { FOREWORD_STORE: `postgres://postgres:${password}@[::bad/none` }
    const asked: Ran[] = [env, wrong, none, odd].flatMap((its) => [
      kept.assemble(its),
      ...['log', 'store stats', 'store repair'].map((words) => kept.ask(words.split(' '), { env: its })),
    ])
    for (const { code, out, err } of asked) {
      expect([0, 2, 3]).toContain(code)
      expect(out + err).not.toContain(password)
    }
  })
})

describe('a team', () => {
  it('has one ledger for all clones of a repository, and another for any other', () => {
    kept.world.git(kept.repo, 'init', '-q', '-b', 'main')
    kept.world.git(kept.repo, 'add', '-A')
    kept.world.git(kept.repo, 'commit', '-qm', 'first')
    kept.world.git(kept.repo, 'remote', 'add', 'origin', 'git@example.org:acme/shop.git')
    const clone = `${kept.world.dir}/elsewhere/shop`
    kept.world.git(kept.world.dir, 'clone', '-q', kept.repo, clone)
    kept.world.git(clone, 'remote', 'set-url', 'origin', 'https://example.org/acme/shop')
    const tree = `${kept.world.dir}/tree/shop`
    kept.world.git(kept.repo, 'worktree', 'add', '-q', tree)
    const ids = [kept.repo, clone, tree].map((repo) => kept.assemble(env, repo).id)
    for (const cwd of [clone, kept.repo]) kept.ids({ env, cwd })
    for (const cwd of [clone, kept.repo, tree]) expectSame(kept.ids({ env, cwd }), ids)
    const other = kept.world.project({}, 'other/shop')
    const { id } = kept.assemble(env, other)
    expect(kept.ids({ env, cwd: other })).toEqual([id])
    expect(kept.verify({ env })).toMatchObject({ holds: true, entries: 3, uid: 'example.org/acme/shop' })
  })
})
