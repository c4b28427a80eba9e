/** The state of a source at one moment. An absent source is normal; an unavailable one exists, or may exist, and cannot be read. */
export type Observation =
  | FoundSource
  | {
      readonly state: 'absent'
      readonly uri: string
      readonly detail: string
      /** The next step for the user, if the request named this source. */
      readonly fix?: string
      /** Set if absence is normal: no document is active at the moment. */
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

export interface FoundSource {
  readonly state: 'found'
  readonly uri: string
  /** Root-relative, `/`-separated; `@name/…` for a named root. Never absolute. */
  readonly path: string
  /** Decoded UTF-8 without BOM, with `\n` line ends. */
  readonly text: string
  /** Digest of the whole file on disk, as `sha256:<hex>`. */
  readonly digest: string
  readonly bytes: number
  /** Set if foreword read only the beginning and the end of a large file. */
  readonly gap?: ReadGap
  /** Set if the file has another name at an unknown place. Checked only if the manifest is not trusted. */
  readonly hardLinked?: true
  /** ISO 8601, UTC. */
  readonly modifiedAt: string
  /** ISO 8601, UTC; left out if the reader did not look it up. */
  readonly committedAt?: string
  /** Facts beside the text, if the source is not a file. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** The part of a large file that was not read. Lines after `afterLine` of the text are `skippedLines` further down in the source. */
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
