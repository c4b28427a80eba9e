import type { Agent } from '../../agents/index.ts'
import { renderPrompt } from '../../core/packet/index.ts'
import type { Request } from '../../core/plan/index.ts'
import { getPacket, makeRunId } from '../engine/index.ts'
import { makeInjectionParcel } from '../record/index.ts'
import { describeLoadedFiles, listAgentInstructionFiles } from '../session/index.ts'
import { buildRunFiles, type DispatchContext, recordEntries } from './dispatch-context.ts'
import { openWorktree, removeWorktree } from './open-worktree.ts'
import { type DispatchRun, makeUnstartedEnd, type RunInjection } from './run-summary.ts'

interface PrepareInput {
  readonly agent: Agent
  readonly program: string
  readonly several: boolean
}

/** Publishes the run directory of one agent, and opens its worktree if several agents run. */
export async function prepareRun(
  context: DispatchContext,
  { agent, program, several }: PrepareInput,
): Promise<DispatchRun> {
  const { engine, input } = context
  const { project } = input
  const id = makeRunId(engine, agent.id)
  const worktree = several ? await openWorktree(context, id) : null
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
    return await publishRun(context, draft)
  } catch (error) {
    await removeWorktree(context, worktree)
    throw error
  }
}

async function publishRun(context: DispatchContext, draft: DispatchRun): Promise<DispatchRun> {
  const { input, runs } = context
  const { request } = input
  const injection = await injectPacket(context, draft)
  const packet = injection?.packet ?? null
  const prompt = packet === null ? request.task : renderPrompt(packet.render, packet.text, request.task)
  const run: DispatchRun = { ...draft, injection }
  const directory = runs.publish(draft.id, {
    'task.md': request.task,
    'prompt.md': prompt,
    'output.log': '',
    ...(packet === null ? {} : { 'context.md': packet.text }),
    ...buildRunFiles(context, run, null),
  })
  return { ...run, directory }
}

/**
 * Describes the files that the agent loads by itself in its workspace. A worktree has the committed files, so a file that differs from
 * the project is not in the list and gets sent.
 */
function describeLoaded(
  { engine, input }: DispatchContext,
  { agent, workspace }: DispatchRun,
): ReturnType<typeof describeLoadedFiles> {
  if (agent.hooks === null) return { loaded: [], loadedTexts: [] }
  const { moved } = agent.hooks.settings
  const workspaceProject = { ...input.project, root: workspace }
  const files = listAgentInstructionFiles(agent, {
    readText(path) {
      const text = engine.readProjectText(workspaceProject, path)
      return text === engine.readProjectText(input.project, path) ? text : null
    },
    listMarkdown: (directory) => engine.listProjectMarkdown(workspaceProject, directory),
    readUserText: (path) => engine.readUserText(path, moved),
  })
  return describeLoadedFiles(files, engine.hash)
}

/** Compiles the packet for one agent; null if context is off. A refused injection has no packet if context is optional. */
async function injectPacket(context: DispatchContext, run: DispatchRun): Promise<RunInjection | null> {
  const { engine, input, runs, tell } = context
  if (input.context === 'off') return null
  const { project, useCache } = input
  const request: Request = {
    ...input.request,
    agent: run.agent.id,
    expansions: run.agent.headless.expansions,
    ...describeLoaded(context, run),
  }
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
  await recordEntries(context, [makeInjectionParcel(engine, { receipt, text: null })])
  if (input.context === 'required') {
    const refused: DispatchRun = { ...run, injection }
    const files = buildRunFiles(context, refused, makeUnstartedEnd(engine.clock, run))
    tell({ kind: 'refused', directory: runs.publish(run.id, { 'task.md': request.task ?? '', ...files }) })
    throw refusal
  }
  tell({ kind: 'no-context', reason: refusal.message })
  return injection
}
