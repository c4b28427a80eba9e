import { makeRequest, type Request } from '../../../core/plan/index.ts'
import type { EngineServices } from '../../../ports/index.ts'
import { describeLoadedFiles, listAgentInstructionFiles } from './agent-instruction-files.ts'
import type { HookCall } from './hook-deps.ts'
import { computeChannelLimit } from './split-packet.ts'

/** Plans for the channel limit of the agent. Leaves out tags if the agent escapes them. */
export function makeHookRequest(
  engine: EngineServices,
  { project, agent, event, part, input }: HookCall,
): Request {
  const channelLimit = computeChannelLimit(agent.hooks?.outputLimit ?? null, part.of)
  const tags = agent.hooks?.escapes.includes('<') !== true
  const { moved } = agent.hooks!.settings
  const loaded = listAgentInstructionFiles(agent, {
    // Later events may name the directory of a tool call.
    directory: event === 'session-start' ? findDirectory(project.root, input.cwd) : '',
    readText: (path) => engine.readProjectText(project, path),
    listMarkdown: (directory) => engine.listProjectMarkdown(project, directory),
    readUserText: (path) => engine.readUserText(path, moved),
  })
  return makeRequest({
    repo: project.name,
    agent: agent.id,
    trigger: event,
    channelLimit,
    tags,
    expansions: agent.hooks!.expansions,
    ...describeLoadedFiles(loaded, engine.hash),
  })
}

/** Returns the path of the working directory in the project; empty if it is the root or not in the project. */
function findDirectory(root: string, cwd: string | null): string {
  return cwd?.startsWith(`${root}/`) === true ? cwd.slice(root.length + 1) : ''
}
