import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Parcel } from '../../../core/receipt/index.ts'
import type { Spool, SpooledParcel } from '../../../ports/index.ts'
import { getErrorCode, refuseLinkedDirectory } from '../../disk/index.ts'
import { type ParcelReading, readParcel } from './parcel.ts'
import { maxParcelFileBytes } from './publish-parcel.ts'

export const unreadableDirectory = 'unreadable'
const temporaryPrefix = '.tmp-'
const oneHourMs = 3_600_000
/** Limit for one call, so that a spool that grew for weeks fits into memory. The rest waits for the next call. */
const maxBytes = 4 * maxParcelFileBytes

export function listParcels(directory: string, maxCount: number): ReturnType<Spool['list']> {
  const parcels: SpooledParcel[] = []
  const unreadable: string[] = []
  let bytes = 0
  let done = 0
  for (const name of listCandidates(directory, unreadable)) {
    if (done >= maxCount || bytes >= maxBytes) break
    const reading = readParcelFile(join(directory, name), name)
    if (reading === null) continue
    // Files that stay do not count, because otherwise they would block all others.
    const stays = 'stay' in reading && reading.stay
    bytes += stays ? 0 : reading.size
    done += stays ? 0 : 1
    if ('parcel' in reading) parcels.push(makeSpooled(directory, name, reading.parcel))
    else unreadable.push(report(directory, name, reading))
  }
  return { parcels, unreadable }
}

function makeSpooled(directory: string, name: string, parcel: Parcel): SpooledParcel {
  return {
    parcel,
    // Ignores a missing file, because two processes that drain the same spool remove the same files.
    remove: () => rmSync(join(directory, name), { force: true }),
    setAside: (fault) => report(directory, name, { fault, stay: false }),
  }
}

/** Lists files by name and removes leftovers of killed processes. Directories and hidden files are not parcels. */
function listCandidates(directory: string, unreadable: string[]): string[] {
  try {
    // Usually the directory does not exist. A check is faster than catching the error.
    if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) return []
    refuseLinkedDirectory(directory)
    const entries = readdirSync(directory, { withFileTypes: true }).filter((entry) => !entry.isDirectory())
    const names = entries.map((entry) => entry.name).sort()
    for (const name of names) if (name.startsWith(temporaryPrefix)) sweep(join(directory, name))
    return names.filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') unreadable.push(`${directory}: ${(error as Error).message}`)
    return []
  }
}

function sweep(path: string): void {
  try {
    if (Date.now() - lstatSync(path).mtimeMs > oneHourMs) rmSync(path, { force: true })
  } catch {
    // A leftover never stops a process; the next sweep tries again.
  }
}

/** Null if another process has removed the file. */
function readParcelFile(path: string, name: string): (ParcelReading & { readonly size: number }) | null {
  if (!name.endsWith('.json')) return { fault: 'it is not a parcel', stay: false, size: 0 }
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return readOpen(file)
  } catch (error) {
    const code = getErrorCode(error)
    if (code === undefined) throw error
    if (code === 'ENOENT') return null
    if (code === 'ELOOP' || code === 'ENXIO')
      return { fault: 'it is not a regular file', stay: false, size: 0 }
    return { fault: (error as Error).message, stay: true, size: 0 }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function readOpen(file: number): ParcelReading & { readonly size: number } {
  const stat = fstatSync(file)
  if (!stat.isFile()) return { fault: 'it is not a regular file', stay: false, size: 0 }
  if (stat.size > maxParcelFileBytes) return { fault: 'it is larger than any parcel', stay: false, size: 0 }
  const bytes = Buffer.alloc(stat.size)
  let length = 0
  for (let read = 1; read > 0 && length < bytes.length; length += read) {
    read = readSync(file, bytes, length, bytes.length - length, null)
  }
  return { ...readParcel(bytes.subarray(0, length)), size: length }
}

function report(directory: string, name: string, { fault, stay }: { fault: string; stay: boolean }): string {
  const problem = stay ? null : setAside(directory, name)
  const shown = name.replace(/[\0-\x1f\x7f-\x9f]/g, '?')
  return problem === null ? `${shown}: ${fault}` : `${shown}: ${fault}; it cannot be set aside (${problem})`
}

/** Moves a file aside, for a program that can read it. Returns null, or why it failed. */
function setAside(directory: string, name: string): string | null {
  const aside = join(directory, unreadableDirectory)
  try {
    if (lstatSync(aside, { throwIfNoEntry: false }) === undefined) mkdirSync(aside, { mode: 0o700 })
    refuseLinkedDirectory(aside)
    renameSync(join(directory, name), freePath(aside, name))
    return null
  } catch (error) {
    const code = getErrorCode(error)
    if (code === undefined) throw error
    return code === 'ENOENT' ? null : code
  }
}

/** rename(2) silently replaces a file, so find a free name. */
function freePath(directory: string, name: string): string {
  for (let i = 1; ; i++) {
    const path = join(directory, i === 1 ? name : `${name}-${i}`)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path
  }
}
