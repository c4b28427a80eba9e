// Apart from the parser, so that who only wants a digest does not load it.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '../../core/values/index.ts'

// The parser took 37 s on a flat file of 5 MB; no manifest written by a person is near this.
const maxBytes = 256 * 1024
// Windows lacks the flag; there a FIFO cannot lie in a folder.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Neither a FIFO nor a file without end holds it up: what was opened is looked at before it is read. */
export function readManifestBytes(file: string): Buffer {
  const fd = openSync(file, flags)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) throw new Refusal('manifest-invalid', `${showFile(file)} is not a file.`)
    if (stat.size <= maxBytes) return readUpTo(fd, maxBytes)
    throw new Refusal(
      'manifest-invalid',
      `${showFile(file)} has ${stat.size} bytes; a manifest has at most ${maxBytes}.`,
    )
  } finally {
    closeSync(fd)
  }
}

/** The size is only what was there when it was asked for; the limit holds for what comes. */
function readUpTo(fd: number, limit: number): Buffer {
  const bytes = Buffer.allocUnsafe(limit)
  let length = 0
  for (let more = true; more && length < limit; ) {
    const read = readSync(fd, bytes, { offset: length })
    length += read
    more = read > 0
  }
  return bytes.subarray(0, length)
}

/** A file in a message: its name and its directory's. */
export function showFile(file: string): string {
  return join(basename(dirname(file)), basename(file))
}
