import type { RuleId, RuleSet } from '../../../core/redact/index.ts'
import type { AllowEntry, Baseline, ListedText } from '../../../ports/index.ts'
import type { ScrubFinding } from './outputs.ts'

/** What `scrub` needs from outside. */
export interface ScrubDeps {
  /** Every text that a path stands for; `-` is standard input. */
  list(path: string): Iterable<ListedText>
  /** Whether a pattern of the allow-list means a file, by its name. */
  matches(pattern: string, file: string): boolean
  hash(value: string): string
  newSalt(): string
  keyedFingerprint(salt: string): (value: string) => string
  /** Empty without one. */
  readonly allowList: readonly AllowEntry[]
  /** Null when there is no such file. */
  readBaseline(file: string): Baseline | null
  writeBaseline(file: string, baseline: Baseline): void
}

export interface ScrubInput {
  /** Files, directories, and `-` for standard input. */
  readonly paths: readonly string[]
  readonly sets: readonly RuleSet[]
  readonly add: readonly RuleId[]
  readonly without: readonly RuleId[]
  readonly labels: boolean
  /** What the caller will print: a text must then be one that can be written again. */
  readonly output: 'text' | 'patch' | 'findings'
  /** Larger files in directories are left out. */
  readonly maxBytes: number
  /** The file of the allow-list. */
  readonly allow: string | null
  readonly baseline: string | null
  readonly writeBaseline: string | null
}

/** One text that was looked through. */
export interface ScrubbedText {
  readonly file: string
  /** Redacted. */
  readonly text: string
  /** Neither allowed nor known. */
  readonly findings: readonly ScrubFinding[]
  /** From the text to the redacted one; '' when they are the same, null when its bytes, or those of its name, are no UTF-8. */
  readonly patch: string | null
}

export interface ScrubEvents {
  scrubbed(one: ScrubbedText): void
  unreadable(file: string, reason: string): void
  progress(progress: { readonly done: number; readonly total: number | null; readonly what: string }): void
}
