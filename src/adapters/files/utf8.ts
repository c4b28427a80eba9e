import { isUtf8 } from 'node:buffer'

/** Returns the offset of the first ill-formed sequence, or -1. */
export function findUtf8Fault(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return -1
  for (let at = 0; at < bytes.length; ) {
    const length = measureSequence(bytes, at)
    if (length === 0) return at
    at += length
  }
  return -1
}

/**
 * Returns the length of the character that starts here; 0 if it is ill-formed. The ranges are those of table 3-7 of the Unicode
 * standard.
 */
function measureSequence(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next] ?? 0
    const low = next > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const high = next > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    if (byte < low || byte > high) return 0
  }
  return length
}

const byteOrderMark = '\uFEFF'

export function stripByteOrderMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text
}

/** Decodes well-formed bytes to text with `\n` line ends. */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
