import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { computeFingerprint } from '../../core/values/index.ts'
import { getErrorCode, makeDirectories, makeTemporaryName, refuseLinkedDirectory } from '../disk/index.ts'
import { indexApplicationId, indexSchema, indexVersion } from './schema.ts'

/** Whose index it is. */
export interface IndexOwner {
  /** Real path. */
  readonly root: string
  readonly rules: string
}

const inMemory = ':memory:'
const busyMs = 5_000
/** What SQLite says of a file that is damaged, or no database. */
const damage = new Set([11, 26])

/** The index is not what it should be: it is thrown away, and made anew. */
class UselessIndex extends Error {}

/** Documents that are linked to work, or that are looked through for words: other ones, so each has its index. */
export type IndexUse = 'linked' | 'searched'

/** A directory of its own for each project and use, so that it goes with everything that SQLite puts beside it. */
export function getIndexDirectory(cache: string, root: string, use: IndexUse = 'linked'): string {
  return join(cache, `${computeFingerprint(root)}${use === 'linked' ? '' : `-${use}`}`)
}

/** Null for an index that nobody keeps. Throws `UselessIndex`, or what the system says. */
export function openIndex(directory: string | null, owner: IndexOwner): DatabaseSync {
  const file = directory === null ? inMemory : prepareFile(directory)
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const connection = new DatabaseSync(file, { timeout: busyMs, defensive: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = NORMAL')
    if (file !== inMemory) connection.exec('PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 4000000')
    makeOrCheck(connection, owner)
    return connection
  } catch (error) {
    connection.close()
    throw isIndexDamage(error) ? new UselessIndex('damaged') : error
  }
}

/** Only for its owner from the first byte on: SQLite gives the files beside it the same mode. */
function prepareFile(directory: string): string {
  makeDirectories(directory)
  refuseLinkedDirectory(directory)
  chmodSync(directory, 0o700)
  const file = join(directory, 'index.db')
  try {
    closeSync(openSync(file, 'ax', 0o600))
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
    chmodSync(file, 0o600)
  }
  return file
}

function makeOrCheck(connection: DatabaseSync, { root, rules }: IndexOwner): void {
  // Nobody else can come between looking and making.
  connection.exec('BEGIN IMMEDIATE')
  const tables = connection.prepare('SELECT count(*) AS many FROM sqlite_schema').get()?.many
  if (tables === 0) {
    connection.exec(indexSchema)
    const insert = connection.prepare('INSERT INTO facts VALUES (?, ?)')
    insert.run('root', root)
    insert.run('rules', rules)
  } else check(connection, { root, rules })
  connection.exec('COMMIT')
}

function check(connection: DatabaseSync, { root, rules }: IndexOwner): void {
  const header = (name: string) => connection.prepare(`PRAGMA ${name}`).get()?.[name]
  const isOurs = header('application_id') === indexApplicationId && header('user_version') === indexVersion
  if (!isOurs || readIndexFact(connection, 'root') !== root || readIndexFact(connection, 'rules') !== rules) {
    throw new UselessIndex('of another program, version, project or way of cleaning')
  }
}

export function readIndexFact(connection: DatabaseSync, name: string): string | null {
  const value = connection.prepare('SELECT value FROM facts WHERE name = ?').get(name)?.value
  return typeof value === 'string' ? value : null
}

/** At once and as a whole: those who have it open go on with what they have. */
export function deleteIndex(directory: string): void {
  const aside = join(dirname(directory), makeTemporaryName('index'))
  try {
    renameSync(directory, aside)
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}

export function isIndexDamage(error: unknown): boolean {
  if (error instanceof UselessIndex) return true
  const code = sqliteCode(error)
  return code !== null && damage.has(code & 0xff)
}

/** Anything that a disk or a database may say; what else is thrown is a mistake of ours. */
export function isIndexFailure(error: unknown): boolean {
  return isIndexDamage(error) || sqliteCode(error) !== null || getErrorCode(error) !== undefined
}

function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : null
}
