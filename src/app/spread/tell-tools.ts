import type { Plan } from '../../core/plan/index.ts'
import type { Project, SourceReader, Workshop } from '../../ports/index.ts'

/** What it takes to ask outside of the project's files. */
export interface TellTools {
  readonly shop: Workshop
  readonly project: Project
  readonly plan: Plan
  readonly reader: SourceReader
  readonly task: string | null
  trusted(): Promise<boolean>
}
