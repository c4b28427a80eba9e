import type { OutputLimit } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { getPacket } from '../engine/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import { computeChannelLimit, formatSinglePart } from '../session/index.ts'
import { getServerSummary } from './cached-server-summary.ts'
import { listServerTools } from './offered-tools.ts'
import type { Caller, ProjectInfo } from './server-answer.ts'
import type { ServerSummary } from './server-summary.ts'
import { describeCaller, makeServerRequest, type ServerDeps } from './service-tools.ts'

/** The least that a client passes on of a server's instructions: Claude Code cuts behind it, others do not cut. */
const cap: OutputLimit = { amount: 4_096, unit: 'utf-16', beyond: 'head' }

/** Before anybody is told anything: what it is called. A server starts whatever is wrong with a project, and says so. */
export async function describeProject(tools: ServerDeps): Promise<ProjectInfo> {
  const { project } = tools
  const nothing = (inert: string) => ({ project: project.name, scheme: 'foreword', inert })
  try {
    const inert = await tools.inert()
    if (inert !== null) return nothing(inert)
    const { scheme } = await getServerSummary(tools)
    return { project: project.name, scheme, inert: null }
  } catch (error) {
    return nothing((await cleaned(tools, error)).message)
  }
}

/** What holds for all work in the project, and how the rest is read. Fast where nothing has changed: clients wait a second. */
export async function buildInstructions(tools: ServerDeps, caller: Caller): Promise<string> {
  try {
    const inert = await tools.inert()
    if (inert !== null) return `${inert}; until the user has done that, nothing is offered here.`
    const face = await getServerSummary(tools)
    const head = headOf(face, tools.project.name)
    return face.only.length === 0 ? head : `${head}\n\n${await identity(tools, caller, { face, head })}`
  } catch (error) {
    return refused(await cleaned(tools, error))
  }
}

/** A refusal without the secrets that it may quote; everything else is a bug. */
async function cleaned({ engine, project }: ServerDeps, error: unknown): Promise<Refusal> {
  if (!(error instanceof Refusal)) throw error
  const { makeTextRedactor, defaultRedaction } = await import('../redaction/redact-text.ts')
  return error.cleaned(
    makeTextRedactor(defaultRedaction, (await engine.projectRedactionRules(project, defaultRedaction)).rules),
  )
}

function headOf({ scheme, examples }: ServerSummary, project: string): string {
  const { search, read, explain } = listServerTools(scheme)
  const such = examples.length === 0 ? '' : ` (such as ${examples.join(', ')})`
  return [
    `Context of the project ${project}, from foreword. Before a change, read the decisions and plans that it touches:`,
    `${search.name} finds documents by words, ${read.name} reads them by address${such}; ${explain.name} says why something is given or not.`,
  ].join('\n')
}

/** The sections that say what a project is, through the same path as every packet: redacted, within budgets, on record. */
async function identity(
  tools: ServerDeps,
  caller: Caller,
  { face, head }: { face: ServerSummary; head: string },
): Promise<string> {
  const { engine, project, recorder, warn } = tools
  const left = { ...cap, amount: cap.amount - head.length }
  const request = makeServerRequest(tools, {
    only: face.only,
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
  if ('refused' in result) return refused(result.refused.refusal)
  return formatSinglePart(text ?? '', left)
}

const maxReasonLength = 500

function refused({ message }: Refusal): string {
  const reason = message.split('\n')[0]!.slice(0, maxReasonLength)
  return `foreword: no project context this time (${reason}). "foreword explain" says more.`
}
