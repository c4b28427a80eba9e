import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { join, resolve } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { createKey, readKey } from './key-file.ts'

export interface Signature {
  /** Base64 of the raw 32 bytes. */
  readonly public_key: string
  readonly signature: string
}

export interface Keys {
  /** Makes the key at its first use. Refuses a key that others can read. */
  sign(text: string): Signature
  /** Null while there is no key, and for one that could be somebody else's too. */
  own(): string | null
}

/** The keys in the state directory of the user. Without one there is no place where a key cannot be committed or handed on. */
export function openUserKeys(state: string | null): Keys {
  if (state !== null) return openKeys(join(state, 'keys'))
  return {
    own: () => null,
    sign() {
      throw new Refusal(
        'not-writable',
        'There is no state directory to keep a key in.',
        'Set HOME or XDG_STATE_HOME to an absolute path.',
      )
    },
  }
}

export function openKeys(directory: string): Keys {
  const file = join(resolve(directory), 'checkpoint.pem')
  return {
    sign(text) {
      const key = readKey(file) ?? createKey(file)
      return { public_key: publicKey(key), signature: sign(null, Buffer.from(text), key).toString('base64') }
    },
    own() {
      try {
        const key = readKey(file)
        return key === null ? null : publicKey(key)
      } catch {
        return null
      }
    },
  }
}

function publicKey(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x ?? '', 'base64url').toString('base64')
}

/** What stands before the 32 bytes in a public key of this kind (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** False for everything that is no signature of this text, also for what is no key at all. */
export function verifySignature(text: string, public_key: string, signature: string): boolean {
  const raw = exactly(32, public_key)
  const signed = exactly(64, signature)
  if (raw === null || signed === null || typeof text !== 'string') return false
  try {
    const key = createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, signed)
  } catch {
    return false
  }
}

/** Node skips what is not Base64; a key must have one spelling only. */
function exactly(length: number, text: unknown): Buffer | null {
  if (typeof text !== 'string') return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null
}

/** Short enough to be read out. */
export function fingerprint(public_key: string): string {
  const digest = createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('hex')
  return `ed25519:${digest.slice(0, 32)}`
}
