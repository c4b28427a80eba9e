import type { Agent } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { getEntryProgram, withFileRefusals } from '../install/install.ts'
import type { Scope } from '../install/install-output.ts'
import { inspectMcpServer, makeMcpServerEdit } from '../install/mcp-server.ts'
import type { DoctorDeps } from './doctor-deps.ts'
import type { DoctorServer } from './doctor-output.ts'

/** Finds our MCP server in the settings of an agent. Starts nothing. */
export function inspectServers(deps: DoctorDeps, agent: Agent): DoctorServer[] {
  const [user, project] = [inspectServer(deps, agent, 'user'), inspectServer(deps, agent, 'project')]
  const both = project?.file === user?.file ? [user] : [user, project]
  return both.filter((server) => server !== null).filter(({ state }) => state !== 'absent')
}

function inspectServer(deps: DoctorDeps, agent: Agent, scope: Scope): DoctorServer | null {
  const rule = agent.servers
  if (rule === null) return null
  const { file, ...place } = deps.serverPlace(rule, scope)
  const server = { rule, toml: deps.toml, program: getEntryProgram(deps, scope) }
  try {
    const text = deps.files.read({ file, ...place })
    return withFileRefusals(file, () => {
      const { state, command } = inspectMcpServer(server, text)
      const current = state === 'own' && makeMcpServerEdit(server, file)(text) === text
      return { scope, file, state, command: command === null ? null : makeTextRedactor()(command), current }
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { scope, file, state: 'refused', command: null, current: false }
  }
}
