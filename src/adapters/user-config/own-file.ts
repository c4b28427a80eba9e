import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { getErrorCode, isBelow } from '../disk/index.ts'

/** Nobody writes more by hand, and a parser is slow on large files. */
const maxBytes = 64 * 1024
// Windows lacks both flags; there a FIFO cannot lie in a folder.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** Why a file of the user does not count. */
export class ConfigurationFault extends Error {}

/** The text of the user's own file; null when there is none. Throws a fault for one that others could have written. */
export function readUserFile(file: string, root: string): string | null {
  const real = realOf(file)
  if (real === null) return null
  if (isBelow(realOf(root) ?? root, real)) {
    throw new ConfigurationFault('it lies in the project, and nothing that is started may come from there')
  }
  let handle: number | undefined
  try {
    handle = openSync(real, flags)
    return textOf(handle)
  } catch (error) {
    const code = getErrorCode(error)
    throw code === undefined ? error : new ConfigurationFault(`it cannot be read (${code})`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function textOf(handle: number): string {
  const stat = fstatSync(handle)
  if (!stat.isFile()) throw new ConfigurationFault('it is not a file')
  const user = process.geteuid?.()
  if (user !== undefined && stat.uid !== user && stat.uid !== 0)
    throw new ConfigurationFault('it belongs to another user')
  if (user !== undefined && (stat.mode & 0o022) !== 0) {
    throw new ConfigurationFault('others may write to it; chmod 600 makes it yours alone')
  }
  if (stat.size > maxBytes)
    throw new ConfigurationFault(`it has ${stat.size} bytes; at most ${maxBytes} are read`)
  const bytes = Buffer.alloc(maxBytes)
  const text = bytes.subarray(0, readSync(handle, bytes))
  if (!isUtf8(text)) throw new ConfigurationFault('it is not UTF-8 text')
  return text.toString('utf8')
}

/** With every link followed; null for what is not there. */
function realOf(path: string): string | null {
  try {
    return realpathSync(path)
  } catch (error) {
    const code = getErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new ConfigurationFault(`it cannot be found (${code ?? 'unknown error'})`)
  }
}
