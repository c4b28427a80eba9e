import { z } from 'zod'
import { parseJson } from '../../../core/values/index.ts'
import type { Ledger } from '../../../ports/index.ts'

/** The signed state of a ledger, to be kept elsewhere. */
export interface Checkpoint {
  readonly foreword: 'checkpoint'
  readonly version: 1
  readonly project: string
  readonly uid: string
  readonly seq: number
  readonly digest: string
  readonly at: string
  /** Ed25519, base64 of the raw 32 bytes. */
  readonly public_key: string
  readonly signature: string
}

/** The text that is signed. */
export function formatCheckpoint(point: Omit<Checkpoint, 'public_key' | 'signature'>): string {
  const { uid, project, seq, digest, at } = point
  return `foreword-checkpoint-1\n${JSON.stringify([uid, project, seq, digest, at])}`
}

export function makeCheckpoint(
  ledger: Ledger & { head: NonNullable<Ledger['head']> },
  at: string,
  sign: (text: string) => { public_key: string; signature: string },
): Checkpoint {
  const { uid, name, head } = ledger
  const point = { foreword: 'checkpoint', version: 1, project: name, uid, ...head, at } as const
  return { ...point, ...sign(formatCheckpoint(point)) }
}

const checkpointSchema = z.object({
  foreword: z.literal('checkpoint'),
  version: z.literal(1),
  project: z.string(),
  uid: z.string(),
  seq: z.int(),
  digest: z.string(),
  at: z.string(),
  public_key: z.string(),
  signature: z.string(),
})

/** Null for a text that is not a checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | null {
  return checkpointSchema.safeParse(parseJson(text)).data ?? null
}
