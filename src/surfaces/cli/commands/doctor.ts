import { agents } from '../../../agents/index.ts'
import {
  type DoctorAgent,
  type DoctorDelivery,
  type DoctorFile,
  type DoctorResult,
  type DoctorServer,
  doctorOutput,
  examineAgents,
} from '../../../app/setup/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { agentArgument, agentNames, jsonOption, refusalExits, repoOption } from '../arguments.ts'
import { parseAgentNames } from '../change-agent-settings.ts'
import { defineCommand } from '../command.ts'
import { withProgressLine } from '../progress.ts'
import { chooseProject, readSeconds } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { type Check, formatChecks, makeProofChecks, makeTrialChecks } from '../views/format-checks.ts'
import { formatDeliveryDetails } from '../views/format-delivery.ts'
import { formatTime, joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check the hooks and prove that context reaches the model',
  about: [
    'Shows for each agent: its program and version, its settings files with the hooks of foreword and of others, hooks that its plugins bring, what the user has not trusted yet, the output of the hooks with its size and limit, and what arrived in the last sessions.',
    'Then runs each agent that is on PATH once: headless, in an empty home and an empty directory, with a fake key, against a fake model on this machine. The requests to the fake model show which sections arrived.',
    'Runs only commands that "foreword install" writes. Leaves nothing in the ledger or in the project.',
  ],
  args: [{ ...agentArgument, about: `Only these agents: ${agentNames}` }],
  options: [
    { name: 'no-run', about: 'Run the hooks, but not the agents themselves' },
    { name: 'timeout', value: 'SECONDS', about: 'The time limit for each agent (default: 60)' },
    jsonOption,
    repoOption,
  ],
  examples: ['foreword doctor', 'foreword doctor codex --json', 'foreword doctor --no-run'],
  exits: [[0, 'all is well'], [1, 'a check failed; the output says which'], ...refusalExits],
  outputSchema: doctorOutput,
  async run(call) {
    const { services, parsed, terminal } = call
    const named = parseAgentNames(call)
    const project = chooseProject(call, readRepository(call))
    const timeoutMs = parsed.options.has('no-run') ? null : readSeconds(call, 'timeout', 60) * 1000
    const isNamed = named.length > 0
    const input = { project, agents: isNamed ? named : agents, named: isNamed, timeoutMs }
    return withProgressLine(terminal, (tell) =>
      services.withTrials(project, (deps) => examineAgents(deps, { ...input, tell })),
    )
  },
  view: doctorView,
  exitCode: ({ well }) => (well ? 0 : 1),
})

const manifests = {
  trusted: 'its manifest is trusted',
  changed: 'its manifest has changed since it was trusted',
  never: 'its manifest is not trusted',
  shipped: 'a manifest that ships with foreword',
  own: 'a manifest of your own',
}

export function doctorView(result: DoctorResult, paint: Paint): string {
  const { project, manifest, program, store, problems, agents, well } = result
  const about = manifest === null ? 'its manifest cannot be read' : manifests[manifest]
  return joinLines([
    ...wrapParagraph(`${project}: ${about}`),
    ...wrapParagraph(`foreword is ${program.join(' ')}`),
    ...wrapParagraph(`receipts go to ${store.place}${formatWaiting(store.waiting)}`),
    ...problems.flatMap((problem) => problemLines(problem, paint, '')),
    ...agents.flatMap((agent) => ['', ...agentLines(agent, paint)]),
    '',
    well ? paint.good('All checks passed.') : paint.bad('Some checks failed: see the lines with ✗.'),
  ])
}

function formatWaiting(waiting: number): string {
  return waiting === 0 ? '' : `; ${formatCount(waiting, 'receipt')} waiting in the spool`
}

function problemLines(problem: string, paint: Paint, indent = '  '): string[] {
  return marked('✗', problem, indent).map(paint.bad)
}

function marked(mark: string, text: string, indent = '  '): string[] {
  const [first = '', ...more] = wrapParagraph(text, `${indent}  `)
  return [`${indent}${mark} ${first.trimStart()}`, ...more]
}

function agentLines(agent: DoctorAgent, paint: Paint): string[] {
  const { title, program, version, settings, deliveries, notes, problems } = agent
  const found = program === null ? 'not on PATH' : `${version ?? 'version unknown'}, ${program}`
  const files = settings.filter(
    ({ state, own, foreign }) => state === 'refused' || own.length + foreign.length > 0,
  )
  const checks = [
    ...files.map(fileCheck),
    ...agent.mcp.map(serverCheck),
    ...makeTrialChecks(agent.trials),
    ...makeProofChecks(agent),
  ]
  return [
    ...wrapParagraph(`${title}: ${found}`).map(paint.strong),
    ...formatChecks(checks, paint),
    ...deliveries.flatMap((delivery) => deliveryLines(delivery, paint)),
    ...notes.flatMap((note) => marked('○', note)),
    ...problems.flatMap((problem) => problemLines(problem, paint)),
  ]
}

function fileCheck({ scope, file, add_on, state, own, foreign }: DoctorFile): Check {
  const ours = own.length === 0 ? 'no hooks of foreword' : formatCount(own.length, 'entry', 'entries')
  const below = foreign.map(
    ({ event, matcher, command }) => `other: ${event}${matcher === null ? '' : ` (${matcher})`}: ${command}`,
  )
  if (add_on !== null) return { name: add_on.kind, found: `${add_on.name}, ${file}`, good: null, below }
  const found = `${state === 'refused' ? 'cannot be read' : ours}, ${file}`
  const good = state === 'refused' ? false : own.length === 0 ? null : own.every(({ current }) => current)
  return { name: scope === 'user' ? 'settings' : 'project', found, good, below }
}

const serverStates = {
  absent: 'not entered',
  own: 'entered',
  foreign: 'a server of this name that is not ours',
  refused: 'cannot be read',
}

function serverCheck({ file, state, current }: DoctorServer): Check {
  return { name: 'mcp', found: `${serverStates[state]}, ${file}`, good: state === 'own' ? current : null }
}

function deliveryLines({ at, injection_id, delivery, why }: DoctorDelivery, paint: Paint): string[] {
  const details = delivery === null ? 'not checked yet' : formatDeliveryDetails(delivery)
  const good = delivery === null ? null : why.length === 0
  const text = `sent ${formatTime(at)} (${injection_id}): ${details}`
  const mark = good === null ? '○' : good ? paint.good('✓') : paint.notable('!')
  return [...marked(mark, text), ...why.flatMap((reason) => wrapParagraph(reason, '    '))]
}
