import type { Agent } from '../../../agents/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { explainUntrusted } from '../../trust/index.ts'
import type { DoctorTrial, Scope } from '../install/install-output.ts'
import { inspectAddOns } from './add-ons/inspect-add-ons.ts'
import { runAgentTrial } from './agent-trial.ts'
import { checkHookTrust } from './check-hook-trust.ts'
import type { DoctorDeps, InspectedFile } from './doctor-deps.ts'
import type { DeliveryProof, DoctorAgent, DoctorResult, DoctorServer } from './doctor-output.ts'
import { explainDelivery, explainLosses, type KnownAgentState } from './explain-delivery.ts'
import { findDisabledEntries, findDisabledHooks } from './find-disabled-hooks.ts'
import { runHookTrials } from './hook-trial.ts'
import { inspectServers } from './inspect-servers.ts'
import { inspectSettings, toDoctorFile } from './inspect-settings.ts'
import { readMachineSettings } from './read-machine-settings.ts'

export interface DoctorInput {
  readonly project: { readonly name: string; readonly root: string }
  readonly agents: readonly Agent[]
  /** Whether the user named the agents. Then an agent without entries is a problem. */
  readonly named: boolean
  /** Timeout for running an agent itself; null to run none. */
  readonly timeoutMs: number | null
  /** Reports progress to the user. */
  readonly tell: (what: string) => void
}

const scopes: readonly Scope[] = ['user', 'project']

export async function examineAgents(deps: DoctorDeps, input: DoctorInput): Promise<DoctorResult> {
  const { state, problem } = await checkManifest(deps)
  const store = await deps.store()
  const examined: DoctorAgent[] = []
  for (const agent of input.agents) {
    const found = await examineAgent(deps, input, agent)
    if (found !== null) examined.push(found)
  }
  const isInstalled = examined.some(({ settings }) => settings.some(({ own }) => own.length > 0))
  const problems = [
    ...[problem, store.problem].filter((found) => found !== null),
    ...(isInstalled || input.named ? [] : ['Nothing is installed: "foreword install --all" does it.']),
  ]
  const well = problems.length === 0 && examined.every((agent) => agent.problems.length === 0)
  return {
    project: input.project.name,
    manifest: state,
    program: deps.program.words,
    store,
    problems,
    agents: examined,
    well,
  }
}

async function checkManifest(deps: DoctorDeps) {
  try {
    const state = await deps.trust()
    return { state, problem: explainUntrusted({ state }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { state: null, problem: error.message }
  }
}

/** Null for an agent that the user did not name and that is not installed. */
async function examineAgent(deps: DoctorDeps, input: DoctorInput, agent: Agent): Promise<DoctorAgent | null> {
  const { id, title, hooks } = agent
  const { root } = input.project
  const program = deps.find(agent.program)
  const files = hooks === null ? [] : inspectSettings(deps, agent)
  const own = files.flatMap((file) => file.own)
  if (program === null && own.length === 0 && !input.named) return null
  input.tell(`looking at ${title}`)
  const version = program === null ? null : await readVersion(deps, agent, program, root)
  if (hooks === null) {
    return { agent: id, title, program, version, settings: [], mcp: [], ...makeNoHooks(agent) }
  }
  const added = inspectAddOns(deps, agent, files)
  const settings = [...files.map(toDoctorFile), ...added.files]
  const mcp = inspectServers(deps, agent)
  const base = { agent: id, title, program, version, settings, mcp }
  const trials = await runHookTrials(deps, root, agent, own)
  const run = input.timeoutMs === null ? null : program
  const machine = readMachineSettings(deps, agent)
  const off = own.length === 0 ? [] : findDisabledHooks({ agent, files, machine })
  const skipped = findDisabledEntries({ agent, files, machine })
  const trustInput = { root, agent, program: run, files, machine, isOff: off.length > 0 }
  const trust = own.length === 0 ? none : await checkHookTrust(deps, trustInput)
  const proof = await proveDelivery(deps, input, { agent, program: run, version, files, trials })
  // The behaviour of the agent overrides our reading of its settings. It does not show which of several entries brought the context.
  const disabled = [...(proof?.arrived ? [] : off), ...skipped]
  const known = { agent, files: settings, trials, distrust: trust.problems, off: disabled }
  const sent = await deps.sent(id)
  const both = scopes.every((scope) => files.some((file) => file.scope === scope && file.own.length > 0))
  const notes = [
    ...trust.notes,
    ...added.notes,
    ...(both ? ['It is installed for the user and in the project: each event calls foreword twice.'] : []),
    ...(typeof sent === 'string' ? [`Deliveries of earlier sessions are unknown: ${sent}`] : []),
  ]
  const problems = new Set([
    ...files.flatMap((file) => file.faults),
    ...(machine?.faults ?? []),
    ...listEntryProblems(deps, files),
    ...listServerProblems(mcp),
    ...listTrialProblems(trials),
    ...known.off,
    ...trust.problems,
    ...listProofProblems(known, proof),
    ...(own.length === 0 && input.named ? [`Nothing is installed: "foreword install ${id}" does it.`] : []),
  ])
  const deliveries =
    typeof sent === 'string' ? [] : sent.map((injection) => explainDelivery(known, injection))
  return { ...base, trials, proof, deliveries, notes, problems: [...problems] }
}

const none = { notes: [], problems: [] }

function makeNoHooks({ id }: Agent) {
  const note = `It has no hooks. "foreword dispatch --executor=${id}" puts the context in front of the task.`
  return { trials: [], proof: null, deliveries: [], notes: [note], problems: [] }
}

/** Uses a temporary home, because some agents write into their home even for this. */
async function readVersion({ tryBare }: DoctorDeps, agent: Agent, program: string, cwd: string) {
  const words = [program, ...agent.versionArgs]
  const { exitCode, out } = await tryBare({ words, cwd, input: '', timeoutMs: 10_000 })
  return exitCode === 0 ? (out.trim().split('\n')[0] ?? '').slice(0, 100) : null
}

interface Candidate extends Pick<KnownAgentState, 'agent' | 'trials'> {
  readonly files: readonly InspectedFile[]
  /** Null if the agent is not installed or must not be run. */
  readonly program: string | null
  readonly version: string | null
}

/** Runs the agent itself if its hooks send a packet. */
async function proveDelivery(
  deps: DoctorDeps,
  { timeoutMs, tell }: DoctorInput,
  { agent, program, version, files, trials }: Candidate,
): Promise<DeliveryProof | null> {
  const isSent = trials.some(({ event, outcome }) => event === 'session-start' && outcome === 'sent')
  if (agent.trial === null || program === null || timeoutMs === null || !isSent) return null
  tell(`running ${agent.title} with a model of our own, at most ${Math.round(timeoutMs / 1000)} s`)
  return runAgentTrial(deps, { agent, program, version, files, timeoutMs })
}

function listTrialProblems(trials: readonly DoctorTrial[]): string[] {
  return trials.flatMap(({ event, fits, detail }) =>
    fits ? [] : [`${event}: ${detail ?? 'it does not fit'}`],
  )
}

function listProofProblems(known: KnownAgentState, proof: DeliveryProof | null): readonly string[] {
  if (proof === null || proof.arrived) return []
  return [
    `In a run of its own: ${proof.detail}.`,
    ...explainLosses(known, { sections: proof.sections, why: null }),
  ]
}

function listServerProblems(servers: readonly DoctorServer[]): string[] {
  return servers
    .filter(({ state, current }) => state === 'own' && !current)
    .map(
      ({ file }) =>
        `The MCP server in ${file} is not what this foreword writes: "foreword install" replaces it.`,
    )
}

function listEntryProblems(deps: DoctorDeps, files: readonly InspectedFile[]): string[] {
  const own = files.flatMap((file) => file.own)
  const stale = own.filter((entry) => !entry.current)
  const scopes = new Set(files.filter((file) => file.own.length > 0).map(({ scope }) => scope))
  const gone = scopes.has('user') ? deps.program.words.filter((word) => !deps.exists(word)) : []
  return [
    ...(stale.length === 0
      ? []
      : [
          `${stale.length} of ${own.length} entries are not what this foreword writes, and were not tried: "foreword install" replaces them.`,
        ]),
    ...gone.map((word) => `${word} does not exist.`),
    ...(scopes.has('project') ? listMissingPrograms(deps) : []),
  ]
}

/** Entries of a project name foreword as every machine of a team finds it. This machine may not. */
function listMissingPrograms({ portableProgram, find }: DoctorDeps): string[] {
  const [first = ''] = portableProgram
  if (find(first) !== null) return []
  return [
    `The entries of the project start "${portableProgram.join(' ')}", and "${first}" is not on PATH: put it there, or install with --user.`,
  ]
}
