import { readSync } from 'node:fs'
import type { Hash } from '../../ports/index.ts'

const WHOLE_UP_TO = 512 * 1024
const WINDOW = 128 * 1024
const BUFFER = 256 * 1024

/** What one pass over a file keeps of it. */
export interface FileScan {
  readonly digest: string
  readonly bytes: number
  /** The whole file, or its first window. Only valid until the next scan. */
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

/** `size` is a promise the file may break: what it grew by is left for the next time, what it lost ends the scan. */
export function createScanner(hash: Hash): Scanner {
  let buffer: Buffer | undefined
  return (fd, size) => {
    buffer ??= Buffer.allocUnsafeSlow(BUFFER)
    if (size > BUFFER) return scanLarge(fd, size, buffer)
    return wholeOf(fill(fd, buffer.subarray(0, size)), hash)
  }
}

/** Keeps all of a file, whatever its size: whoever uses it has a limit of their own. */
export function createWholeScanner(hash: Hash): Scanner {
  return (fd, size) => wholeOf(fill(fd, Buffer.allocUnsafeSlow(size)), hash)
}

function wholeOf(bytes: Buffer, hash: Hash): ReturnType<Scanner> {
  const nulAt = bytes.indexOf(0)
  return nulAt >= 0 ? { nulAt } : { digest: hash(bytes), bytes: bytes.length, head: bytes, tail: null }
}

function scanLarge(fd: number, size: number, buffer: Buffer): FileScan | { nulAt: number } {
  // Asked for here and not imported: most runs never meet a file this large.
  const sha256 = process.getBuiltinModule('node:crypto').createHash('sha256')
  const whole = size <= WHOLE_UP_TO
  const head = Buffer.allocUnsafeSlow(whole ? size : WINDOW)
  const tail = Buffer.allocUnsafeSlow(whole ? 0 : WINDOW)
  const offset = size - tail.length
  let bytes = 0
  let breaksBefore = 0
  let afterReturn = false
  while (bytes < size) {
    const chunk = fill(fd, buffer.subarray(0, Math.min(BUFFER, size - bytes)))
    if (chunk.length === 0) break
    const nulAt = chunk.indexOf(0)
    if (nulAt >= 0) return { nulAt: bytes + nulAt }
    sha256.update(chunk)
    if (bytes < head.length) chunk.copy(head, bytes)
    const before = chunk.subarray(0, Math.max(0, offset - bytes))
    breaksBefore += countBreaks(before, afterReturn)
    if (before.length > 0) afterReturn = before.at(-1) === RETURN
    if (before.length < chunk.length) chunk.copy(tail, bytes + before.length - offset, before.length)
    bytes += chunk.length
  }
  const digest = `sha256:${sha256.digest('hex')}`
  const kept = head.subarray(0, Math.min(head.length, bytes))
  if (whole) return { digest, bytes, head: kept, tail: null }
  const last = { bytes: tail.subarray(0, Math.max(0, bytes - offset)), offset: Math.min(offset, bytes) }
  return { digest, bytes, head: kept, tail: { ...last, breaksBefore, afterReturn } }
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

/** Line breaks as normalised text has them: `\n`, `\r\n` and a lone `\r` are one each. */
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

/** Length up to and with the last break. A `\r` at the very end does not count: its `\n` may stand behind it. */
export function findEndOfLastLine(bytes: Uint8Array): number {
  const last = bytes.at(-1) === RETURN ? bytes.length - 2 : bytes.length - 1
  for (let at = last; at >= 0; at--) {
    if (bytes[at] === NEWLINE || bytes[at] === RETURN) return at + 1
  }
  return 0
}

/** Length up to and with the first break; everything where there is none. */
export function findEndOfFirstLine(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === NEWLINE) return at + 1
    if (bytes[at] === RETURN) return bytes[at + 1] === NEWLINE ? at + 2 : at + 1
  }
  return bytes.length
}

/** No token is longer than this. */
const LONGEST_WORD = 8 * 1024
/** What stands in no token: white space, quotes, a comma, a semicolon. */
const BETWEEN_WORDS: ReadonlySet<number> = new Set([...' \t\n\r"\',;'].map((char) => char.charCodeAt(0)))

/** Length up to and with the last byte that ends a word; where there is none near the end, up to a whole character. */
export function findEndOfWords(bytes: Uint8Array): number {
  const least = Math.max(0, bytes.length - LONGEST_WORD)
  for (let at = bytes.length - 1; at >= least; at--) if (BETWEEN_WORDS.has(bytes[at]!)) return at + 1
  for (let at = bytes.length - 1; at >= least; at--) {
    // The first byte of a character: all that stands before it is whole.
    if ((bytes[at]! & 0xc0) !== 0x80) return at
  }
  return least
}
