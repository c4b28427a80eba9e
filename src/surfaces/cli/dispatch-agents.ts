import type { Agent } from '../../agents/index.ts'
import { makeProgramAgent, splitCommandLine } from '../../app/dispatch/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Call } from './command.ts'
import { option, unknownAgent } from './options.ts'
import { usage } from './parse.ts'

/** Returns the agents that --executor names, without duplicates. */
export async function chooseDispatchAgents(call: Call): Promise<Agent[]> {
  const known = await call.services.agents()
  const names = option(call.parsed, 'executor')
  const list = (some: readonly Agent[]) => some.map((agent) => agent.id).join(', ')
  if (names === undefined) throw usage(call.command, `--executor is missing; agents: ${list(known)}`)
  const words = readCommandLine(call)
  if (names === 'all') {
    const fixed = known.filter((agent) => agent.program !== '')
    const installed = fixed.filter((agent) => agent.installed)
    const own = words === null ? [] : [makeProgramAgent(words)]
    if (installed.length + own.length > 0) return [...installed, ...own]
    throw new Refusal('agent-missing', `None of ${list(fixed)} is on PATH.`, 'Install one of them.')
  }
  const unique = [...new Set(names.split(',').map((name) => name.trim()))]
  const chosen = unique.map((name) => {
    const agent = known.find(({ id }) => id === name)
    if (agent === undefined) throw unknownAgent(call.command, name)
    return agent.program === '' ? makeProgramAgent(words ?? []) : agent
  })
  if (words !== null && !chosen.some((agent) => agent.id === 'generic'))
    throw usage(call.command, 'a command needs --executor=generic')
  return chosen
}

/** The command line of the user's own program. Null if the user gave none. */
function readCommandLine({ command, parsed }: Call): readonly string[] | null {
  const line = option(parsed, 'command')
  if (line === undefined) return parsed.rest.length === 0 ? null : parsed.rest
  if (parsed.rest.length > 0) throw usage(command, 'give the command with --command or after --, not both')
  const words = splitCommandLine(line)
  if (words === null) throw usage(command, '--command has an unclosed quote')
  return words
}
