import type { OutputLimit } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { getPacket } from '../engine/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import { computeChannelLimit, formatSinglePart } from '../session/index.ts'
import { getCachedServerSummary } from './cached-server-summary.ts'
import type { Caller, ProjectInfo } from './project-info.ts'
import { describeCaller, makeServerRequest, type ServerDeps } from './server-deps.ts'
import type { ServerSummary } from './server-summary.ts'
import { listServerTools } from './server-tools.ts'

/** The lowest limit of any client for a server's instructions: Claude Code cuts after this, others do not cut. */
const instructionsLimit: OutputLimit = { amount: 4_096, unit: 'utf-16', beyond: 'head' }

/** Describes the project before anything is sent. A server starts whatever is wrong with the project, and reports it here. */
export async function describeProject(deps: ServerDeps): Promise<ProjectInfo> {
  const { project } = deps
  const makeInert = (inert: string) => ({ project: project.name, scheme: 'foreword', inert })
  try {
    const inert = await deps.inert()
    if (inert !== null) return makeInert(inert)
    const { scheme } = await getCachedServerSummary(deps)
    return { project: project.name, scheme, inert: null }
  } catch (error) {
    return makeInert((await redactRefusal(deps, error)).message)
  }
}

/** Builds the rules for all work in the project, and how to read the rest. Cached, because clients wait only a second. */
export async function buildServerInstructions(deps: ServerDeps, caller: Caller): Promise<string> {
  try {
    const inert = await deps.inert()
    if (inert !== null) return `${inert}; until the user has done that, nothing is offered here.`
    const summary = await getCachedServerSummary(deps)
    const head = formatHead(summary, deps.project.name)
    if (summary.only.length === 0 || deps.hasHooks) return head
    return `${head}\n\n${await compileIdentity(deps, caller, { summary, head })}`
  } catch (error) {
    return formatRefused(await redactRefusal(deps, error))
  }
}

/** Redacts a refusal, because it may quote secrets. Rethrows any other error, because that is a bug. */
async function redactRefusal({ engine, project }: ServerDeps, error: unknown): Promise<Refusal> {
  if (!(error instanceof Refusal)) throw error
  const { makeTextRedactor, defaultRedaction } = await import('../redaction/redactor.ts')
  return error.mapText(
    makeTextRedactor(defaultRedaction, (await engine.projectRedactionRules(project, defaultRedaction)).rules),
  )
}

function formatHead({ scheme, examples }: ServerSummary, project: string): string {
  const { search, read, explain } = listServerTools(scheme)
  const such = examples.length === 0 ? '' : ` (such as ${examples.join(', ')})`
  return [
    `Context of the project ${project}, from foreword. Before a change, read the decisions and plans that it touches:`,
    `${search.name} finds documents by words, ${read.name} reads them by address${such}; ${explain.name} says why something is given or not.`,
  ].join('\n')
}

/** Compiles the sections that describe the project, like every packet: redacted, within budgets and recorded. */
async function compileIdentity(
  deps: ServerDeps,
  caller: Caller,
  { summary, head }: { summary: ServerSummary; head: string },
): Promise<string> {
  const { engine, project, recorder, warn } = deps
  const left = { ...instructionsLimit, amount: instructionsLimit.amount - head.length }
  const request = makeServerRequest(deps, {
    only: summary.only,
    channelLimit: computeChannelLimit(left, 1),
    tags: false,
  })
  const who = { agent: null, role: null, asked: 'instructions', ...describeCaller(caller) }
  const result = await getPacket(engine, { project, request, who, useCache: true })
  const { receipt, text, seal } =
    'packet' in result ? result.packet : { ...result.refused, text: null, seal: undefined }
  const { troubles } = await recorder.record([
    makeInjectionParcel(engine, { receipt, text, ...(seal !== undefined && { seal }) }),
  ])
  for (const trouble of troubles) warn(trouble)
  if ('refused' in result) return formatRefused(result.refused.refusal)
  return formatSinglePart(text ?? '', left)
}

const maxReasonLength = 500

function formatRefused({ message }: Refusal): string {
  const reason = message.split('\n')[0]!.slice(0, maxReasonLength)
  return `foreword: no project context this time (${reason}). "foreword explain" says more.`
}
