import type { SkipReason } from '../../ports/index.ts'
// What `scrub` answers with. `--json` prints it as it is, so every name here is public. No value of a secret is in it.

/** Where a secret stands. Lines and columns count from 1, columns in UTF-16 code units; the end is behind the last one. */
export interface ScrubFinding {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly end_line: number
  readonly end_column: number
  readonly rule: string
  /** The same for the same value under the same salt: of the baseline, or of this call alone. */
  readonly fingerprint: string
}

export interface AllowedFinding extends ScrubFinding {
  /** As the allow-list has it. */
  readonly reason: string
}

export interface ScrubAnswer {
  /** Those that are neither allowed nor known, in the order of the files. */
  readonly findings: readonly ScrubFinding[]
  /** How many texts were looked through. */
  readonly files: number
  readonly skipped: readonly { readonly file: string; readonly reason: SkipReason }[]
  /** What could not be read although it should have been. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[]
  /** Of `findings`, by rule. */
  readonly counts: Readonly<Record<string, number>>
  /** Pieces of hidden text that were met, by kind. They stay, but for --add=hidden-text. */
  readonly hidden: Readonly<Record<string, number>>
  readonly allowed: readonly AllowedFinding[]
  /** In the baseline already. */
  readonly known: readonly ScrubFinding[]
  /** Entries of the allow-list that matched nothing. */
  readonly stale: readonly { readonly line: number; readonly reason: string }[]
  /** Null without a baseline. */
  readonly baseline: BaselineAnswer | null
}

export interface BaselineAnswer {
  /** How many of its findings, in the files that were looked through, are not there any more. */
  readonly gone: number
  /** The file that was written; null when none was asked for. */
  readonly wrote: string | null
}
