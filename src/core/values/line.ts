/** One line of a section on its way to the packet. It remembers where it came from. */
export interface SourceLine {
  readonly text: string
  /** 1-based line in the source; 0 when the engine wrote the line itself. */
  readonly at: number
  /** The source, where a section has more than one. */
  readonly path?: string | undefined
  /** The field or heading the line stands under; undefined before the first one. */
  readonly label?: string | undefined
  /** What would close the code fence that is open after this line. */
  readonly fence?: string | undefined
}

/** Without blank lines at either end. */
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
