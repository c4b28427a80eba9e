import type { Agent } from '../../agents/index.ts'
import type { OutputPart } from '../../app/session/index.ts'

export interface HookArguments {
  readonly event: string
  readonly agent: string | undefined
  readonly part: string | undefined
  readonly limit: string | undefined
  readonly timeout: string | undefined
  readonly repo: string | undefined
}

/** Accepts `--name=value` and `--name value`. Ignores unknown options, because an agent cannot react to an error. */
export function parseHookArguments(argv: readonly string[]): HookArguments {
  const [event = ''] = argv
  const value = (name: string): string | undefined => {
    const at = argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`))
    const word = argv[at]
    return word === undefined || word.includes('=') ? word?.slice(name.length + 3) : argv[at + 1]
  }
  return {
    event,
    agent: value('agent'),
    part: value('part'),
    limit: value('limit'),
    timeout: value('timeout'),
    repo: value('repo'),
  }
}

export function parseOutputPart(text: string | undefined): OutputPart {
  if (text === undefined) return { index: 1, of: 1 }
  const [, index, of] = /^(\d{1,2})\/(\d{1,2})$/.exec(text) ?? []
  const part = { index: Number(index), of: Number(of) }
  return part.index >= 1 && part.index <= part.of ? part : { index: 1, of: 1 }
}

/** Null for an invalid time. */
export function parseSeconds(text: string | undefined): number | null {
  const seconds = text !== undefined && /^\d{1,4}(\.\d+)?$/.test(text) ? Number(text) : 0
  return seconds > 0 ? seconds : null
}

/** Applies the output limit that `foreword install` wrote into the agent's settings and into this command, in the agent's own unit. */
export function applyOutputLimit(agent: Agent, text: string | undefined): Agent {
  const { hooks } = agent
  const key = hooks?.settings.limitKey
  if (hooks === null || hooks.outputLimit === null || key === null || key === undefined) return agent
  if (text === undefined || !/^\d{1,7}$/.test(text)) return agent
  const amount = Number(text) * key.bytesPerToken
  return { ...agent, hooks: { ...hooks, outputLimit: { ...hooks.outputLimit, amount } } }
}
