import type { Agent } from '../../agents/index.ts'
import { makeProgramAgent, splitCommandLine } from '../../app/dispatch/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { CommandCall } from './command.ts'
import { makeUsageRefusal } from './parse-arguments.ts'
import { makeUnknownAgentRefusal, readOption } from './read-options.ts'

/** Returns the agents that --executor names, without duplicates. */
export async function chooseDispatchAgents(call: CommandCall): Promise<Agent[]> {
  const known = await call.services.agents()
  const names = readOption(call.parsed, 'executor')
  const list = (some: readonly Agent[]) => some.map((agent) => agent.id).join(', ')
  if (names === undefined)
    throw makeUsageRefusal(call.command, `--executor is missing; agents: ${list(known)}`)
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
    if (agent === undefined) throw makeUnknownAgentRefusal(call.command, name)
    return agent.program === '' ? makeProgramAgent(words ?? []) : agent
  })
  if (words !== null && !chosen.some((agent) => agent.id === 'generic'))
    throw makeUsageRefusal(call.command, 'a command needs --executor=generic')
  return chosen
}

/** The command line of the user's own program. Null if the user gave none. */
function readCommandLine({ command, parsed }: CommandCall): readonly string[] | null {
  const line = readOption(parsed, 'command')
  if (line === undefined) return parsed.rest.length === 0 ? null : parsed.rest
  if (parsed.rest.length > 0)
    throw makeUsageRefusal(command, 'give the command with --command or after --, not both')
  const words = splitCommandLine(line)
  if (words === null) throw makeUsageRefusal(command, '--command has an unclosed quote')
  return words
}
