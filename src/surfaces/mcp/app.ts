import type { ProjectService } from '../../app/server/index.ts'

/** The services that the MCP server needs. */
export interface McpApp {
  readonly version: string
  readonly service: ProjectService
  /** Makes an id for a connection without a session id. */
  newSession(): string
  /** Reports a problem to the user, never on standard output. */
  warn(trouble: { readonly detail: string }): void
  /** Called after the last response. */
  close(): Promise<void>
}
