/** Converts between UTF-8 bytes, UTF-16 units and lines of a text. */
export interface TextOffsets {
  /** UTF-16 offset of a UTF-8 byte; inside a character, the offset of the character. */
  unitAt(byte: number): number
  byteAt(unit: number): number
  /** From 1. */
  lineAt(unit: number): number
  /** UTF-16 offsets [start, end) of a line, including its line break. */
  line(number: number): readonly [number, number]
  /** Number of lines. Text after the last line break counts as a line. */
  readonly lines: number
}

export function computeTextOffsets(text: string): TextOffsets {
  const units = [0]
  const bytes = [0]
  let byte = 0
  for (let i = 0; i < text.length; i++) {
    byte += getUnitWidth(text, i)
    if (text.charCodeAt(i) !== 0x0a) continue
    units.push(i + 1)
    bytes.push(byte)
  }
  if (units.length > 1 && units.at(-1) === text.length) {
    units.pop()
    bytes.pop()
  }
  return {
    lines: units.length,
    lineAt: (unit) => findLastUpTo(units, unit) + 1,
    line: (number) => [units[number - 1] ?? text.length, units[number] ?? text.length],
    unitAt(byte) {
      const line = findLastUpTo(bytes, byte)
      let [unit, at] = [units[line]!, bytes[line]!]
      while (unit < text.length && at + getCharacterWidth(text, unit) <= byte) {
        at += getCharacterWidth(text, unit)
        unit += isPair(text, unit) ? 2 : 1
      }
      return unit
    },
    byteAt(unit) {
      const line = findLastUpTo(units, unit)
      let at = bytes[line]!
      for (let current = units[line]!; current < Math.min(unit, text.length); current++)
        at += getUnitWidth(text, current)
      return at
    },
  }
}

/** Returns the index of the last number up to `limit`; 0 if all are larger. */
function findLastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! <= limit) low = middle
    else high = middle
  }
  return low
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}

function getCharacterWidth(text: string, at: number): number {
  return isPair(text, at) ? 4 : getUnitWidth(text, at)
}

/** Returns the bytes of a UTF-16 unit. The first half of a surrogate pair counts for both. */
function getUnitWidth(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (isPair(text, at)) return 4
  return at > 0 && isPair(text, at - 1) ? 0 : 3
}
