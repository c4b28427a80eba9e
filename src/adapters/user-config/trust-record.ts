import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { TrustRecord } from '../../ports/index.ts'
import { findOwnershipProblem } from './trust-directory.ts'

export const maxTrustFileBytes = 16 * 1024 * 1024
const version = 1
// Windows has neither flag.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

export function formatTrustRecord(record: TrustRecord): string {
  return `${JSON.stringify({ trust: version, ...record }, null, 2)}\n`
}

/** Null for what is not there, not ours, or not a record: then nobody has said anything. */
export function readTrustRecord(file: string): TrustRecord | null {
  try {
    return parse(readOwn(file))
  } catch {
    return null
  }
}

function readOwn(file: string): string {
  const fd = openSync(file, flags)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile() || stat.size > maxTrustFileBytes || findOwnershipProblem(stat) !== null) return ''
    return readFileSync(fd, 'utf8')
  } finally {
    closeSync(fd)
  }
}

// By hand: a hook runs this, and loading zod takes 25 ms.
function parse(text: string): TrustRecord | null {
  const { trust, root, digest, since, canonical } = JSON.parse(text) as Record<string, unknown>
  const words = [root, digest, since, canonical].every((one) => typeof one === 'string')
  return trust === version && words ? ({ root, digest, since, canonical } as TrustRecord) : null
}
