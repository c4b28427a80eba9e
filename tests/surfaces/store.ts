// A project and its store, with everything that tests do to them from outside.
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
  /** Only a real process leaves its writes in the log. A run in the test's process closes the store. */
  asProcess = false
  readonly userState = join(this.world.dir, 'home/.local/state/foreword')

  /** The project's spool for a store, by default the one of the environment. */
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

  /** Assembles this many times in a row. Every run must succeed silently. */
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

  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
  answer(args: readonly string[], call: Call = {}): any {
    const { code, out, err } = this.ask([...args, '--json'], call)
    if (out === '') throw new Error(`${args.join(' ')}: ${code} ${err}`)
    return JSON.parse(out)
  }

  /** Every injection of the ledger, oldest first. */
  listed(call: Call = {}): Listed[] {
    return this.answer(['log', '--limit=1000'], call).injections.toReversed()
  }

  ids(call: Call = {}): string[] {
    return this.listed(call).map((injection) => injection.injection_id)
  }

  verify(call: Call = {}) {
    return this.answer(['verify'], call)
  }

  /** Puts parcels into the store without starting a process for each. */
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

  /** Moves the log into the main file, which a short program leaves to others. */
  settle(): void {
    this.tamper()
  }

  /** Runs SQL on the file, as an attacker with access to it would. */
  tamper(...statements: string[]): void {
    const database = new DatabaseSync(this.file)
    try {
      for (const sql of statements) database.exec(sql)
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: a row, read column by column
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

/** The waiting parcels in any spool of a directory. Each destination has its own spool. */
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

/** The output line by line. */
export function warnings(err: string): string[] {
  return err.split('\n').filter((line) => line !== '')
}
