// A project and its store, with everything a test wants to do to them from outside.
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { locateState } from '../../src/adapters/store/index.ts'
import { openInsert } from '../../src/adapters/store/sql/insert.ts'
import { hash } from '../../src/adapters/store/sql/ledger.fixture.ts'
import type { Parcel } from '../../src/core/receipt/index.ts'
import { type Call, type Ran, World } from './program.ts'

export interface Assembled extends Ran {
  readonly id: string
  readonly output: string
}

export interface Listed {
  readonly seq: number
  readonly at: string
  readonly injection_id: string
  readonly session_id: string
}

type Env = Readonly<Record<string, string>>

/** The parts of a state directory. */
export function stateOf(project: string) {
  const state = join(project, '.foreword/state')
  return { state, file: join(state, 'store.db'), spools: join(state, 'spool') }
}

export class Keeper {
  readonly world = new World()
  readonly repo: string = this.world.project()
  readonly state = stateOf(this.repo).state
  readonly file = stateOf(this.repo).file
  readonly spools = stateOf(this.repo).spools
  /** Only a process leaves what it has written in the log: a run in the test's process closes the store. */
  asProcess = false
  readonly userState = join(this.world.dir, 'home/.local/state/foreword')

  /** The spool of the project for a store, which is its own unless FOREWORD_STORE says otherwise. */
  spoolFor({ FOREWORD_STORE }: Env = {}): string {
    const options = { repository: null, project: undefined, userState: null }
    const place = locateState({ root: this.repo, setting: FOREWORD_STORE, ...options })
    if (place.kind === 'off') throw new Error('nothing is kept')
    return place.spools[0]!
  }

  output(): string {
    return mkdtempSync(join(this.world.dir, 'out-'))
  }

  assemble(env: Env = {}, repo = this.repo, ...options: string[]): Assembled {
    const output = this.output()
    const ran = this.world.foreword(['assemble', repo, 'full', output, ...options], {
      env,
      asProcess: this.asProcess,
    })
    return { ...ran, id: ran.out.trim(), output }
  }

  /** Assembles so often, one after the other; all of it must be kept without a word. */
  fill(count: number): string[] {
    return Array.from({ length: count }, () => {
      const { id, err, code } = this.assemble()
      if (code !== 0 || err !== '') throw new Error(`assemble: ${code} ${err}`)
      return id
    })
  }

  ask(args: readonly string[], { cwd = this.repo, ...call }: Call = {}): Ran {
    return this.world.foreword(args, { cwd, asProcess: this.asProcess, ...call })
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, looked at field by field
  answer(args: readonly string[], call: Call = {}): any {
    const { code, out, err } = this.ask([...args, '--json'], call)
    if (out === '') throw new Error(`${args.join(' ')}: ${code} ${err}`)
    return JSON.parse(out)
  }

  /** Every injection of the ledger, the oldest first. */
  listed(call: Call = {}): Listed[] {
    return this.answer(['log', '--limit=1000'], call).injections.toReversed()
  }

  ids(call: Call = {}): string[] {
    return this.listed(call).map((one) => one.injection_id)
  }

  verify(call: Call = {}) {
    return this.answer(['verify'], call)
  }

  /** Puts parcels into the store as a process would, without starting one for each. */
  async append(...parcels: readonly Parcel[]): Promise<void> {
    const insert = await openInsert({
      file: this.file,
      timeoutMs: 2000,
      durability: 'normal',
      clock: () => new Date(),
      hash,
      newUid: (name) => name,
    })
    await insert.append({ uid: null, name: 'shop' }, parcels)
    insert.close()
  }

  /** Moves what was written into the main file: a short program leaves that to others. */
  settle(): void {
    this.tamper()
  }

  /** As somebody who has the file and knows SQL. */
  tamper(...statements: string[]): void {
    const database = new DatabaseSync(this.file)
    try {
      for (const sql of statements) database.exec(sql)
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: a row, looked at column by column
  row(sql: string): any {
    const database = new DatabaseSync(this.file, { readOnly: true })
    try {
      return database.prepare(sql).get()
    } finally {
      database.close()
    }
  }

  remove(): void {
    this.world.remove()
  }
}

/** The parcels that wait in any spool of a directory: there is one for each place they can go to. */
export function parcelsIn(spools: string): string[] {
  if (!existsSync(spools)) return []
  return readdirSync(spools).flatMap((spool) =>
    readdirSync(join(spools, spool))
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(spool, name)),
  )
}

export function userParcels(userState: string): string[] {
  const spools = join(userState, 'spool')
  return parcelsIn(spools).map((parcel) => join(spools, parcel))
}

/** What was said, line by line. */
export function warnings(err: string): string[] {
  return err.split('\n').filter((line) => line !== '')
}
