/** A text that can be read more than once. */
export interface TextFile {
  /** The path as a user would type it here; `-` for standard input. */
  readonly name: string
  read(): TextReading
}

export type SkipReason = 'link' | 'special' | 'binary' | 'too large'

export type TextReading =
  /** `exact`: writing the text reproduces the same bytes. */
  | { readonly kind: 'text'; readonly text: string; readonly exact: boolean }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** The file existed when the directory was listed and was deleted before it was read. */
  | { readonly kind: 'gone' }

/** `path` is unique; two names that are not valid UTF-8 may look the same. `named`: the user named the file, instead of a directory with it. */
export type ListedText = { readonly path: string; readonly named: boolean } & (
  | { readonly kind: 'file'; readonly file: TextFile }
  | { readonly kind: 'skipped'; readonly name: string; readonly reason: SkipReason }
  | { readonly kind: 'unreadable'; readonly name: string; readonly reason: string }
)

/** A value that is not a secret, and why. All given conditions must hold. */
export interface AllowEntry {
  /** Line of this entry in the allow file. */
  readonly line: number
  readonly reason: string
  /** Digest of the value, as `hash` writes it. */
  readonly sha256?: string
  readonly rule?: string
  /** Pattern for the name of the file. */
  readonly file?: string
}

/** Known findings. Values are identified by fingerprints that are keyed with the salt. */
export interface Baseline {
  readonly salt: string
  readonly findings: readonly KnownFinding[]
}

export interface KnownFinding {
  readonly file: string
  readonly rule: string
  readonly fingerprint: string
  /** Number of occurrences in the file. */
  readonly count: number
  /** Last known line; a hint for people. */
  readonly line: number
}
