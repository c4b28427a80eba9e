import type { Agent } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import type { CompileResult } from '../engine/index.ts'
import { reviewTrust, type TrustDeps, type TrustReview } from '../trust/index.ts'
import { examineAgents } from './doctor/doctor.ts'
import type { DoctorDeps } from './doctor/doctor-deps.ts'
import type { DoctorResult } from './doctor/doctor-output.ts'
import { installHooks } from './install/install.ts'
import type { InstalledAgent, InstallResult } from './install/install-output.ts'
import type { Proposal } from './propose/init-output.ts'
import type { Proposer } from './propose/proposer.ts'
import type { SetupResult } from './setup-output.ts'

export interface SetupDeps {
  readonly proposer: Proposer
  readonly trust: TrustDeps
  readonly directory: DirectoryFacts
  /** Finds the project again, because a written manifest changes the one that applies. */
  findProject(): Project
  withTrials<Result>(project: Project, use: (deps: DoctorDeps) => Promise<Result>): Promise<Result>
}

/** The surroundings of a project's directory. */
export interface DirectoryFacts {
  /** Whether it is the user's home, or a directory above it. */
  readonly containsHome: boolean
  /** Whether it is in a git repository. */
  readonly isInGit: boolean
}

export interface SetupInput {
  readonly project: Project
  /** The agents to install into. All of them have hooks and are on PATH. */
  readonly agents: readonly Agent[]
  /** Timeout for each run of an agent. */
  readonly timeoutMs: number
  /** Commands worth knowing, for the result. */
  readonly next: SetupResult['next']
  /** Reports progress to the user. */
  readonly tell: (what: string) => void
  /** Shows the plan to the user and returns the answer. */
  readonly decide: (plan: SetupPlan) => SetupDecision
}

export type SetupDecision = 'yes' | 'declined' | 'unasked' | 'dry-run'

/** The changes that the user decides about. Nothing is written yet. */
export interface SetupPlan {
  readonly proposal: Proposal
  /** The existing manifest as the user reviews it; null for a proposed one. */
  readonly review: TrustReview | null
  /** The packet of the first agent. */
  readonly compiled: CompileResult
  /** Result of a dry run. */
  readonly install: InstallResult
  /** Whether the user has to approve the manifest. */
  readonly needsApproval: boolean
  /** Whether the user approves a text that foreword did not write itself. */
  readonly isForeign: boolean
  /** False if the setup is complete already. Then there is nothing to ask. */
  readonly hasChanges: boolean
}

/** Sets up a project in one step: manifest, trust, hooks, proof. Writes nothing before the user has agreed to the plan. */
export async function setUpProject(deps: SetupDeps, input: SetupInput): Promise<SetupResult> {
  const plan = await planSetup(deps, input)
  const result = describePlan(deps, input, plan)
  const decision = input.decide(plan)
  if (decision !== 'yes') return { ...result, outcome: decision }
  const reached = await carryOut(deps, input, { plan, result })
  return { ...reached, outcome: judgeOutcome(reached) }
}

/** Refuses before anything is written if a step cannot succeed. */
async function planSetup(deps: SetupDeps, { project, agents }: SetupInput): Promise<SetupPlan> {
  const proposal = await deps.proposer.propose()
  const isNew = proposal.state === 'proposed'
  if (isNew && deps.directory.containsHome) throw makeHomeRefusal(project)
  const compiled = await deps.proposer.compile(proposal, agents[0]?.id ?? null)
  if (compiled.receipt.sections.length === 0) throw makeEmptyRefusal(project, proposal)
  const review = isNew ? null : await reviewTrust(deps.trust, project)
  const needsApproval = review === null || ['never', 'changed'].includes(review.result.state)
  const install = await deps.withTrials(project, async (trials) =>
    installHooks(trials, { ...installOptions, agents, dryRun: true }),
  )
  const hasChanges = needsApproval || install.agents.some(changesSettings)
  return {
    proposal,
    review,
    compiled,
    install,
    needsApproval,
    isForeign: !isNew && needsApproval,
    hasChanges,
  }
}

/** An agent whose settings cannot be changed must not keep the others from being installed. */
const installOptions = { action: 'install', scope: 'user', all: true, force: false, mcp: true } as const

/** Whether the installation changes the settings of an agent. */
export function changesSettings({ state, mcp }: InstalledAgent): boolean {
  return [state, mcp?.state].some((change) => change === 'installed' || change === 'updated')
}

function makeHomeRefusal({ root }: Project): Refusal {
  return new Refusal(
    'usage',
    `${root} contains your home directory, so it is not one project. Nothing was written.`,
    'Change to the directory of a project, or name it: "foreword setup PATH".',
  )
}

function makeEmptyRefusal({ name }: Project, { state, path, first }: Proposal): Refusal {
  const fix =
    state === 'proposed'
      ? `Write a document first, then run "foreword setup" again. ${first.join('. ')}`.trim()
      : `"foreword explain ." shows why. Correct ${path}, then run "foreword setup" again.`
  return new Refusal('source-missing', `${name} has nothing to tell an agent yet. Nothing was written.`, fix)
}

function describePlan(
  { directory }: SetupDeps,
  { project, agents, next }: SetupInput,
  plan: SetupPlan,
): SetupResult {
  const { proposal, review, compiled, install } = plan
  return {
    project: project.name,
    root: project.root,
    in_git: directory.isInGit,
    outcome: 'dry-run',
    manifest: {
      path: proposal.path,
      state: proposal.state,
      text: proposal.state === 'proposed' ? proposal.manifest : null,
    },
    found: proposal.found,
    trust: review?.result.state ?? null,
    packet: { agent: agents[0]?.id ?? null, text: compiled.text, receipt: compiled.receipt },
    install,
    doctor: null,
    done: [],
    refusal: null,
    next,
  }
}

interface AgreedPlan {
  readonly plan: SetupPlan
  readonly result: SetupResult
}

/** Carries out the steps in order. A refusal stops it, and the result says what was done before. */
async function carryOut(deps: SetupDeps, input: SetupInput, agreed: AgreedPlan): Promise<SetupResult> {
  let { result } = agreed
  const keep = (changes: Partial<SetupResult>, ...done: SetupResult['done']) => {
    result = { ...result, ...changes, done: [...result.done, ...done] }
  }
  try {
    if (writeManifest(deps, agreed.plan)) {
      const manifest = { ...result.manifest, state: 'written' } as const
      keep({ manifest }, { step: 'manifest', what: `wrote ${manifest.path}` })
    }
    const project = deps.findProject()
    if (agreed.plan.needsApproval) {
      // A manifest that was there before is trusted as it was shown, not as it may be now.
      const review = agreed.plan.review ?? (await reviewTrust(deps.trust, project))
      keep({ trust: review.agree().state }, { step: 'trust', what: `trusted ${result.manifest.path}` })
    }
    await deps.withTrials(project, async (trials) => {
      const install = installHooks(trials, { ...installOptions, agents: input.agents, dryRun: false })
      keep({ install }, ...install.agents.filter(changesSettings).map(describeInstalled))
      keep({ doctor: await proveSetup(trials, { ...input, project }, install) })
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    keep({ refusal: { message: error.message, fix: error.fix ?? null } })
  }
  return result
}

/** Returns whether a manifest was written. Refuses a manifest that the user has not seen. */
function writeManifest({ proposer }: SetupDeps, { proposal }: SetupPlan): boolean {
  if (proposal.state !== 'proposed') return false
  if (proposer.accept(proposal).state === 'written') return true
  throw new Refusal(
    'not-writable',
    `Another program has just written ${proposal.path}. It was neither replaced nor trusted.`,
    'Run "foreword setup" again to review it.',
  )
}

function describeInstalled({ title, file, mcp }: InstalledAgent): SetupResult['done'][number] {
  const files = [...new Set([file, ...(mcp?.state === 'installed' ? [mcp.file] : [])])]
  return { step: 'hooks', what: `added hooks to ${title}: ${files.join(', ')}` }
}

/** Runs the hooks and the agents that have them. Null if there are none. */
async function proveSetup(
  deps: DoctorDeps,
  { project, agents, timeoutMs, tell }: SetupInput,
  install: InstallResult,
): Promise<DoctorResult | null> {
  const refused = install.agents.filter(({ state }) => state === 'refused').map(({ agent }) => agent)
  const ready = agents.filter(({ id }) => !refused.includes(id))
  if (ready.length === 0) return null
  return examineAgents(deps, { project, agents: ready, named: true, timeoutMs, tell })
}

function judgeOutcome({ refusal, install, doctor, done }: SetupResult): SetupResult['outcome'] {
  if (refusal !== null) return 'refused'
  if (install.agents.some(({ state }) => state === 'refused') || doctor?.well === false) return 'incomplete'
  return done.length === 0 ? 'unchanged' : 'done'
}
