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

/** Null if the file is missing, belongs to another user, or is not a record. Such a project is not trusted. */
export function readTrustRecord(file: string): TrustRecord | null {
  try {
    return parseRecord(readOwn(file))
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

// Parsed without zod, because a hook runs this and loading zod takes 25 ms.
function parseRecord(text: string): TrustRecord | null {
  const { trust, root, digest, since, canonical } = JSON.parse(text) as Record<string, unknown>
  const areTexts = [root, digest, since, canonical].every((value) => typeof value === 'string')
  return trust === version && areTexts ? ({ root, digest, since, canonical } as TrustRecord) : null
}
