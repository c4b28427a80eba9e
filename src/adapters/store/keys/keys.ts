import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { join, resolve } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { createKeyFile, readKeyFile } from './key-file.ts'

export interface Signature {
  /** Base64 of the raw 32 bytes. */
  readonly public_key: string
  readonly signature: string
}

export interface Keys {
  /** Creates the key at its first use. Refuses a key that other users can read. */
  sign(text: string): Signature
  /** Null if the key does not exist, or if other users could read it. */
  own(): string | null
}

/**
 * The keys in the user's state directory. No other directory is used, because a key in a project could be committed or passed
 * on.
 */
export function openUserKeys(state: string | null): Keys {
  if (state !== null) return openKeys(join(state, 'keys'))
  return {
    own: () => null,
    sign() {
      throw new Refusal(
        'not-writable',
        'The key cannot be stored: neither HOME nor XDG_STATE_HOME names a directory.',
        'Set HOME or XDG_STATE_HOME to an absolute path.',
      )
    },
  }
}

export function openKeys(directory: string): Keys {
  const file = join(resolve(directory), 'checkpoint.pem')
  return {
    sign(text) {
      const key = readKeyFile(file) ?? createKeyFile(file)
      return {
        public_key: exportPublicKey(key),
        signature: sign(null, Buffer.from(text), key).toString('base64'),
      }
    },
    own() {
      try {
        const key = readKeyFile(file)
        return key === null ? null : exportPublicKey(key)
      } catch {
        return null
      }
    },
  }
}

function exportPublicKey(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return Buffer.from(x ?? '', 'base64url').toString('base64')
}

/** The bytes before the 32 bytes of an Ed25519 public key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** False for anything that is not a signature of this text, including invalid keys. */
export function verifySignature(text: string, public_key: string, signature: string): boolean {
  const raw = decodeExactly(32, public_key)
  const signed = decodeExactly(64, signature)
  if (raw === null || signed === null || typeof text !== 'string') return false
  try {
    const key = createPublicKey({ key: Buffer.concat([spkiPrefix, raw]), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, signed)
  } catch {
    return false
  }
}

/** Node skips characters that are not Base64, but a key must have only one spelling. */
function decodeExactly(length: number, text: unknown): Buffer | null {
  if (typeof text !== 'string') return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null
}

/** Short enough to read aloud. */
export function fingerprintKey(public_key: string): string {
  const digest = createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('hex')
  return `ed25519:${digest.slice(0, 32)}`
}
