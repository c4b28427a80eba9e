import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dirname } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { makeDirectories } from '../../disk/index.ts'
import { makeSecretRefusal, readPrivateFile, type SecretKind } from './read-private.ts'
import { writeOnce } from './write-once.ts'

const kind: SecretKind = { name: 'key', renewed: 'at the next signature' }

/** Creates a key. Two processes that create it at once get the same key. */
export function createKeyFile(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  try {
    makeDirectories(dirname(file))
    writeOnce(file, pem)
  } catch (error) {
    const why = (error as Error).message
    throw new Refusal(
      'not-writable',
      `The key cannot be stored in ${file}: ${why}`,
      'Make the directory writable.',
    )
  }
  const key = readKeyFile(file)
  if (key === null)
    throw new Refusal('not-writable', `The key in ${file} disappeared.`, 'Run the command again.')
  return key
}

/** Null if the key does not exist. */
export function readKeyFile(file: string): KeyObject | null {
  const pem = readPrivateFile(file, kind)
  if (pem === null) return null
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The parser's message could quote the key.
  }
  throw makeSecretRefusal(file, kind, 'does not contain an Ed25519 key')
}
