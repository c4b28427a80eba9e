// The way in for agents: reads one JSON document, prints one value, and never fails.
import { type Agent, agents, type EventRule, type HookEvent } from '../../agents/index.ts'
import {
  envelopeOf,
  type HookAnswer,
  type HookInput,
  inputOf,
  type Part,
  type Project,
} from '../../app/index.ts'
import { Refusal } from '../../core/values/index.ts'

/** What a hook asks of the program behind it. */
export interface HookApp {
  readonly cwd: string
  project(choice: { repo: string }): Project
  projectAround(cwd: string): string
  /** Standard input, whole. */
  readInput(): string
  hook(order: {
    project: Project
    agent: Agent
    event: HookEvent
    rule: EventRule
    input: HookInput
    part: Part
  }): Promise<HookAnswer>
}

interface HookWords {
  readonly event: string
  readonly agent: string | undefined
  readonly part: string | undefined
  readonly repo: string | undefined
}

/** `--name=value` and `--name value`. What is not known is passed over: an agent cannot be told. */
function wordsOf(argv: readonly string[]): HookWords {
  const [event = ''] = argv
  const value = (name: string): string | undefined => {
    const at = argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
    const word = argv[at]
    return word === undefined || word.includes('=') ? word?.slice(name.length + 3) : argv[at + 1]
  }
  return { event, agent: value('agent'), part: value('part'), repo: value('repo') }
}

export interface Streams {
  out(text: string): void
  err(text: string): void
}

/** Half of what the agent allows, so that the answer is there before the agent gives up. */
const shareOfTime = 0.5

/** `argv` begins with the event. */
export async function answerHook(app: HookApp, argv: readonly string[], streams: Streams): Promise<0> {
  const words = wordsOf(argv)
  const agent = agents.find((one) => one.id === words.agent)
  const rule = agent?.hooks?.events[words.event as HookEvent]
  if (agent === undefined || rule === undefined) {
    streams.err(`foreword: ${unknownOf(words, agent)}\n`)
    return 0
  }
  let input: HookInput | null = null
  try {
    input = inputOf(app.readInput())
    if (input === null) throw new Refusal('usage', 'standard input holds no JSON object')
    const project = app.project({ repo: words.repo ?? app.projectAround(input.cwd ?? app.cwd) })
    const order = { project, agent, event: words.event as HookEvent, rule, input, part: partOf(words.part) }
    const { print, notice } = await inTime(app.hook(order), rule, input)
    streams.out(print)
    if (notice !== null) streams.err(`${notice}\n`)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    const notice = `foreword: no project context this time (${reason})`
    streams.out(envelopeOf(rule, input?.name ?? null, `${notice}.`, null))
    streams.err(`${notice}\n`)
  }
  return 0
}

function unknownOf({ event, agent: name }: HookWords, agent: Agent | undefined): string {
  const known = agents.filter((one) => one.hooks !== null).map((one) => one.id)
  if (agent === undefined) return `--agent must be one of ${known.join(', ')}, not "${name ?? ''}"`
  return `${agent.title} has no event "${event}"; events: ${Object.keys(agent.hooks?.events ?? {}).join(', ')}`
}

function partOf(text = '1/1'): Part {
  const [, index, of] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []
  const part = { index: Number(index), of: Number(of) }
  return part.index >= 1 && part.index <= part.of ? part : { index: 1, of: 1 }
}

/** Late is as good as never, and the agent would wait for nothing. */
async function inTime(work: Promise<HookAnswer>, rule: EventRule, input: HookInput): Promise<HookAnswer> {
  const limit = rule.timeoutSeconds * 1000 * shareOfTime
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<HookAnswer>((resolve) => {
    timer = setTimeout(() => {
      const notice = `foreword: no project context this time (it took longer than ${limit / 1000} s)`
      resolve({ print: envelopeOf(rule, input.name, `${notice}.`, null), notice })
    }, limit)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
