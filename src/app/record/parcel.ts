// Turns what happened into parcels and hands them to the store, or to the spool where the store cannot have them now.
import {
  type Blob,
  type Bodies,
  buildAccount,
  buildInjectionBody,
  type EntryKind,
  type Parcel,
  type Receipt,
  sealText,
} from '../../core/receipt/index.ts'
import { isoTime } from '../../core/values/index.ts'
import type { EngineServices, Hash } from '../../ports/index.ts'

/** The digests under which an account and a text are kept: the same for every injection of the same packet. */
export interface PacketSeal {
  readonly account: string
  readonly text: string | null
}

export function computeSeal(hash: Hash, receipt: Receipt, text: string | null): PacketSeal {
  const sealed = text === null ? null : sealText(text, receipt.injection_id)
  return {
    account: hash(accountText(receipt)),
    // A text without the id in it has the digest that the receipt says already.
    text: sealed === null ? null : sealed === text ? (receipt.packet_digest ?? hash(sealed)) : hash(sealed),
  }
}

function accountText(receipt: Receipt): string {
  return JSON.stringify(buildAccount(receipt))
}

export interface InjectionToRecord {
  readonly receipt: Receipt
  /** Null where nothing was sent. */
  readonly text: string | null
  /** Where it is known already; hashing it again would cost a hook its speed. */
  readonly seal?: PacketSeal
}

export function makeInjectionParcel(
  engine: EngineServices,
  { receipt, text, seal }: InjectionToRecord,
): Parcel {
  const { account, text: textDigest } = seal ?? computeSeal(engine.hash, receipt, text)
  const blobs: Blob[] = [{ digest: account, content: () => accountText(receipt) }]
  if (text !== null && textDigest !== null)
    blobs.push({ digest: textDigest, content: () => sealText(text, receipt.injection_id) })
  return makeParcel(engine, 'injection', buildInjectionBody(receipt, account, textDigest), blobs)
}

/** By the real clock: an option that moves the time of a packet does not move when it was recorded. */
export function makeParcel<Kind extends EntryKind>(
  engine: Pick<EngineServices, 'ids' | 'systemTime'>,
  kind: Kind,
  body: Bodies[Kind],
  blobs: readonly Blob[] = [],
): Parcel {
  const at = isoTime(engine.systemTime())
  return { draft: { uid: engine.ids.random(16), kind, at, body: JSON.stringify(body) }, blobs }
}
