import { Refusal } from '../../core/values/index.ts'
import type { EngineServices } from '../../ports/index.ts'
import type { ReadResult } from '../engine/index.ts'
import type {
  Caller,
  CompletionResult,
  ExplainResult,
  ProjectInfo,
  SearchResult,
  ServerResource,
  ServerTemplate,
  StartTaskResult,
  StatusResult,
} from './project-info.ts'
import {
  type CompleteInput,
  describeCaller,
  makeServerRequest,
  type ReadAddressInput,
  type ServerDeps,
} from './server-deps.ts'
import { buildServerInstructions, describeProject } from './server-instructions.ts'

/** One project, served to the connected clients. Reads nothing before a client asks for it. */
export interface ProjectService {
  about(): Promise<ProjectInfo>
  /** The text that every client passes to its model when it connects. Leaves a receipt. */
  instructions(caller: Caller): Promise<string>
  /** Everything that can be read, without duplicates, sorted. `nextPage`: returns the list of a moment ago, so that pages fit together. */
  resources(nextPage?: boolean): Promise<readonly ServerResource[]>
  templates(): Promise<readonly ServerTemplate[]>
  /** Possible values of a variable of a template or prompt; null if the variable is unknown. */
  complete(input: CompleteInput): Promise<CompletionResult | null>
  read(input: ReadAddressInput, caller: Caller): Promise<ReadResult>
  /** Identifies the version of the content at an address without sending it. Refuses text that is not an address. */
  look(address: string): Promise<string>
  /** The result of `foreword context show`. */
  status(): Promise<StatusResult>
  search(input: { readonly query: string; readonly limit: number }, caller: Caller): Promise<SearchResult>
  /** Returns names and sizes only, so it leaves no receipt. */
  explain(input: { readonly asked: string | null }): Promise<ExplainResult>
  /** Builds a task with its context, at a level of the manifest. */
  start(
    input: { readonly task: string; readonly level: string | null },
    caller: Caller,
  ): Promise<StartTaskResult>
}

export function openProjectService(deps: ServerDeps): ProjectService {
  /** Requires the user's trust in the manifest, as a hook does. */
  const whenTrusted = async <T>(act: () => Promise<T>): Promise<T> => {
    const inert = await deps.inert()
    if (inert !== null) throw new Refusal('not-trusted', inert)
    return act()
  }
  const orNothing = async <T>(act: () => Promise<readonly T[]>): Promise<readonly T[]> =>
    (await deps.inert()) === null ? act() : []
  const listing = keepForPages(deps.engine, async () => (await import('./resources.ts')).listResources(deps))
  // Each module loads when it is needed, so that a server starts quickly.
  return {
    about: () => describeProject(deps),
    resources: (nextPage = false) => orNothing(() => listing(nextPage)),
    templates: () => orNothing(async () => (await import('./resources.ts')).listTemplates(deps)),
    instructions: (caller) => buildServerInstructions(deps, caller),
    complete: (input) =>
      whenTrusted(async () => (await import('./complete-variable.ts')).completeVariable(deps, input)),
    read: (input, caller) => whenTrusted(() => readServedAddress(deps, input, caller)),
    look: (address) =>
      whenTrusted(async () => (await import('./address-version.ts')).computeAddressVersion(deps, address)),
    status: () => whenTrusted(() => deps.status(makeServerRequest(deps))),
    search: (input, caller) =>
      whenTrusted(async () => (await import('./search-documents.ts')).searchDocuments(deps, input, caller)),
    explain: (input) =>
      whenTrusted(async () => (await import('./explain-address.ts')).explainAddress(deps, input)),
    start: (input, caller) =>
      whenTrusted(async () => (await import('./start-task.ts')).startTask(deps, input, caller)),
  }
}

const maxPageAgeMs = 10_000

/** Keeps the last result for the next pages, because a client asks for one page after the other. */
function keepForPages<T>(
  { systemTime }: EngineServices,
  make: () => Promise<T>,
): (nextPage: boolean) => Promise<T> {
  let last: { readonly at: number; readonly made: Promise<T> } | null = null
  return (nextPage) => {
    const now = systemTime()
    if (nextPage && last !== null && now - last.at < maxPageAgeMs) return last.made
    const made = make()
    last = { at: now, made }
    // A failure is not kept, so that the next call tries again.
    made.catch(() => {
      last = null
    })
    return made
  }
}

/** Returns the same bytes as `foreword read`. */
async function readServedAddress(
  deps: ServerDeps,
  { address, budget, task }: ReadAddressInput,
  caller: Caller,
): Promise<ReadResult> {
  const request = { ...makeServerRequest(deps, { budget, task }), address }
  const { project } = deps
  const { readAddress } = await import('../engine/addresses/read-address.ts')
  const result = await readAddress(deps, { project, request, ...describeCaller(caller) })
  for (const trouble of result.troubles) deps.warn(trouble)
  return result
}
