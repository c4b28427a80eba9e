import { isUtf8 } from 'node:buffer'

/** Offset of the first ill-formed sequence, or -1. */
export function findUtf8Fault(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return -1
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceAt(bytes, at)
    if (length === 0) return at
    at += length
  }
  return -1
}

/** Bytes of the character that begins here; 0 when none does. Ranges are those of table 3-7 of the Unicode standard. */
function sequenceAt(bytes: Uint8Array, at: number): number {
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

const MARK = '\uFEFF'

export function stripByteOrderMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

/** Well-formed bytes as text with `\n` line ends. */
export function decodeUtf8(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
