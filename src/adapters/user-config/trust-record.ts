import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import type { ManifestReach } from '../../core/manifest/index.ts'
import type { TrustRecord } from '../../ports/index.ts'
import { findOwnershipProblem } from './trust-directory.ts'

export const maxTrustFileBytes = 16 * 1024 * 1024
/** Version 1 has neither a repository nor a reach: it approves one content. */
const version = 2
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
  const { trust, root, digest, since, canonical, repository, reach } = JSON.parse(text) as Record<
    string,
    unknown
  >
  if (![root, digest, since, canonical].every(isText)) return null
  const approval = { root, digest, since, canonical } as Pick<
    TrustRecord,
    'root' | 'digest' | 'since' | 'canonical'
  >
  if (trust === 1) return { ...approval, repository: null, reach: null }
  const isBound = isText(repository) && (reach === null || isReach(reach))
  return trust === version && isBound ? { ...approval, repository, reach } : null
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isReach(value: unknown): value is ManifestReach {
  const { grants, guards } = (value ?? {}) as Record<string, unknown>
  return [grants, guards].every((items) => Array.isArray(items) && items.every(isReachItem))
}

function isReachItem(value: unknown): boolean {
  const { kind, what, rule } = (value ?? {}) as Record<string, unknown>
  return [kind, what, rule].every(isText)
}
