import { readSync } from 'node:fs'
import type { Hash } from '../../ports/index.ts'

const maxWholeBytes = 512 * 1024
const windowBytes = 128 * 1024
const bufferBytes = 256 * 1024

/** The result of one pass over a file. */
export interface FileScan {
  readonly digest: string
  readonly bytes: number
  /** The whole file, or its first window. Valid only until the next scan. */
  readonly head: Uint8Array
  readonly tail: FileTail | null
}

/** The last window of a large file. */
export interface FileTail {
  readonly bytes: Uint8Array
  readonly offset: number
  readonly breaksBefore: number
  readonly afterReturn: boolean
}

export type Scanner = (fd: number, size: number) => FileScan | { readonly nulAt: number }

const RETURN = 13
const NEWLINE = 10

/** The file may change while it is read: growth beyond `size` is ignored, and a shorter file ends the scan. */
export function createScanner(hash: Hash): Scanner {
  let buffer: Buffer | undefined
  return (fd, size) => {
    buffer ??= Buffer.allocUnsafeSlow(bufferBytes)
    if (size > bufferBytes) return scanLarge(fd, size, buffer)
    return scanWhole(fill(fd, buffer.subarray(0, size)), hash)
  }
}

/** Keeps the whole file, whatever its size. The caller has checked a limit. */
export function createWholeScanner(hash: Hash): Scanner {
  return (fd, size) => scanWhole(fill(fd, Buffer.allocUnsafeSlow(size)), hash)
}

function scanWhole(bytes: Buffer, hash: Hash): ReturnType<Scanner> {
  const nulAt = bytes.indexOf(0)
  return nulAt >= 0 ? { nulAt } : { digest: hash(bytes), bytes: bytes.length, head: bytes, tail: null }
}

function scanLarge(fd: number, size: number, buffer: Buffer): FileScan | { nulAt: number } {
  // Loaded here instead of imported, because most runs never read a file this large.
  const sha256 = process.getBuiltinModule('node:crypto').createHash('sha256')
  const isWhole = size <= maxWholeBytes
  const head = Buffer.allocUnsafeSlow(isWhole ? size : windowBytes)
  const tail = Buffer.allocUnsafeSlow(isWhole ? 0 : windowBytes)
  const offset = size - tail.length
  let bytes = 0
  let breaksBefore = 0
  let afterReturn = false
  while (bytes < size) {
    const part = fill(fd, buffer.subarray(0, Math.min(bufferBytes, size - bytes)))
    if (part.length === 0) break
    const nulAt = part.indexOf(0)
    if (nulAt >= 0) return { nulAt: bytes + nulAt }
    sha256.update(part)
    if (bytes < head.length) part.copy(head, bytes)
    const before = part.subarray(0, Math.max(0, offset - bytes))
    breaksBefore += countBreaks(before, afterReturn)
    if (before.length > 0) afterReturn = before.at(-1) === RETURN
    if (before.length < part.length) part.copy(tail, bytes + before.length - offset, before.length)
    bytes += part.length
  }
  const digest = `sha256:${sha256.digest('hex')}`
  const beginning = head.subarray(0, Math.min(head.length, bytes))
  if (isWhole) return { digest, bytes, head: beginning, tail: null }
  const last = { bytes: tail.subarray(0, Math.max(0, bytes - offset)), offset: Math.min(offset, bytes) }
  return { digest, bytes, head: beginning, tail: { ...last, breaksBefore, afterReturn } }
}

/** Reads until the target is full or the file ends. */
function fill(fd: number, target: Buffer): Buffer {
  let length = 0
  while (length < target.length) {
    const read = readSync(fd, target, length, target.length - length, null)
    if (read === 0) break
    length += read
  }
  return target.subarray(0, length)
}

/** Counts line breaks as normalised text has them: `\n`, `\r\n` and a lone `\r` are one each. */
export function countBreaks(bytes: Uint8Array, afterReturn = false): number {
  let breaks = 0
  let before = afterReturn
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === RETURN || (byte === NEWLINE && !before)) breaks++
    before = byte === RETURN
  }
  return breaks
}

/** Length up to and including the last break. A `\r` at the very end does not count, because a `\n` may follow it. */
export function findEndOfLastLine(bytes: Uint8Array): number {
  const last = bytes.at(-1) === RETURN ? bytes.length - 2 : bytes.length - 1
  for (let at = last; at >= 0; at--) {
    if (bytes[at] === NEWLINE || bytes[at] === RETURN) return at + 1
  }
  return 0
}

/** Length up to and including the first break; the whole length without a break. */
export function findEndOfFirstLine(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === NEWLINE) return at + 1
    if (bytes[at] === RETURN) return bytes[at + 1] === NEWLINE ? at + 2 : at + 1
  }
  return bytes.length
}

/** No secret token is longer. */
const maxWordLength = 8 * 1024
/** Bytes that occur in no token: white space, quotes, a comma, a semicolon. */
const separators: ReadonlySet<number> = new Set([...' \t\n\r"\',;'].map((char) => char.charCodeAt(0)))

/** Length up to and including the last byte that ends a word. If no word ends near the end, up to a whole character. */
export function findEndOfWords(bytes: Uint8Array): number {
  const least = Math.max(0, bytes.length - maxWordLength)
  for (let at = bytes.length - 1; at >= least; at--) if (separators.has(bytes[at]!)) return at + 1
  for (let at = bytes.length - 1; at >= least; at--) {
    // The first byte of a character: everything before it is complete.
    if ((bytes[at]! & 0xc0) !== 0x80) return at
  }
  return least
}
