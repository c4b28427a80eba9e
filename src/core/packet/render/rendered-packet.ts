import type { SourceLine } from '../../values/index.ts'

/** A section as the renderer needs it. */
export interface RenderedSection {
  readonly id: string
  readonly heading: string
  readonly lines: readonly SourceLine[]
  readonly source: string
  /** Set if the packet has only the address of the section. */
  readonly declared?: boolean
}

/** Bytes [start, end) of the packet came from these lines of this source. */
export interface SourceMapEntry {
  readonly start: number
  readonly end: number
  readonly section: string
  readonly source: string
  readonly lines: readonly [number, number]
}

export interface RenderedPacket {
  readonly text: string
  readonly map: readonly SourceMapEntry[]
  /** How many expansions were neutralised. */
  readonly neutralised: number
}

/** Returns the first and the last line of each source. */
export function groupRangesBySource(
  lines: readonly SourceLine[],
  source: string,
): Map<string, readonly [number, number]> {
  const ranges = new Map<string, [first: number, last: number]>()
  for (const { at, path = source } of lines) {
    if (at <= 0) continue
    const range = ranges.get(path)
    if (range === undefined) ranges.set(path, [at, at])
    else if (at < range[0]) range[0] = at
    else if (at > range[1]) range[1] = at
  }
  return ranges
}
