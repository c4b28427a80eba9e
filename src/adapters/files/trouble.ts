import { isAscii, type UnavailableReason } from '../../core/values/index.ts'

/** Why a path gives no text. The detail is a sentence for a person and never holds an absolute path. */
export interface FileTrouble {
  readonly reason: UnavailableReason | 'absent'
  readonly detail: string
}

export function isFileTrouble(value: object): value is FileTrouble {
  return 'reason' in value
}

const LONGEST_SHOWN = 200

/** A name from disk may hold control or bidi characters: they must not reach a terminal or a prompt as such. */
export function quotePath(path: string): string {
  const short = path.length > LONGEST_SHOWN ? `${path.slice(0, LONGEST_SHOWN)}…` : path
  const written = JSON.stringify(short)
  if (isAscii(written)) return written
  return written.replace(/[\p{C}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}

/** The name of a system error. Anything else that was thrown is a bug and goes on. */
export function getErrno(error: unknown): string {
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code)
  throw error
}

/** For looking, where a system error is an answer of its own. */
export function withFallback<T, F>(look: () => T, otherwise: F): T | F {
  try {
    return look()
  } catch (error) {
    getErrno(error)
    return otherwise
  }
}

export function isMissing(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR'
}

const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'give this user permission to read it',
  EPERM: 'give this user permission to read it',
  EIO: 'the disk reported an error',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'its name is longer than the file system allows',
  EMFILE: 'this process has too many files open',
}

export function makeUnreadable(path: string, errno: string): FileTrouble {
  const advice = ADVICE[errno]
  const why = advice === undefined ? errno : `${errno}: ${advice}`
  return { reason: 'unreadable', detail: `${quotePath(path)} could not be read (${why}).` }
}
