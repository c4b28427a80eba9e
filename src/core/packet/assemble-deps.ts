import type { Outliner, ReduceDeps } from '../document/index.ts'
import type { Redactor } from '../redact/index.ts'

/** The dependencies of `assemble` beside the plan and the readings: only values and pure functions. */
export interface AssembleDeps {
  /** ISO 8601. */
  readonly now: string
  readonly count: ReduceDeps['count']
  /** Returns different digests for different texts. */
  readonly digest: (text: string) => string
  readonly outline: Outliner
  /** Used for this packet only, because a secret that it finds in one source is redacted in all. */
  readonly redactor: Redactor
  /** Values for the wrapper's attributes, which count towards the budget. */
  readonly values: Readonly<Record<string, string>>
}
