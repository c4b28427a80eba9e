/**
 * Removes the differences that agents introduce: blanks, line ends, entities for angle brackets. Both sides are compared in this form, so
 * neither an escape nor a trimmed line counts as lost.
 */
export function normalizeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replace(/\s+/g, '')
}

/** Normalised text, with the byte offsets of the original. */
export interface NormalizedText {
  readonly text: string
  /** Byte at which each character begins, plus the end of the text. */
  readonly starts: Uint32Array
  /** Byte at which each character ends. */
  readonly ends: Uint32Array
}

export function normalizeWithOffsets(text: string): NormalizedText {
  const starts = new Uint32Array(text.length + 1)
  const ends = new Uint32Array(text.length + 1)
  let length = 0
  let byte = 0
  for (let i = 0; i < text.length; ) {
    const entity = text.startsWith('&lt;', i) || text.startsWith('&gt;', i)
    const units = entity ? 4 : 1
    const bytes = entity ? 4 : countUtf8Bytes(text.charCodeAt(i))
    if (entity || !/\s/.test(text[i]!)) {
      starts[length] = byte
      ends[length] = byte + bytes
      length += 1
    }
    byte += bytes
    i += units
  }
  starts[length] = byte
  return { text: normalizeText(text), starts: starts.subarray(0, length + 1), ends: ends.subarray(0, length) }
}

/** Counts the UTF-8 bytes of a code unit. A surrogate pair takes four bytes, so each half counts two. */
function countUtf8Bytes(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3
}

/** Finds the first character that begins at or after a byte. */
export function findIndexAtByte({ starts }: NormalizedText, byte: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! < byte) low = middle + 1
    else high = middle
  }
  return low
}
