import { hash } from '../adapters/digest/index.ts'
import { userDirectory } from '../adapters/disk/index.ts'
import { fingerprint, openUserKeys, verifySignature } from '../adapters/keys/index.ts'
import { openTextFiles, readLines } from '../adapters/lines/index.ts'
import { openAnchors } from '../adapters/state/index.ts'
import type { Verdict } from '../app/past/examine.ts'
import {
  conclude,
  nothingThere,
  openCheckpoint,
  type ProveOrder,
  type ProveTools,
  seenOf,
  withoutLedger,
} from '../app/past/prove.ts'
import { verify } from '../app/past/verify.ts'
import { verifyExport } from '../app/past/verify-export.ts'
import type { StoreTrouble } from '../ports/index.ts'
import type { Tell } from '../surfaces/cli/index.ts'
import type { Opened } from './store.ts'
import type { Surroundings } from './surroundings.ts'

export interface ProveWith extends ProveOrder {
  /** A store, or the file of an export. */
  readonly source: Opened | string
}

export interface ProveRoom {
  readonly around: Surroundings
  readonly warn: (trouble: StoreTrouble) => void
}

export async function proveWith(room: ProveRoom, order: ProveWith, tell: Tell) {
  const tools = proveTools(room)
  const known = openCheckpoint(tools, order)
  const { source } = order
  const place = typeof source === 'string' ? null : placeName(source)
  const seen = (uid: string) => seenOf(tools, known, { uid, place })
  const verdict =
    typeof source === 'string'
      ? await verifyExport(hash, {
          lines: () => readLines(source),
          seen,
          tell: (done) => tell({ done, total: null, what: 'lines' }),
        })
      : await verifyStore(source, seen, tell)
  return conclude(tools, verdict, { order, known, place })
}

/** A store that lies in a project has one ledger of its own; one that is gone is missed by its place. */
function placeName({ place, own }: Opened): string {
  return own && place.kind === 'sqlite' && place.key.uid === null ? `at ${place.file}` : ''
}

async function verifyStore(
  { store, ledger, name }: Opened,
  seen: (uid: string) => ReturnType<typeof seenOf>,
  tell: Tell,
): Promise<Verdict> {
  const orphans = await store.orphans()
  if (orphans > 0) return withoutLedger(name, orphans)
  if (ledger === null) return nothingThere(name, seen(''))
  const total = ledger.head?.seq ?? 0
  return verify(store, hash, {
    ledger,
    seen: seen(ledger.uid),
    tell: (done) => tell({ done, total, what: 'entries' }),
  })
}

function proveTools({ around: { env, cwd }, warn }: ProveRoom): ProveTools {
  const state = userDirectory('state', env)
  const { sign, own } = openUserKeys(state)
  return {
    signers: { sign, own, isSigned: verifySignature, fingerprint },
    anchor: openAnchors(state, warn),
    ...openTextFiles(cwd),
    now: () => new Date(),
  }
}
