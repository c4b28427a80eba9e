import { Refusal } from '../../core/values/index.ts'
import type { EngineServices } from '../../ports/index.ts'
import type { ReadResult } from '../engine/index.ts'
import { buildInstructions, describeProject } from './about-server.ts'
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
} from './server-answer.ts'
import {
  type CompleteInput,
  describeCaller,
  makeServerRequest,
  type ReadAddressInput,
  type ServerDeps,
} from './service-tools.ts'

/** One project, as a server has it for whoever is connected. Nothing is read before somebody asks for it. */
export interface ProjectService {
  about(): Promise<ProjectInfo>
  /** What every client passes on to its model as soon as it is connected. Leaves a receipt. */
  instructions(caller: Caller): Promise<string>
  /** Everything that can be read, each once, sorted. Whoever goes on with a long list gets it as it was a moment ago. */
  resources(goingOn?: boolean): Promise<readonly ServerResource[]>
  templates(): Promise<readonly ServerTemplate[]>
  /** What a variable of a template or a prompt can be; null where there is no such variable. */
  complete(order: CompleteInput): Promise<CompletionResult | null>
  read(order: ReadAddressInput, caller: Caller): Promise<ReadResult>
  /** Tells one version of what lies at an address from another, without sending it. Refuses what is no address. */
  look(address: string): Promise<string>
  /** As `foreword context show` has it. */
  status(): Promise<StatusResult>
  search(order: { readonly query: string; readonly limit: number }, caller: Caller): Promise<SearchResult>
  /** Names and sizes only: it leaves no receipt. */
  explain(order: { readonly asked: string | null }): Promise<ExplainResult>
  /** A task with its context, at a level of the manifest. */
  start(
    order: { readonly task: string; readonly level: string | null },
    caller: Caller,
  ): Promise<StartTaskResult>
}

export function openProjectService(tools: ServerDeps): ProjectService {
  /** A manifest that came with a repository waits until somebody has looked at it, here as in a hook. */
  const trusted = async <T>(answer: () => Promise<T>): Promise<T> => {
    const inert = await tools.inert()
    if (inert !== null) throw new Refusal('not-trusted', inert)
    return answer()
  }
  const orNothing = async <T>(answer: () => Promise<readonly T[]>): Promise<readonly T[]> =>
    (await tools.inert()) === null ? answer() : []
  const listing = momentarily(tools.engine, async () => (await import('./resources.ts')).listResources(tools))
  // What is asked for loads then: at its start a server has to be quick.
  return {
    about: () => describeProject(tools),
    resources: (goingOn = false) => orNothing(() => listing(goingOn)),
    templates: () => orNothing(async () => (await import('./resources.ts')).listTemplates(tools)),
    instructions: (caller) => buildInstructions(tools, caller),
    complete: (order) =>
      trusted(async () => (await import('./completions.ts')).completeVariable(tools, order)),
    read: (order, caller) => trusted(() => readOffered(tools, order, caller)),
    look: (address) =>
      trusted(async () => (await import('./address-version.ts')).computeAddressVersion(tools, address)),
    status: () => trusted(() => tools.status(makeServerRequest(tools))),
    search: (order, caller) =>
      trusted(async () => (await import('./search-documents.ts')).searchDocuments(tools, order, caller)),
    explain: (order) =>
      trusted(async () => (await import('./explain-context.ts')).explainAddress(tools, order)),
    start: (order, caller) =>
      trusted(async () => (await import('./start-task.ts')).startTask(tools, order, caller)),
  }
}

const momentMs = 10_000

/** Keeps what was made last for those who go on with it: a client asks for one page after the other. */
function momentarily<T>(
  { systemTime }: EngineServices,
  make: () => Promise<T>,
): (goingOn: boolean) => Promise<T> {
  let last: { readonly at: number; readonly made: Promise<T> } | null = null
  return (goingOn) => {
    const now = systemTime()
    if (goingOn && last !== null && now - last.at < momentMs) return last.made
    const made = make()
    last = { at: now, made }
    // What failed is tried again.
    made.catch(() => {
      last = null
    })
    return made
  }
}

/** The bytes of `foreword read`. */
async function readOffered(
  tools: ServerDeps,
  { address, budget, task }: ReadAddressInput,
  caller: Caller,
): Promise<ReadResult> {
  const asked = { ...makeServerRequest(tools, { budget, task }), address }
  const { project } = tools
  const { readAddress } = await import('../engine/addresses/read-address.ts')
  const answer = await readAddress(tools, { project, request: asked, ...describeCaller(caller) })
  for (const trouble of answer.troubles) tools.warn(trouble)
  return answer
}
