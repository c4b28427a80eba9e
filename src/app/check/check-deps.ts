import type { Agent } from '../../agents/index.ts'
import type { FindingSeverity } from '../../core/check/index.ts'
import type { Baseline, EngineServices, ListedText, Project } from '../../ports/index.ts'
import type { ReportProgress } from '../output/index.ts'

/** Everything that `check` needs from outside. */
export interface CheckDeps {
  readonly engine: Pick<
    EngineServices,
    'cache' | 'hash' | 'readProjectText' | 'listProjectMarkdown' | 'repository'
  >
  readonly agents: readonly Agent[]
  readonly project: Project
  /** All files that git tracks or would track; without git, all files. */
  list(): Iterable<ListedText>
  /** Files that were renamed in the history of the project: the old path and the latest one. */
  listRenames(): ReadonlyMap<string, string>
  newSalt(): string
  keyedFingerprint(salt: string): (value: string) => string
  /** Null if the file does not exist. */
  readBaseline(file: string): Baseline | null
  writeBaseline(file: string, baseline: Baseline): void
  readonly tell: ReportProgress
}

export interface CheckInput {
  /** Empty for all codes. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  /** The mildest severity that is shown. */
  readonly show: FindingSeverity
  /** The mildest severity that fails the check; null if none does. */
  readonly failOn: FindingSeverity | null
  readonly baseline: string | null
  readonly writeBaseline: string | null
}
