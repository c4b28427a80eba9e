import type { OutsideRule } from '../core/redact/index.ts'

/** The redaction rules of a project, besides the built-in ones: its known secrets, and the patterns of its manifest. */
export interface ProjectRedactionRules {
  readonly rules: readonly OutsideRule[]
  /** Unreadable files, each with the reason and without content. */
  readonly trouble: readonly string[]
  /** Files in the project that the rules come from. */
  readonly files: readonly string[]
  /** Paths in the project, existing or not, whose change could change a rule. */
  readonly places: readonly string[]
  /** Whether a rule depends on more than files, such as an environment variable. */
  readonly elsewhere: boolean
}
