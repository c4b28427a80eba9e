import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dirname } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { makeDirectories } from '../../disk/index.ts'
import { noSecret, readPrivate, type SecretKind } from './read-private.ts'
import { writeOnce } from './write-once.ts'

const kind: SecretKind = { name: 'key', renewed: 'at the next signature' }

/** Two processes that come here at once go away with the same key. */
export function createKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  try {
    makeDirectories(dirname(file))
    writeOnce(file, pem)
  } catch (error) {
    const why = (error as Error).message
    throw new Refusal(
      'not-writable',
      `No key can be kept in ${file}: ${why}`,
      'Make that directory writable.',
    )
  }
  const kept = readKey(file)
  if (kept === null) throw new Refusal('not-writable', `The key in ${file} is gone again.`, 'Try once more.')
  return kept
}

/** Null when there is none. */
export function readKey(file: string): KeyObject | null {
  const pem = readPrivate(file, kind)
  if (pem === null) return null
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // What the parser says could quote the key.
  }
  throw noSecret(file, kind, 'holds no Ed25519 key')
}
