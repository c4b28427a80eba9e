import { computeFingerprint, redactServerUrl } from '../../../core/values/index.ts'
import type { LedgerKey } from '../../../ports/index.ts'

export interface Destination {
  readonly kind: 'sqlite' | 'postgres'
  /** A directory, or a server and its database. */
  readonly where: string
  readonly uid: LedgerKey['uid']
}

/** Names a spool. A parcel does not record its project, so each project has its own spool. */
export function makeSpoolName({ kind, where, uid }: Destination): string {
  return computeFingerprint(JSON.stringify([kind, where, uid ?? '']))
}

/**
 * Leaves out user, password and options, because a new password leads to the same database. The host may be in the query, as
 * the driver allows.
 */
export function identifyDatabase(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return redactServerUrl(url)
  const setting = (name: string) => parsed.searchParams.get(name) || null
  const host = setting('host') ?? parsed.hostname
  const port = setting('port') ?? (parsed.port || '5432')
  return `${host.toLowerCase()}:${port}${parsed.pathname}`
}
