// Verifies a store, or an export of one.
import type { Hash } from '../../ports/index.ts'
import type { ReportProgress } from '../output/index.ts'
import type { OpenedStore } from './opened-store.ts'
import type { LedgerVerdict } from './verify/ledger-verifier.ts'
import {
  type CheckpointDeps,
  type CheckpointInput,
  concludeVerification,
  judgeMissingLedger,
  judgeUnownedEntries,
  listKnownHeads,
  verifyCheckpoint,
} from './verify/verify-checkpoint.ts'
import { verifyExport } from './verify/verify-export.ts'
import { verifyLedger } from './verify/verify-ledger.ts'
import type { VerifyResult } from './verify/verify-output.ts'

export interface VerifyDeps {
  readonly hash: Hash
  readonly proof: CheckpointDeps
  readonly tell: ReportProgress
}

/** A store, or the lines of an export, which are read twice. */
export type VerifySource = { readonly store: OpenedStore } | { readonly lines: () => AsyncIterable<string> }

export async function verifySource(
  deps: VerifyDeps,
  source: VerifySource,
  input: CheckpointInput,
): Promise<VerifyResult> {
  const { hash, proof, tell } = deps
  const known = verifyCheckpoint(proof, input)
  const place = 'store' in source ? getPlaceName(source.store) : null
  const seen = (uid: string) => listKnownHeads(proof, known, { uid, place })
  const verdict =
    'store' in source
      ? await verifyStore(deps, source.store, seen)
      : await verifyExport(hash, {
          lines: source.lines,
          seen,
          tell: (done) => tell({ done, total: null, what: 'lines' }),
        })
  return concludeVerification(proof, verdict, { input, known, place })
}

/** A store in a project has a single ledger. It is remembered by its place, so that a deleted ledger is noticed. */
function getPlaceName({ ownFile }: OpenedStore): string {
  return ownFile === null ? '' : `at ${ownFile}`
}

async function verifyStore(
  { hash, tell }: VerifyDeps,
  { store, ledger, name }: OpenedStore,
  seen: (uid: string) => ReturnType<typeof listKnownHeads>,
): Promise<LedgerVerdict> {
  const orphans = await store.orphans()
  if (orphans > 0) return judgeUnownedEntries(name, orphans)
  if (ledger === null) return judgeMissingLedger(name, seen(''))
  const total = ledger.head?.seq ?? 0
  return verifyLedger(store, hash, {
    ledger,
    seen: seen(ledger.uid),
    tell: (done) => tell({ done, total, what: 'entries' }),
  })
}
