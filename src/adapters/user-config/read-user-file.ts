import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { getErrorCode, isBelow } from '../disk/index.ts'

/** Larger than files that people write by hand; the parser is slow on large files. */
const maxBytes = 64 * 1024
// Windows lacks both flags; a Windows folder cannot contain a FIFO.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Why a file of the user is not used. */
export class ConfigurationFault extends Error {}

/** Reads the user's own file; null if it does not exist. Throws a fault if other users could have written it. */
export function readUserFile(file: string, root: string): string | null {
  const real = resolveReal(file)
  if (real === null) return null
  if (isBelow(resolveReal(root) ?? root, real)) {
    throw new ConfigurationFault('it is in the project; programs are only started by a file outside of it')
  }
  let handle: number | undefined
  try {
    handle = openSync(real, flags)
    return readOwnText(handle)
  } catch (error) {
    const code = getErrorCode(error)
    throw code === undefined ? error : new ConfigurationFault(`it cannot be read (${code})`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function readOwnText(handle: number): string {
  const stat = fstatSync(handle)
  if (!stat.isFile()) throw new ConfigurationFault('it is not a file')
  const user = process.geteuid?.()
  if (user !== undefined && stat.uid !== user && stat.uid !== 0)
    throw new ConfigurationFault('it belongs to another user')
  if (user !== undefined && (stat.mode & 0o022) !== 0) {
    throw new ConfigurationFault('other users can write to it; run chmod 600 on it')
  }
  if (stat.size > maxBytes)
    throw new ConfigurationFault(`it has ${stat.size} bytes; at most ${maxBytes} are read`)
  const bytes = Buffer.alloc(maxBytes)
  const text = bytes.subarray(0, readSync(handle, bytes))
  if (!isUtf8(text)) throw new ConfigurationFault('it is not UTF-8 text')
  return text.toString('utf8')
}

/** Resolves every link; null if the path does not exist. */
function resolveReal(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    const code = getErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new ConfigurationFault(`it cannot be found (${code ?? 'unknown error'})`)
  }
}
