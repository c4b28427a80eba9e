import type { Agent } from '../../agents/index.ts'
import {
  addAgentArguments,
  makeNamedAgent,
  makeProgramAgent,
  splitCommandLine,
} from '../../app/dispatch/index.ts'
import { suggestNearest } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import type { CommandCall } from './command.ts'
import { makeUsageRefusal } from './parse-arguments.ts'
import { readOption } from './read-options.ts'

type KnownAgent = Agent & { readonly installed: boolean }

/** Returns the agents that --executor names, without duplicates. */
export async function chooseDispatchAgents(call: CommandCall, project: Project): Promise<Agent[]> {
  const fixed = await call.services.agents()
  const named = await readNamedAgents(call, project, fixed)
  const list = (some: readonly Agent[]) => some.map((agent) => agent.id).join(', ')
  const all = list([...fixed, ...named])
  const names = readOption(call.parsed, 'executor')
  if (names === undefined) throw makeUsageRefusal(call.command, `--executor is missing; agents: ${all}`)
  const words = readCommandLine(call)
  if (names === 'all') return chooseAll(fixed, words)
  const unique = [...new Set(names.split(',').map((name) => name.trim()))]
  const chosen = unique.map((name) => {
    const agent = [...fixed, ...named].find(({ id }) => id === name)
    const ids = [...fixed, ...named].map(({ id }) => id)
    const meant = suggestNearest(name, ids)
    if (agent === undefined)
      throw makeUsageRefusal(call.command, `unknown agent "${name}"; agents: ${all}${meant}`)
    return agent.program === '' ? makeProgramAgent(words ?? []) : agent
  })
  if (words === null || unique.includes('generic')) return chosen
  return [addWords(call, chosen, words)]
}

/** Words after -- belong to one agent: each agent has its own options. */
function addWords(call: CommandCall, chosen: readonly Agent[], words: readonly string[]): Agent {
  const [agent, ...others] = chosen
  if (readOption(call.parsed, 'command') !== undefined)
    throw makeUsageRefusal(call.command, 'a command needs --executor=generic')
  if (agent !== undefined && others.length === 0) return addAgentArguments(agent, words)
  throw makeUsageRefusal(call.command, 'arguments after -- need exactly one agent')
}

function chooseAll(fixed: readonly KnownAgent[], words: readonly string[] | null): Agent[] {
  const programs = fixed.filter((agent) => agent.program !== '')
  const installed = programs.filter((agent) => agent.installed)
  const own = words === null ? [] : [makeProgramAgent(words)]
  if (installed.length + own.length > 0) return [...installed, ...own]
  const list = programs.map((agent) => agent.id).join(', ')
  throw new Refusal('agent-missing', `None of ${list} is on PATH.`, 'Install one of them.')
}

async function readNamedAgents(
  { command, services }: CommandCall,
  project: Project,
  fixed: readonly Agent[],
): Promise<Agent[]> {
  const named = await services.namedAgents(project)
  const taken = named.find(({ id }) => id === 'all' || fixed.some((agent) => agent.id === id))
  if (taken !== undefined)
    throw makeUsageRefusal(command, `agents.yaml names an agent "${taken.id}", which foreword has already`)
  return named.map(makeNamedAgent)
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
