// Separate from the parser, so that computing a digest does not load the parser.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '../../core/values/index.ts'

// The parser took 37 s on a flat file of 5 MB. Manifests that people write are much smaller.
const maxBytes = 256 * 1024
// Windows lacks the flag; a Windows folder cannot contain a FIFO.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Cannot hang on a FIFO or an endless file: the open file is checked before it is read. */
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

/** Applies the limit to the bytes that are read, because the file may grow. */
function readUpTo(fd: number, maxLength: number): Buffer {
  const bytes = Buffer.allocUnsafe(maxLength)
  let length = 0
  for (let more = true; more && length < maxLength; ) {
    const read = readSync(fd, bytes, { offset: length })
    length += read
    more = read > 0
  }
  return bytes.subarray(0, length)
}

/** Shows a file in a message by its name and its directory's. */
export function showFile(file: string): string {
  return join(basename(dirname(file)), basename(file))
}
