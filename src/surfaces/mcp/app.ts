import type { ProjectService } from '../../app/server/index.ts'

/** What the protocol asks of the program behind it. */
export interface McpApp {
  readonly version: string
  readonly offer: ProjectService
  /** A name for a connection that has none of its own. */
  newSession(): string
  /** What went wrong, for a person: never on standard output. */
  warn(trouble: { readonly detail: string }): void
  /** When the last answer is given. */
  close(): Promise<void>
}
