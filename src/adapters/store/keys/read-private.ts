import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { Refusal } from '../../../core/values/index.ts'
import { getErrorCode } from '../../disk/index.ts'

const maxFileBytes = 16_384

/** The name of a secret, and when a new one is created. */
export interface SecretKind {
  readonly name: 'key' | 'token'
  readonly renewed: string
}

/** Reads a file that only its owner can read; null if it does not exist. Refuses any other file. */
export function readPrivateFile(file: string, kind: SecretKind): string | null {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    refuseUnfit(file, kind, fstatSync(handle))
    return readFileSync(handle, 'utf8')
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (getErrorCode(error) === 'ENOENT') return null
    const why = (error as Error).message
    throw makeRefusal(file, kind, `cannot be read: ${why}`, 'It must be a regular file of your own.')
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function refuseUnfit(file: string, kind: SecretKind, stat: Stats): void {
  if (!stat.isFile() || stat.size > maxFileBytes)
    throw makeSecretRefusal(file, kind, `is not a ${kind.name} file`)
  const user = process.geteuid?.()
  // Systems without users have no meaningful mode bits.
  if (user === undefined) return
  if (stat.uid !== user)
    throw makeRefusal(file, kind, 'belongs to another user', `Use a ${kind.name} of your own.`)
  if ((stat.mode & 0o077) !== 0)
    throw makeRefusal(file, kind, 'can be read by others', `Run: chmod 600 ${file}`)
}

export function makeSecretRefusal(file: string, kind: SecretKind, what: string): Refusal {
  return makeRefusal(file, kind, what, `Move ${file} away: a new ${kind.name} is created ${kind.renewed}.`)
}

function makeRefusal(file: string, { name }: SecretKind, what: string, fix: string): Refusal {
  return new Refusal('not-readable', `The ${name} ${file} ${what}.`, fix)
}
