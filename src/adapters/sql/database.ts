import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { StoreFailure } from '../../core/values/index.ts'
import { sqliteFailure } from './failures.ts'
import type { DatabaseOptions } from './file.ts'
import { inodeOf, type Opened, open } from './open.ts'
import type { Ask, Work } from './work.ts'

/** Some file systems give a file another number each time: after so many tries it is taken for the same. */
const mostTries = 3

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return new Database(await open(options), options)
}

/** A SQLite file that is ours, and current. A repair may put another one in its place, and nobody looks into the old one again. */
export class Database {
  readonly #options: DatabaseOptions
  #opened: Opened
  #prepared = new Map<string, StatementSync>()

  constructor(opened: Opened, options: DatabaseOptions) {
    this.#opened = opened
    this.#options = options
  }

  /** Another one after the file was replaced. */
  get connection(): DatabaseSync {
    return this.#opened.connection
  }

  /** In one transaction that no other process can come between, in the file that has the name when it is done. */
  write<T>(work: () => Work<T>): Promise<T> {
    return this.#again(() => {
      if (!this.#begin()) return null
      const result = this.#run(work())
      this.connection.exec('COMMIT')
      return this.#isReplaced() ? null : { result }
    })
  }

  async begin(): Promise<void> {
    await this.#again(() => (this.#begin() ? { result: null } : null))
  }

  /** One step of a transaction that was begun. */
  step<T>(work: Work<T>): T {
    return this.#telling(() => this.#run(work))
  }

  /** What came in steps cannot be done again here. */
  commit(): void {
    this.#telling(() => {
      this.connection.exec('COMMIT')
      if (!this.#isReplaced()) return
      throw new StoreFailure('store-locked', `${this.#options.file} was replaced meanwhile`)
    })
  }

  rollback(): void {
    if (this.connection.isTransaction) this.connection.exec('ROLLBACK')
  }

  /** SQLite touches nothing beside a file that has lost its name: what is there belongs to the new one. */
  close(): void {
    if (this.connection.isOpen) this.connection.close()
  }

  /** Until the act does not come to nothing. Waits only between two transactions. */
  async #again<T>(act: () => { readonly result: T } | null): Promise<T> {
    for (let tries = 1; ; tries++) {
      if (tries === mostTries) this.#opened = { ...this.#opened, inode: null }
      const done = this.#telling(act)
      if (done !== null) return done.result
      const opened = await open(this.#options)
      this.close()
      this.#opened = opened
      this.#prepared = new Map()
    }
  }

  /** False when it would lead nowhere. A repair keeps others out until it is done: whoever gets in can see its work. */
  #begin(): boolean {
    this.connection.exec('BEGIN IMMEDIATE')
    if (!this.#isReplaced()) return true
    this.rollback()
    return false
  }

  #isReplaced(): boolean {
    const { inode } = this.#opened
    return inode !== null && inodeOf(this.#options.file) !== inode
  }

  #run<T>(work: Work<T>): T {
    let state = work.next()
    while (!state.done) state = work.next(this.#ask(state.value))
    return state.value
  }

  #ask({ sql, values }: Ask) {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.connection.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement.all(...values)
  }

  #telling<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      this.rollback()
      throw sqliteFailure(error, this.#options.file)
    }
  }
}
