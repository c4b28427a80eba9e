import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import { codeOf, makeDirectories } from '../disk/index.ts'
import { writeOnce } from './write.ts'

const largestFile = 16_384

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
  const pem = readPrivate(file)
  if (pem === null) return null
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // What the parser says could quote the key.
  }
  throw unusable(file, 'holds no Ed25519 key', `Move ${file} away: a new key is made at the next signature.`)
}

function readPrivate(file: string): string | null {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    refuseUnfit(file, fstatSync(handle))
    return readFileSync(handle, 'utf8')
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (codeOf(error) === 'ENOENT') return null
    throw unusable(
      file,
      `cannot be read: ${(error as Error).message}`,
      'It must be a regular file of your own.',
    )
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function refuseUnfit(file: string, stat: Stats): void {
  if (!stat.isFile() || stat.size > largestFile) {
    throw unusable(file, 'is no key file', `Move ${file} away: a new key is made at the next signature.`)
  }
  const user = process.geteuid?.()
  // Where there are no users, the bits say nothing.
  if (user === undefined) return
  if (stat.uid !== user) throw unusable(file, 'belongs to another user', 'Use a key of your own.')
  if ((stat.mode & 0o077) !== 0) throw unusable(file, 'can be read by others', `Run: chmod 600 ${file}`)
}

function unusable(file: string, what: string, fix: string): Refusal {
  return new Refusal('not-readable', `The key ${file} ${what}.`, fix)
}
