import type { Agent } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { DoctorTrial, Scope } from '../install/outputs.ts'
import { inspectAddOns } from './add-ons/inspect-add-ons.ts'
import { runAgentTrial } from './agent-trial.ts'
import type { DoctorDeps, InspectedFile } from './doctor-tools.ts'
import { explainDelivery, explainLosses, type KnownAgentState } from './explain-delivery.ts'
import { runTrials } from './hook-trial.ts'
import { inspectAllSettings, toDoctorFile } from './inspect-settings.ts'
import type { DeliveryProof, DoctorAgent, DoctorEntry, DoctorResult } from './outputs.ts'
import { findDisabledHooks } from './switched-off.ts'
import { findHookTrust } from './trust-findings.ts'

export interface DoctorInput {
  readonly project: { readonly name: string; readonly root: string }
  readonly agents: readonly Agent[]
  /** Whether the agents were asked for by name: then one without entries is a problem. */
  readonly named: boolean
  /** How long an agent may take that is run itself; null to run none. */
  readonly timeoutMs: number | null
  /** Told what is being done, for a person who waits. */
  readonly tell: (what: string) => void
}

const scopes: readonly Scope[] = ['user', 'project']

export async function examineAgents(tools: DoctorDeps, order: DoctorInput): Promise<DoctorResult> {
  const { state, problem } = await manifestState(tools)
  const examined: DoctorAgent[] = []
  for (const agent of order.agents) {
    const found = await examine(tools, order, agent)
    if (found !== null) examined.push(found)
  }
  const isInstalled = examined.some(({ settings }) => settings.some(({ own }) => own.length > 0))
  const problems = [
    ...(problem === null ? [] : [problem]),
    ...(isInstalled || order.named ? [] : ['Nothing is installed: "foreword install --all" does it.']),
  ]
  const well = problems.length === 0 && examined.every((one) => one.problems.length === 0)
  return {
    project: order.project.name,
    manifest: state,
    program: tools.program.words,
    problems,
    agents: examined,
    well,
  }
}

async function manifestState(tools: DoctorDeps) {
  try {
    const state = await tools.trust()
    const words = { never: 'is not trusted', changed: 'has changed since it was trusted' }
    const why = state === 'never' || state === 'changed' ? words[state] : null
    return {
      state,
      problem: why === null ? null : `The manifest ${why}: "foreword trust" shows it and asks.`,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { state: null, problem: error.message }
  }
}

/** Null for an agent that nobody asked for and that is not here. */
async function examine(tools: DoctorDeps, order: DoctorInput, agent: Agent): Promise<DoctorAgent | null> {
  const { id, title, hooks } = agent
  const { root } = order.project
  const program = tools.find(agent.program)
  const files = hooks === null ? [] : inspectAllSettings(tools, agent)
  const own = files.flatMap((file) => file.own)
  if (program === null && own.length === 0 && !order.named) return null
  order.tell(`looking at ${title}`)
  const version = program === null ? null : await versionOf(tools, agent, program, root)
  if (hooks === null) {
    return { agent: id, title, program, version, settings: [], ...withoutHooks(agent) }
  }
  const added = inspectAddOns(tools, agent, files)
  const settings = [...files.map(toDoctorFile), ...added.files]
  const base = { agent: id, title, program, version, settings }
  const trials = await runTrials(tools, root, agent, own)
  const run = order.timeoutMs === null ? null : program
  const off = own.length === 0 ? [] : findDisabledHooks(agent, files)
  const asked = { root, agent, program: run, files, isOff: off.length > 0 }
  const trust = own.length === 0 ? none : await findHookTrust(tools, asked)
  const proof = await proofOf(tools, order, { agent, program: run, version, files, trials })
  // What the agent does counts for more than what we make of its settings.
  const known = { agent, files: settings, trials, distrust: trust.problems, off: proof?.arrived ? [] : off }
  const sent = await tools.sent(id)
  const both = scopes.every((scope) => files.some((one) => one.scope === scope && one.own.length > 0))
  const notes = [
    ...trust.notes,
    ...added.notes,
    ...(both ? ['It is installed for the user and in the project: each event calls foreword twice.'] : []),
    ...(typeof sent === 'string' ? [`What arrived in earlier sessions cannot be told: ${sent}`] : []),
  ]
  const problems = new Set([
    ...files.flatMap((file) => file.faults),
    ...entryProblems(tools, own),
    ...trialProblems(trials),
    ...known.off,
    ...trust.problems,
    ...proofProblems(known, proof),
    ...(own.length === 0 && order.named ? [`Nothing is installed: "foreword install ${id}" does it.`] : []),
  ])
  const deliveries = typeof sent === 'string' ? [] : sent.map((one) => explainDelivery(known, one))
  return { ...base, trials, proof, deliveries, notes, problems: [...problems] }
}

const none = { notes: [], problems: [] }

function withoutHooks({ id }: Agent) {
  const said = `It has no hooks. "foreword dispatch --executor=${id}" puts the context in front of the task.`
  return { trials: [], proof: null, deliveries: [], notes: [said], problems: [] }
}

/** Even for that, some write into their home. */
async function versionOf({ tryBare }: DoctorDeps, agent: Agent, program: string, cwd: string) {
  const words = [program, ...agent.versionArgs]
  const { exitCode, out } = await tryBare({ words, cwd, input: '', timeoutMs: 10_000 })
  return exitCode === 0 ? (out.trim().split('\n')[0] ?? '').slice(0, 100) : null
}

interface Candidate extends Pick<KnownAgentState, 'agent' | 'trials'> {
  readonly files: readonly InspectedFile[]
  /** Null when it is not here, or shall not be run. */
  readonly program: string | null
  readonly version: string | null
}

/** Runs the agent itself where there is something that could arrive. */
async function proofOf(
  tools: DoctorDeps,
  { timeoutMs, tell }: DoctorInput,
  { agent, program, version, files, trials }: Candidate,
): Promise<DeliveryProof | null> {
  const gives = trials.some(({ event, outcome }) => event === 'session-start' && outcome === 'sent')
  if (agent.trial === null || program === null || timeoutMs === null || !gives) return null
  tell(`running ${agent.title} with a model of our own, at most ${Math.round(timeoutMs / 1000)} s`)
  return runAgentTrial(tools, { agent, program, version, files, timeoutMs })
}

function trialProblems(trials: readonly DoctorTrial[]): string[] {
  return trials.flatMap(({ event, fits, detail }) =>
    fits ? [] : [`${event}: ${detail ?? 'it does not fit'}`],
  )
}

function proofProblems(known: KnownAgentState, proof: DeliveryProof | null): readonly string[] {
  if (proof === null || proof.arrived) return []
  return [
    `In a run of its own: ${proof.detail}.`,
    ...explainLosses(known, { sections: proof.sections, why: null }),
  ]
}

function entryProblems(tools: DoctorDeps, own: readonly DoctorEntry[]): string[] {
  const stale = own.filter((entry) => !entry.current)
  const gone = tools.program.words.filter((word) => !tools.exists(word))
  return [
    ...(stale.length === 0
      ? []
      : [
          `${stale.length} of ${own.length} entries are not what this foreword writes, and were not tried: "foreword install" replaces them.`,
        ]),
    ...(own.length === 0 ? [] : gone.map((word) => `${word} does not exist.`)),
  ]
}
