import {
  chooseSetupAgents,
  makeProposer,
  type SetupDecision,
  type SetupPlan,
  setUpProject,
  setupOutput,
} from '../../../app/setup/index.ts'
import type { Project } from '../../../ports/index.ts'
import { agentNames, jsonOption, repoArgument, repoOption } from '../arguments.ts'
import { findAgents } from '../change-agent-settings.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressLine } from '../progress.ts'
import { chooseProject } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { suggestCommands } from '../suggest-commands.ts'
import { formatSetupPlan, formatSetupQuestion } from '../views/format-setup-plan.ts'
import { formatSetupResult } from '../views/format-setup-result.ts'
import { plainPaint } from '../views/paint.ts'
import { trustView } from './trust.ts'

/** The most that each agent may take in its trial. */
const trialTimeoutMs = 60_000

export const setup = defineCommand({
  name: 'setup',
  summary: 'Set up a repository and your agents in one step, and prove that it works',
  about: [
    'Reads the repository, proposes a manifest, shows what an agent would be told and its size, and asks once. Then it writes the manifest, trusts it (your answer is the approval), adds hooks to your agents, runs each agent against a fake model on this machine, and shows what the model got.',
    'Changes nothing that is set up already. A manifest that is there stays; if it is not trusted, it is shown before the question. Without a terminal it changes something only with --yes. "foreword uninstall --all" removes the hooks again.',
  ],
  args: [repoArgument],
  options: [
    { name: 'yes', about: 'Do it without asking' },
    {
      name: 'agent',
      value: 'NAME',
      many: true,
      about: `Only for this agent; repeat it for several: ${agentNames}`,
    },
    { name: 'dry-run', about: 'Show what would be done, and change nothing' },
    repoOption,
    jsonOption,
  ],
  examples: ['foreword setup', 'foreword setup --yes --agent=claude', 'foreword setup ../shop --dry-run'],
  exits: [
    [0, 'set up, or nothing to change, and the proof succeeded'],
    [1, 'the answer was no, or something is left to do; the output says what'],
    [2, 'wrong usage'],
    [3, 'refused, or no terminal to ask on; the message says what to do'],
  ],
  outputSchema: setupOutput,
  async run(call) {
    const { command, parsed, services, terminal } = call
    if (parsed.options.has('yes') && parsed.options.has('dry-run'))
      throw makeUsageRefusal(command, '--yes and --dry-run exclude each other')
    const names = (parsed.options.get('agent') ?? []).flatMap((some) => some.split(','))
    const named = findAgents(command, names).map(({ id }) => id)
    const project = chooseProject(call, readRepository(call))
    const known = await services.agents()
    const agents = chooseSetupAgents(known, named)
    const deps = await openSetupDeps(call, project, known)
    const next = suggestCommands(services, project, agents)
    const { isInGit } = deps.directory
    const decide = (plan: SetupPlan) => decideSetup(call, { project, isInGit }, plan)
    return withProgressLine(terminal, (tell) =>
      setUpProject(deps, { project, agents, timeoutMs: trialTimeoutMs, next, tell, decide }),
    )
  },
  view: formatSetupResult,
  notices: ({ outcome }) => (outcome === 'unasked' ? unasked : ''),
  exitCode: ({ outcome }) => exitCodes[outcome],
})

const unasked = 'Nothing was changed: foreword has no terminal to ask on. Use --yes to do what is shown.\n'

const exitCodes = {
  done: 0,
  unchanged: 0,
  'dry-run': 0,
  incomplete: 1,
  declined: 1,
  unasked: 3,
  refused: 3,
} as const

type KnownAgents = Awaited<ReturnType<CommandCall['services']['agents']>>

async function openSetupDeps({ services }: CommandCall, project: Project, agents: KnownAgents) {
  const { engine, withTrials } = services
  const [presets, drafts] = [await services.presets(), await services.drafts()]
  return {
    proposer: makeProposer({ engine, presets, drafts, agents }, { project, vars: {} }),
    trust: await services.trust(),
    directory: await services.directoryFacts(project),
    findProject: () => services.project({ repo: project.root, roots: {} }),
    withTrials,
  }
}

/** Shows the plan and asks, unless an option answers or there is nothing to decide. */
function decideSetup(
  { parsed, terminal }: CommandCall,
  { project, isInGit }: { project: Project; isInGit: boolean },
  plan: SetupPlan,
): SetupDecision {
  const { options } = parsed
  const json = options.has('json')
  if (!json) terminal.out(formatSetupPlan(plan, { project, isInGit, review: describeReview(plan) }))
  if (options.has('dry-run')) return 'dry-run'
  if (options.has('yes') || !plan.hasChanges) return 'yes'
  const typed = json ? null : terminal.ask(formatSetupQuestion(plan))
  if (typed === null) return 'unasked'
  // An answer without a line end is the end of the input. An empty line never approves the text of others.
  const isYes = /^y(es)?$/i.test(typed.trim()) || (!plan.isForeign && /^\r?\n$/.test(typed))
  return isYes ? 'yes' : 'declined'
}

/** The review of a manifest that the user has not trusted. */
function describeReview({ review, isForeign }: SetupPlan): string | null {
  return review !== null && isForeign ? trustView(review.result, plainPaint) : null
}
