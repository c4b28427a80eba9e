// The surface for hooks of agents: reads one JSON document, prints one value, and never fails.
import { type Agent, agents, type EventRule, type HookEvent } from '../../agents/index.ts'
import {
  computeDeadline,
  emptyHookInput,
  formatHookFailure,
  formatHookNotice,
  type HookCall,
  type HookDeadline,
  type HookInput,
  type HookResult,
  makeDeadlineRefusal,
  parseHookInput,
  toOneLine,
} from '../../app/session/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import {
  applyOutputLimit,
  type HookArguments,
  parseHookArguments,
  parseOutputPart,
  parseSeconds,
} from './hook-arguments.ts'

/** The services that a hook needs. */
export interface HookApp {
  readonly cwd: string
  /** Start of the process, in milliseconds since 1970. */
  readonly startedAt: number
  /** The injection that `dispatch` started the agent with. Null if the agent was started otherwise. */
  readonly firstPromptInjection: string | null
  /** Null for a directory that has neither a manifest nor a preset. */
  project(choice: { repo: string }): Project | null
  projectAround(cwd?: string): string
  /** Reads standard input. Null if it did not end in time. */
  readInput(until: number): Promise<string | null>
  hook(call: HookCall): Promise<HookResult>
}

export interface HookStreams {
  out(text: string): void
  err(text: string): void
}

interface Call {
  readonly words: HookArguments
  readonly agent: Agent
  readonly event: HookEvent
  readonly rule: EventRule
  readonly deadline: HookDeadline
}

/** Answers one hook. `argv` starts with the event. */
export async function answerHook(app: HookApp, argv: readonly string[], streams: HookStreams): Promise<0> {
  const words = parseHookArguments(argv)
  const agent = agents.find(({ id }) => id === words.agent)
  const event = words.event as HookEvent
  const rule = Object.hasOwn(agent?.hooks?.events ?? {}, event) ? agent?.hooks?.events[event] : undefined
  if (agent === undefined || rule === undefined) {
    streams.err(`${toOneLine(`foreword: ${describeUnknown(words, agent)}`)}\n`)
    return 0
  }
  const deadline = computeDeadline(rule, app.startedAt, parseSeconds(words.timeout))
  const { print, notice, afterwards } = await runHook(app, { words, agent, event, rule, deadline })
  streams.out(print)
  if (notice !== null) streams.err(`${notice}\n`)
  if (afterwards !== null) await runBefore(deadline.endAt, afterwards)
  return 0
}

async function runHook(app: HookApp, call: Call): Promise<HookResult> {
  const { words, agent, event, rule, deadline } = call
  let input: HookInput = emptyHookInput
  try {
    const read = await readHookInput(app, call)
    input = read instanceof Refusal ? emptyHookInput : read
    const fault = read instanceof Refusal ? read : null
    const repo = words.repo ?? app.projectAround(input.cwd ?? app.cwd)
    const project = app.project({ repo })
    if (project === null) return silence
    const part = parseOutputPart(words.part)
    const limitedAgent = applyOutputLimit(agent, words.limit)
    const { firstPromptInjection } = app
    return await app.hook({
      project,
      agent: limitedAgent,
      event,
      rule,
      input,
      fault,
      part,
      deadline,
      firstPromptInjection,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const notice = formatHookNotice(error instanceof Refusal ? error : { message, fix: undefined }, event)
    return {
      print: formatHookFailure({ agent, rule, event, name: input.name }, notice),
      notice,
      afterwards: null,
    }
  }
}

/** The answer where foreword has nothing to say: no output, no record. */
const silence: HookResult = { print: '', notice: null, afterwards: null }

async function readHookInput(app: HookApp, { agent, deadline }: Call): Promise<HookInput | Refusal> {
  const what = `${agent.title} must send one JSON object on standard input`
  try {
    const text = await app.readInput(deadline.answerAt)
    if (text === null) return new Refusal('too-late', `${what}, and ${makeDeadlineRefusal(deadline).message}`)
    const got = text.trim() === '' ? 'nothing came' : 'something else came'
    return parseHookInput(text) ?? new Refusal('usage', `${what}, and ${got}`)
  } catch (error) {
    return new Refusal('not-readable', `${what}, and ${error instanceof Error ? error.message : error}`)
  }
}

function describeUnknown({ event, agent: name }: HookArguments, agent: Agent | undefined): string {
  const known = agents.filter(({ hooks }) => hooks !== null).map(({ id }) => id)
  if (agent === undefined)
    return `nothing was done: --agent must be one of ${known.join(', ')}, not "${name ?? ''}"`
  const events = Object.keys(agent.hooks?.events ?? {}).join(', ')
  if (events === '') return `nothing was done: ${agent.title} has no hooks`
  return `nothing was done: ${agent.title} has no event "${event}", only ${events}`
}

/** Runs work that may be lost. The agent has its output already and must not wait for the rest. */
async function runBefore(time: number, work: () => Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, Math.max(0, time - Date.now()))
  })
  try {
    await Promise.race([work(), late])
  } catch {
    // The agent has its output already and reads no more errors.
  } finally {
    clearTimeout(timer)
  }
}
