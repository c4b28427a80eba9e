/** Counts Unicode code points; a lone surrogate is one. */
export function countCodePoints(text: string): number {
  // Most texts have no surrogate pairs, and testing for them is faster than counting.
  if (!/[\ud800-\udbff]/.test(text)) return text.length
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) count--
  }
  return count
}

export function countQuarterCodePoints(text: string): number {
  return Math.ceil(countCodePoints(text) / 4)
}

/** A newline ends a line, so a trailing newline does not start another. */
export function countLines(text: string): number {
  if (text === '') return 0
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}
