import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { analyseDocument, type SearchColumns } from '../../core/relevance/index.ts'
import { readIndexFact } from './open-index.ts'

/** A document to put into the index. */
export interface IndexedDocument {
  readonly path: string
  readonly stamp: string | null
  readonly digest: string
  readonly modifiedAt: string
  /** Redacted; null if the document could not be read. */
  readonly text: string | null
}

/** The indexed facts about a document, without its text. */
export interface DocumentRow {
  readonly id: number
  readonly stamp: string | null
  readonly digest: string
  readonly held: boolean
}

type Value = string | number | null

/** The documents of one index. Other programs may change them at any time; a generation number shows whether they did. */
export class DocumentTable {
  readonly #connection: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #rows = new Map<string, DocumentRow>()
  #generation = -1
  /** Changes of term frequencies, written at the end of a transaction. */
  readonly #frequencyChanges = new Map<string, number>()

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
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** Reads all rows if another program changed them. */
  rows(): ReadonlyMap<string, DocumentRow> {
    return this.#within('BEGIN', () => {
      if (!this.isUnchanged()) this.#load()
      return this.#rows
    })
  }

  isUnchanged(): boolean {
    return Number(readIndexFact(this.#connection, 'generation')) === this.#generation
  }

  #load(): void {
    this.#rows = new Map()
    for (const row of this.all('SELECT id, path, stamp, digest, held FROM documents')) {
      const { id, path, stamp, digest, held } = row as {
        id: number
        path: string
        stamp: string | null
        digest: string
        held: number
      }
      this.#rows.set(path, { id, stamp, digest, held: held === 1 })
    }
    this.#generation = Number(readIndexFact(this.#connection, 'generation'))
  }

  /** Returns the rows as of the last `rows()`. */
  cachedRows(): ReadonlyMap<string, DocumentRow> {
    return this.#rows
  }

  document(path: string): { text: string; modifiedAt: string } | null {
    const sql = 'SELECT text, modified_at FROM documents JOIN texts USING (id) WHERE path = ?'
    const row = this.get(sql, path)
    return row === undefined ? null : { text: String(row.text), modifiedAt: String(row.modified_at) }
  }

  /** Writes in one transaction. Replaces documents with the same path. */
  put(documents: readonly IndexedDocument[], gone: readonly string[]): void {
    this.#change(() => {
      for (const path of gone) this.#remove(path)
      for (const document of documents) {
        if (!this.#updateStamp(document)) this.#insert(document)
      }
      this.#writeFrequencies()
    })
  }

  /** Updates the stamp of a document whose content is unchanged. False if the content changed. */
  #updateStamp({ path, stamp, digest, modifiedAt, text }: IndexedDocument): boolean {
    const before = this.#rows.get(path)
    if (before === undefined || before.digest !== digest || before.held !== (text !== null)) return false
    this.#run('UPDATE documents SET stamp = ?, modified_at = ? WHERE id = ?', stamp, modifiedAt, before.id)
    this.#rows.set(path, { ...before, stamp })
    return true
  }

  #insert({ path, stamp, digest, modifiedAt, text }: IndexedDocument): void {
    this.#remove(path)
    const held = text === null ? 0 : 1
    const sql = 'INSERT INTO documents (path, stamp, digest, modified_at, held) VALUES (?, ?, ?, ?, ?)'
    const id = Number(this.#statement(sql).run(path, stamp, digest, modifiedAt, held).lastInsertRowid)
    this.#rows.set(path, { id, stamp, digest, held: held === 1 })
    if (text === null) return
    this.#run('INSERT INTO texts VALUES (?, ?)', id, text)
    const { columns, keys, references } = analyseDocument(path, text)
    const { title, headings, body } = columns
    this.#countTerms(columns, 1)
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

  #countTerms({ title, headings, body }: SearchColumns, by: 1 | -1): void {
    for (const term of new Set(`${title} ${headings} ${body}`.split(' '))) {
      if (term !== '') this.#frequencyChanges.set(term, (this.#frequencyChanges.get(term) ?? 0) + by)
    }
  }

  #writeFrequencies(): void {
    const sql = `INSERT INTO frequencies VALUES (?, ?) ON CONFLICT DO UPDATE SET documents = documents + excluded.documents`
    for (const [term, by] of this.#frequencyChanges) if (by !== 0) this.#run(sql, term, by)
    this.#frequencyChanges.clear()
    this.#run('DELETE FROM frequencies WHERE documents = 0')
  }

  #remove(path: string): void {
    const before = this.#rows.get(path)
    if (before === undefined) return
    const { id } = before
    const text = this.get('SELECT text FROM texts WHERE id = ?', id)?.text
    if (typeof text === 'string') {
      const { columns } = analyseDocument(path, text)
      const { title, headings, body } = columns
      this.#countTerms(columns, -1)
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
    this.#rows.delete(path)
  }

  /** Replaces the known changes by the files of the latest commits. */
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

  /** Reads from one moment: changes by other programs are not visible. */
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
      // The rows in memory may be ahead of those on disk.
      this.#generation = -1
      this.#frequencyChanges.clear()
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

  /** Makes later reads faster after many writes. */
  tidy(): void {
    this.#connection.exec(`INSERT INTO terms (terms) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)`)
  }

  close(): void {
    this.#connection.close()
  }
}
