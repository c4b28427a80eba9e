import { type Agent, agents } from '../../agents/index.ts'
import { type InstallResult, installAndTry, type Scope } from '../../app/setup/index.ts'
import type { Call } from './command.ts'
import { option, projectOf, unknownAgent } from './options.ts'
import { usage } from './parse.ts'

export function namedAgents({ command, parsed }: Call): Agent[] {
  return [...new Set(parsed.args)].map((name) => {
    const agent = agents.find(({ id }) => id === name)
    if (agent === undefined) throw unknownAgent(command, name)
    return agent
  })
}

/** Runs `install` and `uninstall`, which take the same arguments. */
export async function changeSettings(call: Call, action: InstallResult['action']): Promise<InstallResult> {
  const { command, parsed, services } = call
  const { options } = parsed
  const all = options.has('all')
  const named = namedAgents(call)
  if (all === named.length > 0)
    throw usage(command, all ? 'name agents or use --all, not both' : 'name an agent or use --all')
  if (options.has('user') && options.has('project'))
    throw usage(command, '--user and --project exclude each other')
  const scope: Scope = options.has('project') ? 'project' : 'user'
  const project = projectOf(call, option(parsed, 'repo') ?? services.projectAround())
  const input = {
    action,
    agents: all ? agents.filter((agent) => agent.hooks !== null) : named,
    scope,
    all,
    dryRun: options.has('dry-run'),
    force: options.has('force'),
  }
  return services.withTrials(project, (deps) => installAndTry(deps, project.root, input))
}

export function settingsExitCode({ agents }: InstallResult): number {
  return agents.some(({ state }) => state === 'refused') ? 1 : 0
}
