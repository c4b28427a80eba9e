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
import { StoreFailure } from '../../core/values/index.ts'
import { openDatabase } from './database.ts'
import { sqliteFailure } from './failures.ts'
import { header } from './file.ts'
import { hold } from './held.ts'
import type { InsertOptions } from './insert.ts'
import { newer } from './migrations.ts'
import { type Rescued, rescue } from './rescue.ts'
import { openSalvage } from './salvage.ts'
import { applicationId, schemaVersion } from './schema-version.ts'
import { isSound } from './sound.ts'

export interface RepairOptions extends InsertOptions {
  /** Letters that nobody can guess. */
  readonly random: () => string
}

export interface Repaired extends Rescued {
  /** Where the damaged database is now; null when nothing was wrong with it. */
  readonly setAside: string | null
}

/** Puts what can be read into a new file. The damaged one is set aside, as it was found, and never deleted. */
export async function repairSqlite(options: RepairOptions): Promise<Repaired> {
  const { file } = options
  const stamp = options.clock().toISOString().replaceAll(/[-:.]/g, '')
  const fresh = `${file}.new-${stamp}-${options.random()}`
  const aside = freeName(`${file}.damaged-${stamp}`)
  refuseNewer(file)
  const lock = keepOthersOut(options)
  let sound = false
  let setAside = false
  try {
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyLocked(file + end, aside + end)
    const rescued = await rescueInto(fresh, aside, options)
    const whole = rescued.lost.length === 0 && rescued.lostBlobs === 0
    sound = whole && (await isSound(options))
    if (sound) return { ...rescued, setAside: null }
    setAside = true
    swap(file, fresh)
    return { ...rescued, setAside: aside }
  } catch (error) {
    throw sqliteFailure(error, file)
  } finally {
    letOthersIn(lock, sound)
    const waste = setAside ? [`${aside}-shm`] : ends.map((end) => aside + end)
    for (const path of [...waste, ...ends.flatMap((end) => [fresh + end, `${fresh}-header${end}`])])
      rmSync(path, { force: true })
  }
}

/** What a newer foreword has made looks damaged to this one, and is not. */
function refuseNewer(file: string): void {
  let connection: DatabaseSync | undefined
  let version = 0
  try {
    connection = new DatabaseSync(file, { readOnly: true })
    if (header(connection, 'application_id') === applicationId) version = header(connection, 'user_version')
  } catch {
    // Then it is as damaged as somebody thinks.
  }
  // One that only reads moves nothing when it goes.
  connection?.close()
  if (version > schemaVersion) throw newer(version)
}

const ends = ['', '-wal', '-shm']

async function rescueInto(fresh: string, from: string, options: RepairOptions): Promise<Rescued> {
  // On disk for good before the other one leaves its place.
  const database = await openDatabase({ ...options, file: fresh, durability: 'full' })
  let salvage = openSalvage(from, options.timeoutMs)
  try {
    if (salvage.projects().length === 0) {
      salvage.close()
      database.connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      salvage = openSalvage(withHeader(from, fresh), options.timeoutMs)
    }
    return await database.write(() => rescue({ ...options, server: false }, salvage, options.random))
  } finally {
    salvage.close()
    database.close()
  }
}

const headerBytes = 100

/** A copy with the header of a file that is like it: without its own, SQLite reads nothing of what is behind it. */
function withHeader(from: string, fresh: string): string {
  const copy = `${fresh}-header`
  for (const end of ['', '-wal']) if (existsSync(from + end)) copyFileSync(from + end, copy + end)
  const header = readFileSync(fresh).subarray(0, headerBytes)
  // How many pages there are.
  header.writeUInt32BE(Math.floor(statSync(copy).size / header.readUInt16BE(16)), 28)
  const file = openSync(copy, 'r+')
  writeSync(file, header, 0, headerBytes, 0)
  closeSync(file)
  return copy
}

/** As far as a damaged file lets us: nobody appends to what is about to be replaced. */
function keepOthersOut({ file, timeoutMs }: RepairOptions): DatabaseSync | undefined {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: timeoutMs, defensive: true })
    connection.exec('PRAGMA trusted_schema = OFF; BEGIN IMMEDIATE')
    return connection
  } catch (error) {
    hold(connection)
    const told = sqliteFailure(error, file)
    // Busy is not damaged.
    if (told instanceof StoreFailure && told.code === 'store-locked') throw told
    return undefined
  }
}

/** Those who waited find the new file, as everyone looks for it once they are in. Only a sound one may be closed. */
function letOthersIn(lock: DatabaseSync | undefined, sound: boolean): void {
  if (!sound) hold(lock)
  try {
    lock?.exec('ROLLBACK')
    if (sound) lock?.close()
  } catch {
    // It is damaged, and nobody else gets further with it.
  }
}

/**
 * Copies a file and never closes it. When a process closes a file, the system drops all locks that the process has on it, whoever in the
 * process took them: the usual way to copy would let the others in again.
 */
function copyLocked(from: string, to: string): void {
  const source = openSync(from, 'r')
  const target = openSync(to, 'wx', 0o600)
  try {
    const some = Buffer.allocUnsafe(1024 * 1024)
    for (let read = readSync(source, some); read > 0; read = readSync(source, some)) {
      for (let done = 0; done < read; ) done += writeSync(target, some, done, read - done)
    }
  } finally {
    closeSync(target)
  }
}

/** What is beside the old file must not meet the new one. */
function swap(file: string, fresh: string): void {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  renameSync(fresh, file)
}

function freeName(name: string): string {
  const taken = (candidate: string) => statSync(candidate, { throwIfNoEntry: false }) !== undefined
  if (!taken(name)) return name
  let count = 2
  while (taken(`${name}-${count}`)) count++
  return `${name}-${count}`
}
