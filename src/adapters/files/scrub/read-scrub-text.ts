import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { TextReading } from '../../../ports/index.ts'
import { getErrorCode } from '../../disk/index.ts'
import { type RawPath, toPathBytes } from './raw-path.ts'

/** `named`: the user named the file. A file that a walk found is read with more restrictions. */
export interface ReadLimits {
  readonly maxBytes: number
  readonly named: boolean
}

// Windows has neither flag; a Windows folder cannot contain a FIFO.
const restrictedFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
const binaryCheckBytes = 8192

/** The most bytes that are read of a file that the user named. */
export const maxNamedFileBytes = 256 * 1024 * 1024
export const tooLargeReading: TextReading = { kind: 'unreadable', reason: 'it is larger than 256 MB' }

export function readScrubText(path: RawPath, { maxBytes, named }: ReadLimits): TextReading {
  try {
    const file = openSync(toPathBytes(path), named ? constants.O_RDONLY : restrictedFlags)
    try {
      if (!named && !fstatSync(file).isFile()) return { kind: 'skipped', reason: 'special' }
      const bytes = readUpTo(file, maxBytes)
      if (bytes !== null) return decodeScrubText(bytes, named)
      return named ? tooLargeReading : { kind: 'skipped', reason: 'too large' }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return toReading(error, named)
  }
}

function toReading(error: unknown, named: boolean): TextReading {
  const code = getErrorCode(error)
  if (code === undefined) throw error
  if (named) return { kind: 'unreadable', reason: code }
  if (code === 'ELOOP') return { kind: 'skipped', reason: 'link' }
  if (code === 'ENXIO' || code === 'EISDIR') return { kind: 'skipped', reason: 'special' }
  return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'gone' } : { kind: 'unreadable', reason: code }
}

/** Null if the file is larger. The limit applies to the bytes that are read, because the reported size may be wrong. */
export function readUpTo(file: number, maxBytes: number): Buffer | null {
  const reportedSize = fstatSync(file).size
  if (reportedSize > maxBytes) return null
  let bytes = Buffer.allocUnsafe(Math.min(maxBytes, reportedSize) + 1)
  let length = 0
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null)
    if (read === 0) return bytes.subarray(0, length)
    length += read
    if (length > maxBytes) return null
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(maxBytes + 1, Math.max(65_536, bytes.length * 2)))
      bytes.copy(larger)
      bytes = larger
    }
  }
}

/** Decodes bytes that are not UTF-8 too, because keys are ASCII in every encoding. */
export function decodeScrubText(bytes: Buffer, named: boolean): TextReading {
  const wide = detectUtf16(bytes)
  if (wide !== null) return { kind: 'text', text: new TextDecoder(wide).decode(bytes), exact: false }
  if (!named && bytes.subarray(0, binaryCheckBytes).includes(0)) return { kind: 'skipped', reason: 'binary' }
  return { kind: 'text', text: bytes.toString('utf8'), exact: isUtf8(bytes) }
}

/** Some editors and shells write UTF-16 with a byte order mark. */
function detectUtf16(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}
