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
    put: (parcel) => publishParcel(directory, fileName(parcel), formatParcel(parcel)),
    list: (most) => listParcels(directory, most),
  }
}

let lastTime = 0

/** What one process puts keeps its order, also within a millisecond. */
function fileName({ draft }: Parcel): string {
  lastTime = Math.max(Date.now(), lastTime + 1)
  const uid = /^[A-Za-z0-9-]{1,100}$/.test(draft.uid) ? draft.uid : computeFingerprint(draft.uid)
  return `${String(lastTime).padStart(15, '0')}-${uid}.json`
}

/** How many parcels there are, without a look into them. Never throws. */
export function countWaiting(directory: string): number {
  return names(directory).filter((name) => name.endsWith('.json') && !name.startsWith('.')).length
}

/** What was set aside here and is still there. Never throws. */
export function listSetAside(directory: string): readonly string[] {
  return names(join(directory, unreadableDirectory)).sort()
}

function names(directory: string): string[] {
  try {
    return lstatSync(directory).isDirectory() ? readdirSync(directory) : []
  } catch (error) {
    if (getErrorCode(error) === undefined) throw error
    return []
  }
}
