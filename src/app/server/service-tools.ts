import { makeRequest, type Request } from '../../core/plan/index.ts'
import type { EngineServices, Project, Recorder, SessionStore, StoreTrouble } from '../../ports/index.ts'
import type { Caller, StatusResult } from './server-answer.ts'

export interface ReadAddressInput {
  readonly address: string
  readonly budget: number | null
  /** What the work is about, for what is chosen by relevance. */
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
  /** Why the manifest says nothing to an agent; null when it may. */
  inert(): Promise<string | null>
  status(asked: Request): Promise<StatusResult>
  readonly warn: (trouble: StoreTrouble) => void
}

export function makeServerRequest({ project }: ServerDeps, given: Partial<Request> = {}): Request {
  return makeRequest({ repo: project.name, ...given })
}

/** As it goes into a receipt. */
export function describeCaller({ session, client }: Caller) {
  return { session, ...(client !== null && { client }) }
}
