// Builds parcels: entries of the ledger that have no place in the chain yet.
import {
  type Blob,
  buildAccount,
  buildInjectionBody,
  type EntryBodies,
  type EntryKind,
  type Parcel,
  type Receipt,
  sealText,
} from '../../core/receipt/index.ts'
import { formatIsoTime } from '../../core/values/index.ts'
import type { EngineServices, Hash } from '../../ports/index.ts'

/** The digests under which an account and a text are stored. They are the same for every injection of the same packet. */
export interface PacketSeal {
  readonly account: string
  readonly text: string | null
}

export function computeSeal(hash: Hash, receipt: Receipt, text: string | null): PacketSeal {
  const sealed = text === null ? null : sealText(text, receipt.injection_id)
  return {
    account: hash(formatAccount(receipt)),
    // If the text does not contain the id, sealing leaves it unchanged and the receipt has its digest.
    text: sealed === null ? null : sealed === text ? (receipt.packet_digest ?? hash(sealed)) : hash(sealed),
  }
}

function formatAccount(receipt: Receipt): string {
  return JSON.stringify(buildAccount(receipt))
}

export interface InjectionToRecord {
  readonly receipt: Receipt
  /** Null if nothing was sent. */
  readonly text: string | null
  /** The seal, if the caller has it: hashing again would slow down a hook. */
  readonly seal?: PacketSeal
}

export function makeInjectionParcel(
  engine: EngineServices,
  { receipt, text, seal }: InjectionToRecord,
): Parcel {
  const { account, text: textDigest } = seal ?? computeSeal(engine.hash, receipt, text)
  const blobs: Blob[] = [{ digest: account, content: () => formatAccount(receipt) }]
  if (text !== null && textDigest !== null)
    blobs.push({ digest: textDigest, content: () => sealText(text, receipt.injection_id) })
  return makeParcel(engine, 'injection', buildInjectionBody(receipt, account, textDigest), blobs)
}

/** Uses the system clock: an option that sets the time of a packet must not change the time of the record. */
export function makeParcel<Kind extends EntryKind>(
  engine: Pick<EngineServices, 'ids' | 'systemTime'>,
  kind: Kind,
  body: EntryBodies[Kind],
  blobs: readonly Blob[] = [],
): Parcel {
  const at = formatIsoTime(engine.systemTime())
  return { draft: { uid: engine.ids.random(16), kind, at, body: JSON.stringify(body) }, blobs }
}
