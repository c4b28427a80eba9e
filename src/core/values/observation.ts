/** What a source said at one moment. "Unavailable" is kept apart from "absent": the first is trouble, the second is normal. */
export type Observation =
  | Found
  | {
      readonly state: 'absent'
      readonly uri: string
      readonly detail: string
      /** What to do about it, where somebody asked for just this. */
      readonly fix?: string
      /** Nothing is missing: there is just no such thing at the moment. */
      readonly inactive?: true
    }
  | {
      readonly state: 'unavailable'
      readonly uri: string
      readonly path: string
      readonly reason: UnavailableReason
      readonly detail: string
      readonly fix?: string
    }

export interface Found {
  readonly state: 'found'
  readonly uri: string
  /** Root-relative, `/`-separated; `@name/…` for a named root. Never absolute. */
  readonly path: string
  /** Decoded UTF-8 without BOM, with `\n` line ends. */
  readonly text: string
  /** Of the whole file as it lies on disk, as `sha256:<hex>`. */
  readonly digest: string
  readonly bytes: number
  /** Present when only the beginning and the end of a large file were read. */
  readonly gap?: ReadGap
  /** The same file has another name, and nobody can tell where: said only where the manifest is not trusted. */
  readonly hardLinked?: true
  /** ISO 8601, UTC. */
  readonly modifiedAt: string
  /** ISO 8601, UTC; only where a reader looked it up. */
  readonly committedAt?: string
  /** What is known of it besides its text, where it is no file. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** The hole in a windowed observation: lines after `afterLine` of the text stand `skippedLines` further down in the source. */
export interface ReadGap {
  readonly afterLine: number
  readonly skippedLines: number
  readonly skippedBytes: number
}

export type UnavailableReason =
  | 'outside-root'
  | 'excluded'
  | 'not-a-file'
  | 'binary'
  | 'not-utf8'
  | 'too-large'
  | 'unreadable'
  | 'plugin-not-enabled'
  | 'plugin-failed'
  | 'plugin-timeout'

/** Maps a 1-based line of the observed text to its line in the source. */
export function mapToSourceLine(gap: ReadGap | undefined, line: number): number {
  return gap !== undefined && line > gap.afterLine ? line + gap.skippedLines : line
}
