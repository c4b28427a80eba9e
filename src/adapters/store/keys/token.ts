import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { getErrorCode, makeDirectories, replaceFile } from '../../disk/index.ts'
import { makeSecretRefusal, readPrivateFile, type SecretKind } from './read-private.ts'
import { writeOnce } from './write-once.ts'

/** The secret by which a client authenticates. It is never returned: only its file, and whether a text matches. */
export interface Token {
  readonly file: string
  matches(text: string): boolean
}

const kind: SecretKind = { name: 'token', renewed: 'at the next start' }
const bits = 256
const form = /^[A-Za-z0-9_-]{43}\n?$/

/** Opens the server's token in the user's state directory. */
export function openServerToken(state: string | null, options: { readonly renew: boolean }): Token {
  if (state !== null) return openToken(join(state, 'serve'), options)
  throw new Refusal(
    'not-writable',
    'The token cannot be stored: neither HOME nor XDG_STATE_HOME names a directory.',
    'Set XDG_STATE_HOME to a directory of your own.',
  )
}

/** Creates the token if it is missing, or if `renew` asks for a new one. Refuses a token that other users can read. */
export function openToken(directory: string, { renew = false } = {}): Token {
  const file = join(resolve(directory), 'token')
  const text = loadToken(file, resolve(directory), renew)
  const expected = digest(text)
  return {
    file,
    // Compares digests, so that neither the length nor a common prefix affects the time.
    matches: (text) => timingSafeEqual(digest(text), expected),
  }
}

function loadToken(file: string, directory: string, renew: boolean): string {
  try {
    makeDirectories(directory)
    refuseOpenDirectory(directory)
    if (renew) replaceFile(file, makeToken())
    else if (readPrivateFile(file, kind) === null) writeOnce(file, makeToken())
  } catch (error) {
    if (error instanceof Refusal || getErrorCode(error) === undefined) throw error
    const why = (error as Error).message
    throw new Refusal(
      'not-writable',
      `The token cannot be stored in ${file}: ${why}`,
      'Make the directory writable.',
    )
  }
  const text = readPrivateFile(file, kind)
  if (text === null)
    throw new Refusal('not-writable', `The token in ${file} disappeared.`, 'Run the command again.')
  if (!form.test(text)) throw makeSecretRefusal(file, kind, 'does not contain a token')
  return text.trimEnd()
}

function makeToken(): string {
  return `${randomBytes(bits / 8).toString('base64url')}\n`
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** A user who can write to the directory can replace the token. */
function refuseOpenDirectory(directory: string): void {
  const stat = lstatSync(directory)
  const unfit = (what: string, fix: string) =>
    new Refusal('not-readable', `The directory of the token, ${directory}, ${what}.`, fix)
  if (!stat.isDirectory()) throw unfit('is a link or a file', `Move ${directory} away.`)
  const user = process.geteuid?.()
  if (user === undefined) return
  if (stat.uid !== user) throw unfit('belongs to another user', `Move ${directory} away.`)
  if ((stat.mode & 0o077) !== 0) throw unfit('is open to others', `Run: chmod 700 ${directory}`)
}
