import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreFailure } from '../../../core/values/index.ts'
import { keepConnectionOpen, readHeader } from './connection.ts'
import { openDatabase } from './database.ts'
import type { InsertOptions } from './insert.ts'
import { checkIntegrity } from './integrity.ts'
import { createNewerStoreFailure } from './migrations.ts'
import { type RescueResult, rescueLedgers } from './rescue.ts'
import { openSalvage } from './salvage.ts'
import { schemaVersion, storeApplicationId } from './schema-version.ts'
import { translateSqliteError } from './sqlite-error.ts'

export interface RepairOptions extends InsertOptions {
  /** Characters that cannot be guessed. */
  readonly random: () => string
}

export interface RepairResult extends RescueResult {
  /** Path of the damaged database; null if the store had no fault. */
  readonly setAside: string | null
}

/** Copies everything that can be read into a new file. The damaged file is set aside unchanged and never deleted. */
export async function repairSqlite(options: RepairOptions): Promise<RepairResult> {
  const { file } = options
  const stamp = options.clock().toISOString().replaceAll(/[-:.]/g, '')
  const newFile = `${file}.new-${stamp}-${options.random()}`
  const aside = findFreeName(`${file}.damaged-${stamp}`)
  refuseNewer(file)
  const lock = lockStore(options)
  let sound = false
  let setAside = false
  try {
    for (const suffix of ['', '-wal'])
      if (existsSync(file + suffix)) copyLocked(file + suffix, aside + suffix)
    const rescued = await rescueInto(newFile, aside, options)
    const isComplete = rescued.lost.length === 0 && rescued.lostBlobs === 0
    sound = isComplete && (await checkIntegrity(options))
    if (sound) return { ...rescued, setAside: null }
    setAside = true
    replaceFile(file, newFile)
    return { ...rescued, setAside: aside }
  } catch (error) {
    throw translateSqliteError(error, file)
  } finally {
    unlockStore(lock, sound)
    const leftovers = setAside ? [`${aside}-shm`] : suffixes.map((suffix) => aside + suffix)
    const copies = suffixes.flatMap((suffix) => [newFile + suffix, `${newFile}-header${suffix}`])
    for (const path of [...leftovers, ...copies]) rmSync(path, { force: true })
  }
}

/** A store of a newer version looks damaged to this one, but is not. */
function refuseNewer(file: string): void {
  let connection: DatabaseSync | undefined
  let version = 0
  try {
    connection = new DatabaseSync(file, { readOnly: true })
    if (readHeader(connection, 'application_id') === storeApplicationId)
      version = readHeader(connection, 'user_version')
  } catch {
    // The file is damaged, as the user suspects.
  }
  // Closing a read-only connection does not move the WAL.
  connection?.close()
  if (version > schemaVersion) throw createNewerStoreFailure(version)
}

const suffixes = ['', '-wal', '-shm']

async function rescueInto(newFile: string, from: string, options: RepairOptions): Promise<RescueResult> {
  // The new file must be on disk before it replaces the damaged one.
  const database = await openDatabase({ ...options, file: newFile, durability: 'full' })
  let salvage = openSalvage(from, options.timeoutMs)
  try {
    if (salvage.projects().length === 0) {
      salvage.close()
      database.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      salvage = openSalvage(copyWithHeader(from, newFile), options.timeoutMs)
    }
    return await database.write(() => rescueLedgers({ ...options, server: false }, salvage, options.random))
  } finally {
    salvage.close()
    database.close()
  }
}

const headerBytes = 100

/** Copies a file and gives it the header of the new one: with a damaged header, SQLite cannot read any page. */
function copyWithHeader(from: string, newFile: string): string {
  const copy = `${newFile}-header`
  for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, copy + suffix)
  const header = readFileSync(newFile).subarray(0, headerBytes)
  // The number of pages.
  header.writeUInt32BE(Math.floor(statSync(copy).size / header.readUInt16BE(16)), 28)
  const file = openSync(copy, 'r+')
  writeSync(file, header, 0, headerBytes, 0)
  closeSync(file)
  return copy
}

/** Keeps other processes from appending to the file that is about to be replaced, as far as the damage allows a lock. */
function lockStore({ file, timeoutMs }: RepairOptions): DatabaseSync | undefined {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: timeoutMs, defensive: true })
    connection.exec('PRAGMA trusted_schema = OFF; BEGIN IMMEDIATE')
    return connection
  } catch (error) {
    keepConnectionOpen(connection)
    const failure = translateSqliteError(error, file)
    // A locked file is not damaged.
    if (failure instanceof StoreFailure && failure.code === 'store-locked') throw failure
    return undefined
  }
}

/** Processes that waited for the lock notice the new file. The connection to a damaged file is not closed. */
function unlockStore(lock: DatabaseSync | undefined, sound: boolean): void {
  if (!sound) keepConnectionOpen(lock)
  try {
    lock?.exec('ROLLBACK')
    if (sound) lock?.close()
  } catch {
    // The file is damaged, so other processes cannot write to it either.
  }
}

/**
 * Copies a file and does not close it. When a process closes a file, the system drops all locks of that process on the file, so closing it
 * would release the lock of SQLite.
 */
function copyLocked(from: string, to: string): void {
  const source = openSync(from, 'r')
  const target = openSync(to, 'wx', 0o600)
  try {
    const buffer = Buffer.allocUnsafe(1024 * 1024)
    for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer)) {
      for (let done = 0; done < read; ) done += writeSync(target, buffer, done, read - done)
    }
  } finally {
    closeSync(target)
  }
}

/** Deletes the WAL of the old file first: SQLite must not apply it to the new one. */
function replaceFile(file: string, newFile: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(newFile, file)
}

function findFreeName(name: string): string {
  const taken = (candidate: string) => statSync(candidate, { throwIfNoEntry: false }) !== undefined
  if (!taken(name)) return name
  let count = 2
  while (taken(`${name}-${count}`)) count++
  return `${name}-${count}`
}
