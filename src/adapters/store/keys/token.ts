import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import { getErrorCode, makeDirectories, replaceFile } from '../../disk/index.ts'
import { noSecret, readPrivate, type SecretKind } from './read-private.ts'
import { writeOnce } from './write-once.ts'

/** What a client shows to be let in. It is never handed out: only its file, and whether a text is it. */
export interface Token {
  readonly file: string
  matches(text: string): boolean
}

const kind: SecretKind = { name: 'token', renewed: 'at the next start' }
const bits = 256
const form = /^[A-Za-z0-9_-]{43}\n?$/

/** The token of the server, in the state directory of the user. */
export function openServerToken(state: string | null, options: { readonly renew: boolean }): Token {
  if (state !== null) return openToken(join(state, 'serve'), options)
  throw new Refusal(
    'not-writable',
    'There is no place for the token: neither HOME nor XDG_STATE_HOME names a directory.',
    'Set XDG_STATE_HOME to a directory of your own.',
  )
}

/** Made where there is none; made anew where that is asked for. Refuses one that others can get at. */
export function openToken(directory: string, { renew = false } = {}): Token {
  const file = join(resolve(directory), 'token')
  const text = keepToken(file, resolve(directory), renew)
  const expected = digest(text)
  return {
    file,
    // Of two digests, so that neither the length nor a common beginning shows in the time it takes.
    matches: (given) => timingSafeEqual(digest(given), expected),
  }
}

function keepToken(file: string, directory: string, renew: boolean): string {
  try {
    makeDirectories(directory)
    refuseOpenDirectory(directory)
    if (renew) replaceFile(file, fresh())
    else if (readPrivate(file, kind) === null) writeOnce(file, fresh())
  } catch (error) {
    if (error instanceof Refusal || getErrorCode(error) === undefined) throw error
    const why = (error as Error).message
    throw new Refusal(
      'not-writable',
      `No token can be kept in ${file}: ${why}`,
      'Make that directory writable.',
    )
  }
  const text = readPrivate(file, kind)
  if (text === null)
    throw new Refusal('not-writable', `The token in ${file} is gone again.`, 'Try once more.')
  if (!form.test(text)) throw noSecret(file, kind, 'holds no token')
  return text.trimEnd()
}

function fresh(): string {
  return `${randomBytes(bits / 8).toString('base64url')}\n`
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Whoever can write to it can put another file in the token's place. */
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
