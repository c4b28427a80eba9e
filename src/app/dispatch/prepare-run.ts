import type { Agent } from '../../agents/index.ts'
import { renderPrompt } from '../../core/packet/index.ts'
import type { Request } from '../../core/plan/index.ts'
import { getPacket, makeRunId } from '../engine/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import { listAgentInstructionFiles } from '../session/index.ts'
import { buildRunFiles, type DispatchContext, recordEntries } from './dispatch-context.ts'
import { type DispatchRun, makeUnstartedEnd, type RunInjection } from './run-summary.ts'
import { dropWorktree, openWorktree } from './run-worktree.ts'

interface Preparing {
  readonly agent: Agent
  readonly program: string
  readonly several: boolean
}

/** A published run directory, with everything in it but what the agent does; and where it will work. */
export async function prepareRun(
  desk: DispatchContext,
  { agent, program, several }: Preparing,
): Promise<DispatchRun> {
  const { engine, order } = desk
  const { project } = order
  const id = makeRunId(engine, agent.id)
  const worktree = several ? await openWorktree(desk, id) : null
  const workspace = worktree?.directory ?? project.root
  const started = engine.clock.now().toISOString()
  const before = (await engine.versions()).head(project.root)
  const draft: DispatchRun = {
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

async function publishRun(desk: DispatchContext, draft: DispatchRun): Promise<DispatchRun> {
  const { order, runs } = desk
  const { request } = order
  const injection = await injectionOf(desk, draft)
  const packet = injection?.packet ?? null
  const prompt = packet === null ? request.task : renderPrompt(packet.render, packet.text, request.task)
  const run: DispatchRun = { ...draft, injection }
  const directory = runs.publish(draft.id, {
    'task.md': request.task,
    'prompt.md': prompt,
    'output.log': '',
    ...(packet === null ? {} : { 'context.md': packet.text }),
    ...buildRunFiles(desk, run, null),
  })
  return { ...run, directory }
}

/**
 * What the agent reads by itself where it will work. In a worktree that is what is committed: a file that is another one in
 * the project is sent.
 */
function loadedBefore({ engine, order }: DispatchContext, { agent, workspace }: DispatchRun): string[] {
  if (agent.hooks === null) return []
  const { moved } = agent.hooks.settings
  const there = { ...order.project, root: workspace }
  return listAgentInstructionFiles(agent, {
    readText(path) {
      const text = engine.readProjectText(there, path)
      return text === engine.readProjectText(order.project, path) ? text : null
    },
    readUserText: (path) => engine.readUserText(path, moved),
  })
}

/** The packet for one agent; null where none is wanted. One that was refused, where that was said to be fine, has no packet. */
async function injectionOf(desk: DispatchContext, run: DispatchRun): Promise<RunInjection | null> {
  const { engine, order, runs, tell } = desk
  if (order.context === 'off') return null
  const { project, useCache } = order
  const request: Request = { ...order.request, agent: run.agent.id, loaded: loadedBefore(desk, run) }
  const who = { agent: run.agent.id, role: request.role, runId: run.id }
  const onLevel = (level: string) => tell({ kind: 'context', level })
  const result = await getPacket(engine, { project, request, who, useCache, onLevel })
  if ('packet' in result) {
    const { text, render, receipt, record, seal } = result.packet
    tell({ kind: 'injection', receipt, compiled: result.compiled })
    return { receipt, record, packet: { text, render, seal } }
  }
  const { refusal, receipt, record } = result.refused
  const injection: RunInjection = { receipt, record, packet: null }
  await recordEntries(desk, [makeInjectionParcel(engine, { receipt, text: null })])
  if (order.context === 'required') {
    const refused: DispatchRun = { ...run, injection }
    const files = buildRunFiles(desk, refused, makeUnstartedEnd(engine.clock, run))
    tell({ kind: 'refused', directory: runs.publish(run.id, { 'task.md': request.task ?? '', ...files }) })
    throw refusal
  }
  tell({ kind: 'no-context', reason: refusal.message })
  return injection
}
