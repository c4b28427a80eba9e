import type { RuleId, RuleSet } from '../../../core/redact/index.ts'
import type { AllowEntry, Baseline, ListedText } from '../../../ports/index.ts'
import type { ScrubFinding } from './scrub-output.ts'

/** Everything that `scrub` needs from outside. */
export interface ScrubDeps {
  /** All texts of a file or directory; `-` is standard input. */
  list(path: string): Iterable<ListedText>
  /** Whether a pattern of the allow-list matches a file name. */
  matches(pattern: string, file: string): boolean
  hash(value: string): string
  newSalt(): string
  keyedFingerprint(salt: string): (value: string) => string
  /** Empty without an allow-list file. */
  readonly allowList: readonly AllowEntry[]
  /** Null if the file does not exist. */
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
  /** The form that the caller prints. `text` accepts only input that can be written back unchanged. */
  readonly output: 'text' | 'patch' | 'findings'
  /** Larger files in directories are skipped. */
  readonly maxBytes: number
  /** The file of the allow-list. */
  readonly allow: string | null
  readonly baseline: string | null
  readonly writeBaseline: string | null
}

/** One searched text. */
export interface ScrubbedText {
  readonly file: string
  /** The redacted text. */
  readonly text: string
  /** Neither on the allow-list nor in the baseline. */
  readonly findings: readonly ScrubFinding[]
  /** The diff from the text to the redacted text; '' if they are equal, null if the text or its name is not valid UTF-8. */
  readonly patch: string | null
}

export interface ScrubEvents {
  scrubbed(text: ScrubbedText): void
  unreadable(file: string, reason: string): void
  progress(progress: { readonly done: number; readonly total: number | null; readonly what: string }): void
}
