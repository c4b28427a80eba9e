import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { computeFingerprint } from '../../core/values/index.ts'
import { getErrorCode, makeDirectories, makeTemporaryName, refuseLinkedDirectory } from '../disk/index.ts'
import { indexApplicationId, indexSchema, indexVersion } from './schema.ts'

/** The project and the redaction rules that an index belongs to. */
export interface IndexOwner {
  /** The real path. */
  readonly root: string
  readonly rules: string
}

const inMemory = ':memory:'
const busyMs = 5_000
/** Codes of SQLite for a damaged file and for a file that is not a database. */
const damageCodes = new Set([11, 26])

/** The index cannot be used. It is deleted and built again. */
class UselessIndex extends Error {}

/** Documents linked to the work, or documents searched for words. They differ, so each use has its own index. */
export type IndexUse = 'linked' | 'searched'

/** Returns a separate directory for each project and use, so that deleting it deletes all files of SQLite. */
export function getIndexDirectory(cache: string, root: string, use: IndexUse = 'linked'): string {
  return join(cache, `${computeFingerprint(root)}${use === 'linked' ? '' : `-${use}`}`)
}

/** Null opens a temporary index. Throws `UselessIndex` or a system error. */
export function openIndex(directory: string | null, owner: IndexOwner): DatabaseSync {
  const file = directory === null ? inMemory : prepareFile(directory)
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const connection = new DatabaseSync(file, { timeout: busyMs, defensive: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA synchronous = NORMAL')
    if (file !== inMemory) connection.exec('PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 4000000')
    createOrCheck(connection, owner)
    return connection
  } catch (error) {
    connection.close()
    throw isIndexDamage(error) ? new UselessIndex('damaged') : error
  }
}

/** Creates the file readable by its owner only; SQLite gives its other files the same mode. */
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

function createOrCheck(connection: DatabaseSync, { root, rules }: IndexOwner): void {
  // The lock keeps other processes from creating the tables at the same time.
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
    throw new UselessIndex('of another program, version, project or set of redaction rules')
  }
}

export function readIndexFact(connection: DatabaseSync, name: string): string | null {
  const value = connection.prepare('SELECT value FROM facts WHERE name = ?').get(name)?.value
  return typeof value === 'string' ? value : null
}

/** Deletes the index at once and as a whole. Processes that have it open keep their files. */
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
  const code = getSqliteCode(error)
  return code !== null && damageCodes.has(code & 0xff)
}

/** Whether the error came from the disk or the database. Any other error is a bug. */
export function isIndexFailure(error: unknown): boolean {
  return isIndexDamage(error) || getSqliteCode(error) !== null || getErrorCode(error) !== undefined
}

function getSqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : null
}
