import { type Request, request } from '../../core/plan/index.ts'
import type { Counting, Project, Recorder, StoreTrouble, Workshop } from '../../ports/index.ts'
import type { Caller, StatusAnswer } from './answer.ts'

export interface OfferedRead {
  readonly address: string
  readonly budget: number | null
  /** What the work is about, for what is chosen by relevance. */
  readonly task: string | null
}

export type CompleteOrder = ({ readonly template: string } | { readonly prompt: string }) & {
  readonly variable: string
  readonly typed: string
}

export interface OfferTools {
  readonly shop: Workshop
  readonly project: Project
  readonly recorder: Recorder
  counting(project: Project): Promise<Counting>
  /** Why the manifest says nothing to an agent; null when it may. */
  inert(): Promise<string | null>
  status(asked: Request): Promise<StatusAnswer>
  readonly warn: (trouble: StoreTrouble) => void
}

export function requestFor({ project }: OfferTools, given: Partial<Request> = {}): Request {
  return request({ repo: project.name, ...given })
}

/** As it goes into a receipt. */
export function callerWords({ session, client }: Caller) {
  return { session, ...(client !== null && { client }) }
}
