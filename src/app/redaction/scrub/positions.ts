export interface TextPosition {
  readonly line: number
  readonly column: number
}

/** Returns a function from offset to position. Ask for offsets in ascending order. */
export function makePositionLookup(text: string): (offset: number) => TextPosition {
  let line = 1
  let lineStart = 0
  let lineEnd = text.indexOf('\n')
  return (offset) => {
    while (lineEnd !== -1 && lineEnd < offset) {
      line++
      lineStart = lineEnd + 1
      lineEnd = text.indexOf('\n', lineStart)
    }
    return { line, column: offset - lineStart + 1 }
  }
}
