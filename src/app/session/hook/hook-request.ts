import { makeRequest, type Request } from '../../../core/plan/index.ts'
import type { EngineServices } from '../../../ports/index.ts'
import { listAgentInstructionFiles } from './agent-instruction-files.ts'
import type { HookCall } from './hook-tools.ts'
import { computeChannelLimit } from './split-packet.ts'

/** Planned to what the channel carries. Where an agent turns tags into text, there are none. */
export function makeHookRequest(engine: EngineServices, { project, agent, event, part }: HookCall): Request {
  const room = computeChannelLimit(agent.hooks?.outputLimit ?? null, part.of)
  const tags = agent.hooks?.escapes.includes('<') !== true
  const { moved } = agent.hooks!.settings
  const loaded = listAgentInstructionFiles(agent, {
    textOf: (path) => engine.readProjectText(project, path),
    userTextOf: (path) => engine.readUserText(path, moved),
  })
  return makeRequest({
    repo: project.name,
    agent: agent.id,
    trigger: event,
    channelLimit: room,
    tags,
    loaded,
  })
}
