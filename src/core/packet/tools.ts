import type { Outliner, ReduceDeps } from '../document/index.ts'
import type { Redactor } from '../redact/index.ts'

/** What assembling needs besides the plan and the readings: all of it values and pure functions. */
export interface AssembleDeps {
  /** ISO 8601. */
  readonly now: string
  readonly count: ReduceDeps['count']
  /** Tells texts apart. */
  readonly digest: (text: string) => string
  readonly outline: Outliner
  /** Of this packet alone: what it finds in one source it knows in all of them. */
  readonly redactor: Redactor
  /** Fill the wrapper's attributes; they count towards the budget. */
  readonly values: Readonly<Record<string, string>>
}
