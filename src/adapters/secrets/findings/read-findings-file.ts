import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { Refusal } from '../../../core/values/index.ts'
import { getErrorCode } from '../../disk/index.ts'

// Windows lacks the flag; a Windows folder cannot contain a FIFO.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Reads a file that the user named. */
export function readFindingsFile(file: string, shown: string, maxBytes: number): string {
  let handle: number | undefined
  try {
    handle = openSync(file, flags)
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new Refusal('not-readable', `Cannot read ${shown}: it is not a file.`)
    if (stat.size > maxBytes)
      throw new Refusal('usage', `${shown} has ${stat.size} bytes; at most ${maxBytes} are read.`)
    const bytes = readFileSync(handle)
    if (!isUtf8(bytes)) throw new Refusal('usage', `${shown} is not UTF-8 text.`, 'Save it as UTF-8.')
    return bytes.toString('utf8')
  } catch (error) {
    const code = getErrorCode(error)
    throw code === undefined ? error : new Refusal('not-readable', `Cannot read ${shown}: ${code}.`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
