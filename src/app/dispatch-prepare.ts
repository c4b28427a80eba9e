import type { Agent } from '../agents/index.ts'
import type { Request } from '../core/plan/index.ts'
import { renderPrompt } from '../core/render/index.ts'
import { type Desk, records, takeDown } from './dispatch-desk.ts'
import { dropWorktree, openWorktree } from './dispatch-worktree.ts'
import { getPacket } from './get-packet.ts'
import { loadedBy } from './hook/loaded.ts'
import { newRunId } from './occasion.ts'
import { injectionParcel } from './record/parcels.ts'
import { type Injection, notStarted, type Run } from './summary.ts'

interface Preparing {
  readonly agent: Agent
  readonly program: string
  readonly several: boolean
}

/** A published run directory, with everything in it but what the agent does; and where it will work. */
export async function prepareRun(desk: Desk, { agent, program, several }: Preparing): Promise<Run> {
  const { shop, order } = desk
  const { project } = order
  const id = newRunId(shop, agent.id)
  const worktree = several ? await openWorktree(desk, id) : null
  const workspace = worktree?.directory ?? project.root
  const started = shop.clock.now().toISOString()
  const before = (await shop.versions()).head(project.root)
  const draft: Run = {
    id,
    agent,
    program,
    workspace,
    worktree,
    started,
    before,
    directory: '',
    injection: null,
  }
  try {
    return await publishRun(desk, draft)
  } catch (error) {
    await dropWorktree(desk, worktree)
    throw error
  }
}

async function publishRun(desk: Desk, draft: Run): Promise<Run> {
  const { order, runs } = desk
  const { request } = order
  const injection = await injectionOf(desk, draft)
  const packet = injection?.packet ?? null
  const prompt = packet === null ? request.task : renderPrompt(packet.render, packet.text, request.task)
  const run: Run = { ...draft, injection }
  const directory = runs.publish(draft.id, {
    'task.md': request.task,
    'prompt.md': prompt,
    'output.log': '',
    ...(packet === null ? {} : { 'context.md': packet.text }),
    ...records(desk, run, null),
  })
  return { ...run, directory }
}

/**
 * What the agent reads by itself where it will work. In a worktree that is what is committed: a file that is another one in
 * the project is sent.
 */
function loadedBefore({ shop, order }: Desk, { agent, workspace }: Run): string[] {
  if (agent.hooks === null) return []
  const { moved } = agent.hooks.settings
  const there = { ...order.project, root: workspace }
  return loadedBy(agent, {
    textOf(path) {
      const text = shop.textOf(there, path)
      return text === shop.textOf(order.project, path) ? text : null
    },
    userTextOf: (path) => shop.userTextOf(path, moved),
  })
}

/** The packet for one agent; null where none is wanted. One that was refused, where that was said to be fine, has no packet. */
async function injectionOf(desk: Desk, run: Run): Promise<Injection | null> {
  const { shop, order, runs, tell } = desk
  if (order.context === 'off') return null
  const { project, useCache } = order
  const request: Request = { ...order.request, agent: run.agent.id, loaded: loadedBefore(desk, run) }
  const who = { agent: run.agent.id, role: request.role, runId: run.id }
  const onLevel = (level: string) => tell({ kind: 'context', level })
  const result = await getPacket(shop, { project, request, who, useCache, onLevel })
  if ('packet' in result) {
    const { text, render, receipt, record, seal } = result.packet
    tell({ kind: 'injection', receipt, compiled: result.compiled })
    return { receipt, record, packet: { text, render, seal } }
  }
  const { refusal, receipt, record } = result.refused
  const injection: Injection = { receipt, record, packet: null }
  await takeDown(desk, [injectionParcel(shop, { receipt, text: null })])
  if (order.context === 'required') {
    const refused: Run = { ...run, injection }
    const files = records(desk, refused, notStarted(shop.clock, run))
    tell({ kind: 'refused', directory: runs.publish(run.id, { 'task.md': request.task ?? '', ...files }) })
    throw refusal
  }
  tell({ kind: 'no-context', reason: refusal.message })
  return injection
}
