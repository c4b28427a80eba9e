import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { StoreFailure } from '../../../core/values/index.ts'
import type { DatabaseOptions } from './connection.ts'
import { type OpenedConnection, openConnection, readInode } from './open-connection.ts'
import type { Row, Statement, Transaction } from './query.ts'
import { translateSqliteError } from './sqlite-error.ts'

/** Some file systems report a new inode each time. After this many attempts the file counts as the same. */
const maxAttempts = 3
/** Lists of different lengths make many statements: a server must not keep all of them. */
const maxPreparedStatements = 200

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return new Database(await openConnection(options), options)
}

/** A SQLite file of foreword with the current schema. A repair may replace the file while it is open, so every write checks for that. */
export class Database {
  readonly #options: DatabaseOptions
  #opened: OpenedConnection
  #prepared = new Map<string, StatementSync>()

  constructor(opened: OpenedConnection, options: DatabaseOptions) {
    this.#opened = opened
    this.#options = options
  }

  /** Changes when the file was replaced. */
  get connection(): DatabaseSync {
    return this.#opened.connection
  }

  /** Runs a transaction that excludes all other writers. If the file is replaced meanwhile, it runs again in the new file. */
  write<T>(createTransaction: () => Transaction<T>): Promise<T> {
    return this.#retry(() => {
      if (!this.#begin()) return null
      const result = this.#run(createTransaction())
      this.connection.exec('COMMIT')
      return this.#isReplaced() ? null : { result }
    })
  }

  async begin(): Promise<void> {
    await this.#retry(() => (this.#begin() ? { result: null } : null))
  }

  /** Runs statements: as part of the transaction that was begun, or else each by itself. */
  run<T>(transaction: Transaction<T>): T {
    return this.#translatingErrors(() => this.#run(transaction))
  }

  /** The statements of this transaction came one by one, so it cannot run again: fails if the file was replaced. */
  commit(): void {
    this.#translatingErrors(() => {
      this.connection.exec('COMMIT')
      if (!this.#isReplaced()) return
      throw new StoreFailure('store-locked', `${this.#options.file} was replaced meanwhile`)
    })
  }

  rollback(): void {
    if (this.connection.isTransaction) this.connection.exec('ROLLBACK')
  }

  /** Safe after the file was replaced: SQLite then leaves the WAL of the new file alone. */
  close(): void {
    if (this.connection.isOpen) this.connection.close()
  }

  /** Repeats the act until its result is not null, with a new connection each time. Waits only between two transactions. */
  async #retry<T>(act: () => { readonly result: T } | null): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      if (attempt === maxAttempts) this.#opened = { ...this.#opened, inode: null }
      const done = this.#translatingErrors(act)
      if (done !== null) return done.result
      const opened = await openConnection(this.#options)
      this.close()
      this.#opened = opened
      this.#prepared = new Map()
    }
  }

  /** Returns false if the file was replaced. A repair holds the lock until it is done, so this sees its result. */
  #begin(): boolean {
    this.connection.exec('BEGIN IMMEDIATE')
    if (!this.#isReplaced()) return true
    this.rollback()
    return false
  }

  #isReplaced(): boolean {
    const { inode } = this.#opened
    return inode !== null && readInode(this.#options.file) !== inode
  }

  #run<T>(transaction: Transaction<T>): T {
    let state = transaction.next()
    while (!state.done) state = transaction.next(this.#execute(state.value))
    return state.value
  }

  #execute({ sql, values }: Statement): readonly Row[] {
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      if (this.#prepared.size >= maxPreparedStatements) this.#prepared.clear()
      statement = this.connection.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement.all(...values)
  }

  #translatingErrors<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      this.rollback()
      throw translateSqliteError(error, this.#options.file)
    }
  }
}
