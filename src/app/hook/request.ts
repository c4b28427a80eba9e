import { type Request, request } from '../../core/plan/index.ts'
import type { Workshop } from '../../ports/index.ts'
import { loadedBy } from './loaded.ts'
import type { HookOrder } from './tools.ts'
import { roomIn } from './values.ts'

/** Planned to what the channel carries. Where an agent turns tags into text, there are none. */
export function requestFor(shop: Workshop, { project, agent, event, part }: HookOrder): Request {
  const room = roomIn(agent.hooks?.cap ?? null, part.of)
  const tags = agent.hooks?.escapes.includes('<') !== true
  const { moved } = agent.hooks!.settings
  const loaded = loadedBy(agent, {
    textOf: (path) => shop.textOf(project, path),
    userTextOf: (path) => shop.userTextOf(path, moved),
  })
  return request({ repo: project.name, agent: agent.id, trigger: event, room, tags, loaded })
}
