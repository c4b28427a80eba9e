/** A line of a section, with its place in the source. */
export interface SourceLine {
  readonly text: string
  /** 1-based line in the source; 0 if foreword wrote the line. */
  readonly at: number
  /** The source, if the section has several. */
  readonly path?: string | undefined
  /** The field or heading above the line; undefined before the first one. */
  readonly label?: string | undefined
  /** The line that closes the code fence that is open after this line. */
  readonly fence?: string | undefined
}

/** Removes blank lines at both ends. */
export function trimBlankLines(lines: readonly SourceLine[]): SourceLine[] {
  let from = 0
  let to = lines.length
  while (from < to && lines[from]!.text.trim() === '') from++
  while (to > from && lines[to - 1]!.text.trim() === '') to--
  return lines.slice(from, to)
}

export function joinLines(lines: readonly SourceLine[]): string {
  return lines.map((line) => line.text).join('\n')
}
