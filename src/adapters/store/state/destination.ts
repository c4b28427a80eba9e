import { computeFingerprint, redactServerUrl } from '../../../core/values/index.ts'
import type { LedgerKey } from '../../../ports/index.ts'

export interface Destination {
  readonly kind: 'sqlite' | 'postgres'
  /** A directory, or a server and its database. */
  readonly where: string
  readonly uid: LedgerKey['uid']
}

/** Names a spool. A parcel does not say where it is to go, so there is a spool for each place it can go to. */
export function makeSpoolName({ kind, where, uid }: Destination): string {
  return computeFingerprint(JSON.stringify([kind, where, uid ?? '']))
}

/** Without who asks and how: a new password leads to the same database. The driver takes a host from the settings too. */
export function identifyDatabase(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return redactServerUrl(url)
  const setting = (name: string) => parsed.searchParams.get(name) || null
  const host = setting('host') ?? parsed.hostname
  const port = setting('port') ?? (parsed.port || '5432')
  return `${host.toLowerCase()}:${port}${parsed.pathname}`
}
