import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StoreFailure } from '../../core/values/index.ts'
import { type Database, hold, openDatabase } from './database.ts'
import { sqliteFailure } from './failures.ts'
import type { InsertOptions } from './insert.ts'
import { type Rescued, rescue } from './rescue.ts'
import { openSalvage } from './salvage.ts'
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
  keepOthersOut(options)
  let setAside = false
  try {
    for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, aside + end)
    const rescued = await rescueInto(fresh, aside, options)
    const whole = rescued.lost.length === 0 && rescued.lostBlobs === 0
    if (whole && (await isSound(options))) return { ...rescued, setAside: null }
    setAside = true
    swap(file, fresh)
    return { ...rescued, setAside: aside }
  } catch (error) {
    throw sqliteFailure(error, file)
  } finally {
    const waste = setAside ? [`${aside}-shm`] : ends.map((end) => aside + end)
    for (const path of [...waste, ...ends.map((end) => fresh + end)]) rmSync(path, { force: true })
  }
}

const ends = ['', '-wal', '-shm']

async function rescueInto(fresh: string, from: string, options: RepairOptions): Promise<Rescued> {
  let database: Database | undefined
  const salvage = openSalvage(from, options.timeoutMs)
  try {
    // On disk for good before the other one leaves its place.
    const opened = await openDatabase({ ...options, file: fresh, durability: 'full' })
    database = opened
    return opened.write(() => rescue({ ...options, server: false }, salvage, options.random))
  } finally {
    salvage.close()
    database?.close()
  }
}

/** As far as a damaged file lets us: nobody appends to what is about to be replaced. */
function keepOthersOut({ file, timeoutMs }: RepairOptions): void {
  let connection: DatabaseSync | undefined
  try {
    connection = new DatabaseSync(file, { timeout: timeoutMs, defensive: true })
    connection.exec('PRAGMA trusted_schema = OFF; BEGIN IMMEDIATE')
    hold(connection)
  } catch (error) {
    hold(connection)
    const told = sqliteFailure(error, file)
    // Busy is not damaged.
    if (told instanceof StoreFailure && told.code === 'store-locked') throw told
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
