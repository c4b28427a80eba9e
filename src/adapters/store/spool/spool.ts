import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Parcel } from '../../../core/receipt/index.ts'
import { computeFingerprint } from '../../../core/values/index.ts'
import type { Spool } from '../../../ports/index.ts'
import { getErrorCode } from '../../disk/index.ts'
import { listParcels, unreadableDirectory } from './list-parcels.ts'
import { formatParcel } from './parcel.ts'
import { publishParcel } from './publish-parcel.ts'

export function openSpool(directory: string): Spool {
  return {
    directory,
    put: (parcel) => publishParcel(directory, makeFileName(parcel), formatParcel(parcel)),
    list: (maxCount) => listParcels(directory, maxCount),
  }
}

let lastTime = 0

/** Keeps the order of one process, even within a millisecond. */
function makeFileName({ draft }: Parcel): string {
  lastTime = Math.max(Date.now(), lastTime + 1)
  const uid = /^[A-Za-z0-9-]{1,100}$/.test(draft.uid) ? draft.uid : computeFingerprint(draft.uid)
  return `${String(lastTime).padStart(15, '0')}-${uid}.json`
}

/** Counts the parcels without reading them. Never throws. */
export function countWaiting(directory: string): number {
  return listNames(directory).filter((name) => name.endsWith('.json') && !name.startsWith('.')).length
}

/** Lists the files that were set aside and still exist. Never throws. */
export function listSetAsideParcels(directory: string): readonly string[] {
  return listNames(join(directory, unreadableDirectory)).sort()
}

function listNames(directory: string): string[] {
  try {
    return lstatSync(directory).isDirectory() ? readdirSync(directory) : []
  } catch (error) {
    if (getErrorCode(error) === undefined) throw error
    return []
  }
}
