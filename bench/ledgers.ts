// Makes ledgers of any size with parcels like those of the program: many injections of few packets, ten per session.
import { hash } from '../src/adapters/cache/index.ts'
import { openInsert } from '../src/adapters/store/sql/insert.ts'
import {
  type Blob,
  buildAccount,
  buildInjectionBody,
  type Parcel,
  type Receipt,
} from '../src/core/receipt/index.ts'

const agents = ['claude', 'codex', 'gemini', 'aider']
/** This many injections share a packet, as when nothing has changed. */
const perPacket = 50

export interface Model {
  readonly receipt: Receipt
  readonly text: string
}

export function parcelOf({ receipt, text }: Model, n: number): Parcel {
  const packet = Math.floor(n / perPacket)
  const account = {
    ...buildAccount(receipt),
    diagnostics: [],
    over_budget: packet % 2 === 0,
    ceiling: packet,
  }
  const blobs = [blobOf(JSON.stringify(account)), blobOf(`${text}\n${packet}`)]
  const own: Receipt = {
    ...receipt,
    injection_id: `INJ-20260103-183000-${n.toString(36).padStart(6, '0')}`,
    session_id: `ses-${Math.floor(n / 10)}`,
    agent: agents[n % agents.length]!,
  }
  const body = JSON.stringify(buildInjectionBody(own, blobs[0]!.digest, blobs[1]!.digest))
  const at = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
  return { draft: { uid: `uid-${n}`, kind: 'injection', at, body }, blobs }
}

function blobOf(content: string): Blob {
  return { digest: hash(content), content: () => content }
}

const atOnce = 1000

export async function fillSqlite(file: string, model: Model, count: number): Promise<void> {
  const insert = await openInsert({
    file,
    hash,
    timeoutMs: 10_000,
    durability: 'normal',
    newUid: (name) => `${name}@bench`,
    clock: () => new Date(),
  })
  const key = { uid: null, name: 'bench' }
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => parcelOf(model, from + i))
    await insert.append(key, some)
  }
  insert.close()
}
