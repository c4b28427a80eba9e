/** A text that can be read, perhaps again. */
export interface TextFile {
  /** As a person would type it from here; `-` for standard input. */
  readonly name: string
  read(): TextReading
}

export type SkipReason = 'link' | 'special' | 'binary' | 'too large'

export type TextReading =
  /** `exact`: writing the text gives the same bytes again. */
  | { readonly kind: 'text'; readonly text: string; readonly exact: boolean }
  | { readonly kind: 'skipped'; readonly reason: SkipReason }
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** It was there when the directory was listed. */
  | { readonly kind: 'gone' }

/** `path` tells it from all others; two names that are no text may look the same. `named`: not met in a directory. */
export type ListedText = { readonly path: string; readonly named: boolean } & (
  | { readonly kind: 'file'; readonly file: TextFile }
  | { readonly kind: 'skipped'; readonly name: string; readonly reason: SkipReason }
  | { readonly kind: 'unreadable'; readonly name: string; readonly reason: string }
)

/** What is no secret, and why. Everything that is said must hold. */
export interface AllowEntry {
  /** Where it stands in its file. */
  readonly line: number
  readonly reason: string
  /** Of the value, as `hash` writes it. */
  readonly sha256?: string
  readonly rule?: string
  /** A pattern for the name of the file. */
  readonly file?: string
}

/** Findings that are known. Values are told apart by fingerprints that the salt keys. */
export interface Baseline {
  readonly salt: string
  readonly findings: readonly KnownFinding[]
}

export interface KnownFinding {
  readonly file: string
  readonly rule: string
  readonly fingerprint: string
  /** How often it stands in the file. */
  readonly count: number
  /** Where it stood; a hint for people. */
  readonly line: number
}
