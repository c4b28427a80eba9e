import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { analyseDocument, type SearchColumns } from '../../core/relevance/index.ts'
import { readIndexFact } from './open-index.ts'

/** A document as it is put on the shelf. */
export interface IndexedDocument {
  readonly path: string
  readonly stamp: string | null
  readonly digest: string
  readonly modifiedAt: string
  /** Cleaned; null for what could not be read. */
  readonly text: string | null
}

/** What is known of a document without its text. */
export interface DocumentRow {
  readonly id: number
  readonly stamp: string | null
  readonly digest: string
  readonly held: boolean
}

type Value = string | number | null

/** The documents of one index. Other programs may change them at any time; a generation number tells. */
export class DocumentTable {
  readonly #connection: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  #spines = new Map<string, DocumentRow>()
  #generation = -1
  /** By how much the frequencies of terms change at the end of a transaction. */
  readonly #moved = new Map<string, number>()

  constructor(connection: DatabaseSync) {
    this.#connection = connection
  }

  all(sql: string, ...values: Value[]): Record<string, unknown>[] {
    return this.#statement(sql).all(...values)
  }

  get(sql: string, ...values: Value[]): Record<string, unknown> | undefined {
    return this.#statement(sql).get(...values)
  }

  #run(sql: string, ...values: Value[]): void {
    this.#statement(sql).run(...values)
  }

  #statement(sql: string): StatementSync {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#connection.prepare(sql)
    this.#prepared.set(sql, statement)
    return statement
  }

  /** Everything on the shelf, as it is now. */
  spines(): ReadonlyMap<string, DocumentRow> {
    return this.#within('BEGIN', () => {
      if (!this.isUnchanged()) this.#load()
      return this.#spines
    })
  }

  isUnchanged(): boolean {
    return Number(readIndexFact(this.#connection, 'generation')) === this.#generation
  }

  #load(): void {
    this.#spines = new Map()
    for (const row of this.all('SELECT id, path, stamp, digest, held FROM documents')) {
      const { id, path, stamp, digest, held } = row as {
        id: number
        path: string
        stamp: string | null
        digest: string
        held: number
      }
      this.#spines.set(path, { id, stamp, digest, held: held === 1 })
    }
    this.#generation = Number(readIndexFact(this.#connection, 'generation'))
  }

  /** As they were when the shelf was last looked over. */
  heldSpines(): ReadonlyMap<string, DocumentRow> {
    return this.#spines
  }

  document(path: string): { text: string; modifiedAt: string } | null {
    const sql = 'SELECT text, modified_at FROM documents JOIN texts USING (id) WHERE path = ?'
    const row = this.get(sql, path)
    return row === undefined ? null : { text: String(row.text), modifiedAt: String(row.modified_at) }
  }

  /** In one transaction. What is on the shelf under the same path goes. */
  put(volumes: readonly IndexedDocument[], gone: readonly string[]): void {
    this.#change(() => {
      for (const path of gone) this.#remove(path)
      for (const volume of volumes) {
        if (!this.#restamp(volume)) this.#insert(volume)
      }
      this.#settle()
    })
  }

  /** Touched, and the same as before: true when there is nothing more to do. */
  #restamp({ path, stamp, digest, modifiedAt, text }: IndexedDocument): boolean {
    const before = this.#spines.get(path)
    if (before === undefined || before.digest !== digest || before.held !== (text !== null)) return false
    this.#run('UPDATE documents SET stamp = ?, modified_at = ? WHERE id = ?', stamp, modifiedAt, before.id)
    this.#spines.set(path, { ...before, stamp })
    return true
  }

  #insert({ path, stamp, digest, modifiedAt, text }: IndexedDocument): void {
    this.#remove(path)
    const held = text === null ? 0 : 1
    const sql = 'INSERT INTO documents (path, stamp, digest, modified_at, held) VALUES (?, ?, ?, ?, ?)'
    const id = Number(this.#statement(sql).run(path, stamp, digest, modifiedAt, held).lastInsertRowid)
    this.#spines.set(path, { id, stamp, digest, held: held === 1 })
    if (text === null) return
    this.#run('INSERT INTO texts VALUES (?, ?)', id, text)
    const { columns, keys, references } = analyseDocument(path, text)
    const { title, headings, body } = columns
    this.#move(columns, 1)
    this.#run(
      'INSERT INTO terms (rowid, title, headings, body) VALUES (?, ?, ?, ?)',
      id,
      title,
      headings,
      body,
    )
    for (const key of keys) this.#run('INSERT INTO keys VALUES (?, ?)', key, id)
    for (const { key, under } of references) this.#run('INSERT INTO refs VALUES (?, ?, ?)', key, id, under)
  }

  #move({ title, headings, body }: SearchColumns, by: 1 | -1): void {
    for (const term of new Set(`${title} ${headings} ${body}`.split(' '))) {
      if (term !== '') this.#moved.set(term, (this.#moved.get(term) ?? 0) + by)
    }
  }

  #settle(): void {
    const sql = `INSERT INTO frequencies VALUES (?, ?) ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`
    for (const [term, by] of this.#moved) if (by !== 0) this.#run(sql, term, by)
    this.#moved.clear()
    this.#run('DELETE FROM frequencies WHERE documents = 0')
  }

  #remove(path: string): void {
    const before = this.#spines.get(path)
    if (before === undefined) return
    const { id } = before
    const text = this.get('SELECT text FROM texts WHERE id = ?', id)?.text
    if (typeof text === 'string') {
      const { columns } = analyseDocument(path, text)
      const { title, headings, body } = columns
      this.#move(columns, -1)
      const sql = `INSERT INTO terms (terms, rowid, title, headings, body) VALUES ('delete', ?, ?, ?, ?)`
      this.#run(sql, id, title, headings, body)
    }
    for (const [table, column] of Object.entries({
      texts: 'id',
      keys: 'document',
      refs: 'document',
      documents: 'id',
    })) {
      this.#run(`DELETE FROM ${table} WHERE ${column} = ?`, id)
    }
    this.#spines.delete(path)
  }

  /** The files of the latest commits, in place of what was known of them. */
  putChanges(head: string, commits: readonly (readonly string[])[]): void {
    this.#change(() => {
      this.#run('DELETE FROM changes')
      for (const [turn, paths] of commits.entries()) {
        for (const path of new Set(paths)) this.#run('INSERT INTO changes VALUES (?, ?)', path, turn)
      }
      this.#run(`INSERT OR REPLACE INTO facts VALUES ('head', ?)`, head)
    })
  }

  head(): string | null {
    return readIndexFact(this.#connection, 'head')
  }

  /** Looks from one moment: what others do meanwhile is not seen. */
  look<T>(act: () => T): T {
    return this.#within('BEGIN', act)
  }

  #change(act: () => void): void {
    try {
      this.#within('BEGIN IMMEDIATE', () => {
        if (!this.isUnchanged()) this.#load()
        act()
        this.#run(`UPDATE facts SET value = value + 1 WHERE name = 'generation'`)
      })
      this.#generation++
    } catch (error) {
      // What is in memory may be ahead of what is on disk.
      this.#generation = -1
      this.#moved.clear()
      throw error
    }
  }

  #within<T>(begin: string, act: () => T): T {
    this.#connection.exec(begin)
    try {
      const result = act()
      this.#connection.exec('COMMIT')
      return result
    } finally {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK')
    }
  }

  /** After much was written: what follows reads less. */
  tidy(): void {
    this.#connection.exec(`INSERT INTO terms (terms) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`)
  }

  close(): void {
    this.#connection.close()
  }
}
