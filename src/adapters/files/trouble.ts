import { isAscii, type UnavailableReason } from '../../core/values/index.ts'

/** Why a path yields no text. The detail is a sentence for the user and never contains an absolute path. */
export interface FileTrouble {
  readonly reason: UnavailableReason | 'absent'
  readonly detail: string
}

export function isFileTrouble(value: object): value is FileTrouble {
  return 'reason' in value
}

const maxShownLength = 200

/** Escapes control and bidi characters, because a name from disk must not bring them into a terminal or a prompt. */
export function quotePath(path: string): string {
  const short = path.length > maxShownLength ? `${path.slice(0, maxShownLength)}…` : path
  const written = JSON.stringify(short)
  if (isAscii(written)) return written
  return written.replace(/[\p{C}\u2028\u2029]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}

/** Returns the code of a system error. Rethrows any other error, because it is a bug. */
export function getErrno(error: unknown): string {
  if (error instanceof Error && 'syscall' in error && 'code' in error) return String(error.code)
  throw error
}

/** Returns the fallback if the system reports an error. */
export function withFallback<T, F>(act: () => T, otherwise: F): T | F {
  try {
    return act()
  } catch (error) {
    getErrno(error)
    return otherwise
  }
}

export function isMissing(errno: string): boolean {
  return errno === 'ENOENT' || errno === 'ENOTDIR'
}

const advices: Readonly<Record<string, string>> = {
  EACCES: 'give this user permission to read it',
  EPERM: 'give this user permission to read it',
  EIO: 'the disk reported an error',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'its name is longer than the file system allows',
  EMFILE: 'this process has too many files open',
}

export function makeUnreadable(path: string, errno: string): FileTrouble {
  const advice = advices[errno]
  const why = advice === undefined ? errno : `${errno}: ${advice}`
  return { reason: 'unreadable', detail: `${quotePath(path)} could not be read (${why}).` }
}
