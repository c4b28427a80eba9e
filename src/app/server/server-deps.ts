import { makeRequest, type Request } from '../../core/plan/index.ts'
import type { EngineServices, Project, Recorder, SessionStore, StoreTrouble } from '../../ports/index.ts'
import type { Caller, StatusResult } from './project-info.ts'

export interface ReadAddressInput {
  readonly address: string
  readonly budget: number | null
  /** The task, for documents that are selected by relevance. */
  readonly task: string | null
}

export type CompleteInput = ({ readonly template: string } | { readonly prompt: string }) & {
  readonly variable: string
  readonly typed: string
}

export interface ServerDeps {
  readonly engine: EngineServices
  readonly project: Project
  readonly recorder: Recorder
  counting(project: Project): Promise<SessionStore>
  /** Why the manifest must not be used; null if it may. */
  inert(): Promise<string | null>
  status(request: Request): Promise<StatusResult>
  readonly warn: (trouble: StoreTrouble) => void
  /** Hooks send the context already, so the instructions only say how to read more. */
  readonly hasHooks: boolean
}

export function makeServerRequest({ project }: ServerDeps, fields: Partial<Request> = {}): Request {
  return makeRequest({ repo: project.name, ...fields })
}

/** Describes the caller for a receipt. */
export function describeCaller({ session, client }: Caller) {
  return { session, ...(client !== null && { client }) }
}
