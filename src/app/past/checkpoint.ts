import type { Ledger } from '../../ports/index.ts'

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

/** What is signed. */
export function checkpointText(point: Omit<Checkpoint, 'public_key' | 'signature'>): string {
  const { uid, project, seq, digest, at } = point
  return `foreword-checkpoint-1\n${JSON.stringify([uid, project, seq, digest, at])}`
}

export function newCheckpoint(
  ledger: Ledger & { head: NonNullable<Ledger['head']> },
  at: string,
  sign: (text: string) => { public_key: string; signature: string },
): Checkpoint {
  const { uid, name, head } = ledger
  const point = { foreword: 'checkpoint', version: 1, project: name, uid, ...head, at } as const
  return { ...point, ...sign(checkpointText(point)) }
}

/** Null for a text that is no checkpoint. */
export function readCheckpoint(text: string): Checkpoint | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const point = value as Record<string, unknown>
    const texts = ['project', 'uid', 'digest', 'at', 'public_key', 'signature']
    const whole =
      point.foreword === 'checkpoint' &&
      point.version === 1 &&
      Number.isSafeInteger(point.seq) &&
      texts.every((name) => typeof point[name] === 'string')
    return whole ? (value as Checkpoint) : null
  } catch {
    return null
  }
}
