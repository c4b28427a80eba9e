import { type Agent, agents } from '../../agents/index.ts'
import { type InstallResult, installAndTry, type Scope } from '../../app/setup/index.ts'
import type { CommandCall, CommandDescription } from './command.ts'
import { makeUsageRefusal } from './parse-arguments.ts'
import { chooseProject, makeUnknownAgentRefusal } from './read-options.ts'
import { readRepository } from './repository.ts'

export function parseAgentNames({ command, parsed }: CommandCall): Agent[] {
  return findAgents(command, parsed.args)
}

/** Returns the agents with these names, without duplicates. */
export function findAgents(command: CommandDescription, names: readonly string[]): Agent[] {
  return [...new Set(names)].map((name) => {
    const agent = agents.find(({ id }) => id === name)
    if (agent === undefined) throw makeUnknownAgentRefusal(command, name)
    return agent
  })
}

/** Runs `install` and `uninstall`, which take the same arguments. */
export async function changeAgentSettings(
  call: CommandCall,
  action: InstallResult['action'],
): Promise<InstallResult> {
  const { command, parsed, services } = call
  const { options } = parsed
  const all = options.has('all')
  const named = parseAgentNames(call)
  if (all === named.length > 0)
    throw makeUsageRefusal(command, all ? 'name agents or use --all, not both' : 'name an agent or use --all')
  if (options.has('user') && options.has('project'))
    throw makeUsageRefusal(command, '--user and --project exclude each other')
  const scope: Scope = options.has('project') ? 'project' : 'user'
  const project = chooseProject(call, readRepository(call))
  const input = {
    action,
    agents: all ? agents.filter((agent) => agent.hooks !== null) : named,
    scope,
    all,
    dryRun: options.has('dry-run'),
    force: options.has('force'),
    mcp: !options.has('no-mcp'),
  }
  return services.withTrials(project, (deps) => installAndTry(deps, project.root, input))
}

export function getSettingsExitCode({ agents }: InstallResult): number {
  return agents.some(({ state }) => state === 'refused') ? 1 : 0
}
