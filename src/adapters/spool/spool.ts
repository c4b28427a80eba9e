import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Parcel } from '../../core/ledger/index.ts'
import { fingerprint } from '../../core/values/index.ts'
import type { Spool } from '../../ports/index.ts'
import { codeOf } from '../disk/index.ts'
import { listParcels, unreadableName } from './list.ts'
import { parcelText } from './parcel.ts'
import { publish } from './publish.ts'

export function openSpool(directory: string): Spool {
  return {
    directory,
    put: (parcel) => publish(directory, fileName(parcel), parcelText(parcel)),
    list: (most) => listParcels(directory, most),
  }
}

let lastTime = 0

/** What one process puts keeps its order, also within a millisecond. */
function fileName({ draft }: Parcel): string {
  lastTime = Math.max(Date.now(), lastTime + 1)
  const uid = /^[A-Za-z0-9-]{1,100}$/.test(draft.uid) ? draft.uid : fingerprint(draft.uid)
  return `${String(lastTime).padStart(15, '0')}-${uid}.json`
}

/** How many parcels there are, without a look into them. Never throws. */
export function waiting(directory: string): number {
  return names(directory).filter((name) => name.endsWith('.json') && !name.startsWith('.')).length
}

/** What was set aside here and is still there. Never throws. */
export function setAsideIn(directory: string): readonly string[] {
  return names(join(directory, unreadableName)).sort()
}

function names(directory: string): string[] {
  try {
    return lstatSync(directory).isDirectory() ? readdirSync(directory) : []
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return []
  }
}
