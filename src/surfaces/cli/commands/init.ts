import {
  initOutput,
  type Placed,
  type Proposal,
  type Proposing,
  placeTemplates,
  startProposing,
} from '../../../app/setup/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { type Call, defineCommandWithResult } from '../command.ts'
import { option, pairs, projectOf } from '../options.ts'
import { usage } from '../parse.ts'
import { accountView, keptView, proposalView, writtenView } from '../views/init.ts'
import { visibleLine } from '../visible.ts'
import { jsonOption, repo } from '../words.ts'

export const init = defineCommandWithResult({
  name: 'init',
  summary: 'Propose a manifest for a repository, and write it',
  about: [
    'Looks at what the repository has, shows a manifest with the reason for each choice and what it would send, and asks. Without a terminal nothing is written unless --yes is given.',
    'With --preset, a shipped manifest and its templates are written without asking; no template is written for a section that another file fills already. Nothing that exists is overwritten.',
  ],
  args: [{ ...repo, required: false }],
  options: [
    { name: 'preset', value: 'NAME', about: 'Start from a shipped manifest, with its templates' },
    { name: 'var', value: 'NAME=VALUE', many: true, about: 'Set a variable of the manifest' },
    { name: 'yes', about: 'Write the proposal without asking' },
    { name: 'dry-run', about: 'Only say what would be written' },
    jsonOption,
  ],
  examples: ['foreword init', 'foreword init --yes', 'foreword init ../shop --var app_id=shop --dry-run'],
  exits: [
    [0, 'done, or nothing was to be done'],
    [2, 'the command was not understood'],
    [3, 'refused, or nobody could be asked: the message says what to do'],
  ],
  outputSchema: initOutput,
  run: (call): Promise<Result> =>
    option(call.parsed, 'preset') === undefined ? initByLooking(call) : initFromPreset(call),
  output: ({ answer }) => answer,
  view: ({ text }) => text,
  notices: ({ notice }) => notice,
  exitCode: ({ code }) => code,
})

interface Result {
  readonly answer: Placed[] | Proposal
  readonly text: string
  readonly notice: string
  readonly code: number
}

/** Writes the preset that was named, with its templates, without asking. */
async function initFromPreset(call: Call): Promise<Result> {
  const { parsed, services } = call
  const preset = option(parsed, 'preset')!
  const vars = pairs(call, 'var')
  const presets = await services.presets()
  const manifest = await presets.manifest(preset)
  const project = services.project({ repo: parsed.args[0] ?? '.', preset, roots: {} })
  const { engine } = services
  const answer = placeTemplates(
    { templates: presets.templates, clock: engine.clock, sources: await engine.sources(project, []) },
    { project, preset, manifest, vars, dryRun: parsed.options.has('dry-run') },
  )
  return { answer, text: placedView(answer), notice: '', code: 0 }
}

function placedView(placed: readonly Placed[]): string {
  const lines = placed.map(({ state, path, because }) => {
    const reason = because === undefined ? '' : ` (${because})`
    return `${state.padEnd(11)} ${visibleLine(path + reason)}\n`
  })
  const next = '\nNext: fill in the files, then look at what agents will be told: foreword explain .\n'
  return [...lines, next].join('')
}

/** Looks at the repository, shows a manifest, and asks. */
async function initByLooking(call: Call): Promise<Result> {
  const { command, parsed, services, terminal } = call
  const json = parsed.options.has('json')
  if (parsed.options.has('yes') && parsed.options.has('dry-run'))
    throw usage(command, '--yes and --dry-run exclude each other')
  const project = projectOf(call, parsed.args[0] ?? '.')
  const order = { project, vars: pairs(call, 'var') }
  const [presets, drafts, agents] = [
    await services.presets(),
    await services.drafts(),
    await services.agents(),
  ]
  const proposing = startProposing({ engine: services.engine, presets, drafts, agents }, order)
  const proposal = await proposing.propose()
  const proposed = proposal.state === 'proposed'
  if (!json) terminal.out(proposed ? proposalView(proposal, project.name) : keptView(proposal))
  const decision = proposed ? await decide(call, proposing, proposal) : 'settled'
  const answer = typeof decision === 'string' ? proposal : proposing.accept(decision)
  const nobody = `Nothing was written: nobody could be asked. With --yes, ${answer.path} is written.\n`
  return {
    answer,
    text: answer === proposal ? '' : writtenView(answer),
    notice: decision === 'nobody' ? nobody : '',
    code: decision === 'nobody' ? 3 : 0,
  }
}

/** `settled`: there is nothing to write, or nobody wants it. `nobody`: there is no one to ask. */
type Decision = Proposal | 'settled' | 'nobody'

async function decide(call: Call, proposing: Proposing, proposal: Proposal): Promise<Decision> {
  const { options } = call.parsed
  if (options.has('dry-run')) return 'settled'
  if (options.has('yes')) return proposal
  return options.has('json') ? 'nobody' : ask(call, proposing, proposal)
}

const help = 'y: write it. n: write nothing. e: edit it first (VISUAL, EDITOR).\n'

async function ask({ terminal }: Call, proposing: Proposing, first: Proposal): Promise<Decision> {
  for (let proposal = first; ; ) {
    const answer = terminal.ask(`Write ${proposal.path}? [Y/n/e/?] `)
    if (answer === null) return 'nobody'
    // Without a line end it was no key, but the end of the input.
    const word = answer === '' ? 'no' : answer.trim().toLowerCase()
    if (word === '' || word === 'y' || word === 'yes') return proposal
    if (word === 'n' || word === 'no') {
      terminal.out('Nothing was written.\n')
      return 'settled'
    }
    if (word === 'e' || word === 'edit') proposal = await edit(terminal, proposing, proposal)
    else terminal.out(help)
  }
}

/** As before when the edited text is wrong, which is said. */
async function edit(terminal: Call['terminal'], proposing: Proposing, proposal: Proposal): Promise<Proposal> {
  try {
    const changed = await proposing.reconsider(proposal, await proposing.edit(proposal.manifest))
    terminal.out(accountView(changed))
    return changed
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    terminal.err(
      `${error.message}\n${error.fix === undefined ? '' : `${error.fix}\n`}The text is as before.\n`,
    )
    return proposal
  }
}
