import { type Agent, agents } from '../../agents/index.ts'
import type { InstallAnswer, Scope } from '../../app/index.ts'
import { print } from './asking.ts'
import { type Call, option, projectOf, unknownAgent } from './options.ts'
import { usage } from './parse.ts'
import { installView } from './views/install.ts'

export function install(call: Call): Promise<number> {
  return change(call, 'install')
}

export function uninstall(call: Call): Promise<number> {
  return change(call, 'uninstall')
}

async function change(call: Call, action: InstallAnswer['action']): Promise<number> {
  const { command, parsed, app } = call
  const { options } = parsed
  const all = options.has('all')
  const named = namedAgents(call)
  if (all === named.length > 0)
    throw usage(command, all ? 'name agents, or use --all, not both' : 'name an agent, or use --all')
  if (options.has('user') && options.has('project'))
    throw usage(command, '--user and --project exclude each other')
  const scope: Scope = options.has('project') ? 'project' : 'user'
  const project = projectOf(call, option(parsed, 'repo') ?? app.projectAround())
  const chosen = all ? agents.filter((agent) => agent.hooks !== null) : named
  const order = {
    action,
    agents: chosen,
    scope,
    all,
    dryRun: options.has('dry-run'),
    force: options.has('force'),
  }
  const answer = await app.install(project, order)
  print(call, answer, (paint) => installView(answer, paint))
  return answer.agents.some(({ state }) => state === 'refused') ? 1 : 0
}

export function namedAgents({ command, parsed }: Call): Agent[] {
  return [...new Set(parsed.args)].map((name) => {
    const agent = agents.find((one) => one.id === name)
    if (agent === undefined) throw unknownAgent(command, name)
    return agent
  })
}
