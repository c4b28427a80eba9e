import { agents } from '../../../agents/index.ts'
import {
  initOutput,
  makeProposer,
  type PlacedFile,
  type Proposal,
  type Proposer,
  placeTemplates,
} from '../../../app/setup/index.ts'
import { approveWrittenManifest } from '../../../app/trust/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { jsonOption, repoArgument, repoOption } from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { makeVisible, makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { chooseProject, readOption, readPairs } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { formatAccount } from '../views/format-account.ts'
import { formatTable, joinLines } from '../views/lines.ts'

export const init = defineCommandWithResult({
  name: 'init',
  summary: 'Propose a manifest for a repository and write it',
  about: [
    'Reads the repository, shows a manifest and the packet it would send, and asks before it writes. Without a terminal it writes only with --yes. The manifest that it writes is trusted by the same answer.',
    'With --preset it writes a manifest that ships with foreword, and its templates, without asking. It skips the template of a section that another file fills already, and never overwrites a file.',
  ],
  args: [{ ...repoArgument, required: false }],
  options: [
    {
      name: 'preset',
      value: 'NAME',
      about: 'Start from a manifest that ships with foreword, with its templates',
    },
    { name: 'var', value: 'NAME=VALUE', many: true, about: 'Set a variable of the manifest' },
    { name: 'yes', about: 'Write the proposal without asking' },
    { name: 'dry-run', about: 'Show what would be written, and write nothing' },
    repoOption,
    jsonOption,
  ],
  examples: ['foreword init', 'foreword init --yes', 'foreword init ../shop --var app_id=shop --dry-run'],
  exits: [
    [0, 'done, or nothing to do'],
    [2, 'wrong usage'],
    [3, 'refused, or no terminal to ask on; the message says what to do'],
  ],
  outputSchema: initOutput,
  run: (call): Promise<Result> =>
    readOption(call.parsed, 'preset') === undefined ? initFromRepository(call) : initFromPreset(call),
  output: ({ answer }) => answer,
  view: ({ text }) => text,
  notices: ({ notice }) => notice,
  exitCode: ({ code }) => code,
})

interface Result {
  readonly answer: PlacedFile[] | Proposal
  readonly text: string
  readonly notice: string
  readonly code: number
}

/** Writes the named preset and its templates without asking. */
async function initFromPreset(call: CommandCall): Promise<Result> {
  const { parsed, services } = call
  const preset = readOption(parsed, 'preset')!
  const vars = readPairs(call, 'var')
  const presets = await services.presets()
  const manifest = await presets.manifest(preset)
  const project = services.project({ repo: readRepository(call), preset, roots: {} })
  const { engine } = services
  const answer = placeTemplates(
    { templates: presets.templates, clock: engine.clock, sources: await engine.sources(project, []) },
    { project, preset, manifest, vars, dryRun: parsed.options.has('dry-run') },
  )
  const isNew = answer.some(({ path, state }) => path === '.foreword/manifest.yaml' && state === 'written')
  const trusted = isNew ? await approve(call, project.root) : silent
  return { answer, text: placedView(answer, trusted.text), notice: trusted.notice, code: 0 }
}

const silent = { text: '', notice: '' }

/** The user asked for the manifest that was just written, so it needs no second approval. */
async function approve({ services }: CommandCall, root: string): Promise<typeof silent> {
  const project = services.project({ repo: root, roots: {} })
  const why = await approveWrittenManifest(await services.trust(), project)
  return why === null
    ? { text: 'trusted     Agents get it from their next session on.\n', notice: '' }
    : { text: '', notice: `foreword: warning: the manifest is not trusted. ${why} Run "foreword trust".\n` }
}

function placedView(placed: readonly PlacedFile[], trusted: string): string {
  const lines = placed.map(({ state, path, because }) => {
    const reason = because === undefined ? '' : ` (${because})`
    return `${state.padEnd(11)} ${makeVisibleLine(path + reason)}\n`
  })
  const next = '\nNext: fill in the files, then run "foreword explain ." to see what agents will receive.\n'
  return [...lines, trusted, next].join('')
}

/** Reads the repository, shows a manifest, and asks. */
async function initFromRepository(call: CommandCall): Promise<Result> {
  const { command, parsed, services, terminal } = call
  const json = parsed.options.has('json')
  if (parsed.options.has('yes') && parsed.options.has('dry-run'))
    throw makeUsageRefusal(command, '--yes and --dry-run exclude each other')
  const project = chooseProject(call, readRepository(call))
  const input = { project, vars: readPairs(call, 'var') }
  const [presets, drafts, agents] = [
    await services.presets(),
    await services.drafts(),
    await services.agents(),
  ]
  const proposing = makeProposer({ engine: services.engine, presets, drafts, agents }, input)
  const proposal = await proposing.propose()
  const proposed = proposal.state === 'proposed'
  if (!json) terminal.out(proposed ? initProposalView(proposal, project.name) : initKeptView(proposal))
  const decision = proposed ? await decide(call, proposing, proposal) : 'settled'
  const answer = typeof decision === 'string' ? proposal : proposing.accept(decision)
  const trusted = answer.state === 'written' ? await approve(call, project.root) : silent
  const unasked = `Nothing was written: foreword has no terminal to ask on. Use --yes to write ${answer.path}.\n`
  return {
    answer,
    text: answer === proposal ? '' : initWrittenView(answer, trusted.text),
    notice: decision === 'unasked' ? unasked : trusted.notice,
    code: decision === 'unasked' ? 3 : 0,
  }
}

/** `settled`: nothing to write, or the user said no. `unasked`: foreword cannot ask without a terminal. */
type Decision = Proposal | 'settled' | 'unasked'

async function decide(call: CommandCall, proposing: Proposer, proposal: Proposal): Promise<Decision> {
  const { options } = call.parsed
  if (options.has('dry-run')) return 'settled'
  if (options.has('yes')) return proposal
  return options.has('json') ? 'unasked' : ask(call, proposing, proposal)
}

const help = 'y: write it. n: write nothing. e: edit it first in $VISUAL or $EDITOR.\n'

async function ask({ terminal }: CommandCall, proposing: Proposer, first: Proposal): Promise<Decision> {
  for (let proposal = first; ; ) {
    const answer = terminal.ask(`Write ${proposal.path}? [Y/n/e/?] `)
    if (answer === null) return 'unasked'
    // An answer without a line end is the end of the input, not a key.
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

/** Reports a fault in the edited text and keeps the proposal unchanged. */
async function edit(
  terminal: CommandCall['terminal'],
  proposing: Proposer,
  proposal: Proposal,
): Promise<Proposal> {
  try {
    const changed = await proposing.reconsider(proposal, await proposing.edit(proposal.manifest))
    terminal.out(initAccountView(changed))
    return changed
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    terminal.err(
      `${error.message}\n${error.fix === undefined ? '' : `${error.fix}\n`}The proposal is unchanged.\n`,
    )
    return proposal
  }
}

export function initKeptView({ path }: Proposal): string {
  return joinLines([
    `kept        ${makeVisibleLine(path)}`,
    '',
    'The project already has a manifest. Run "foreword explain ." to see what agents receive.',
  ])
}

export function initProposalView(proposal: Proposal, project: string): string {
  const { found, first, manifest, path } = proposal
  const rows = found.map((file) => [`  ${file.path}`, file.use])
  return [
    joinLines([
      found.length === 0
        ? `${makeVisibleLine(project)}: found no documents for agents.`
        : `Found in ${makeVisibleLine(project)}:`,
      ...formatTable(
        [
          { head: '', lose: 'start' },
          { head: '', lose: 'end' },
        ],
        rows,
      ),
      ...(first.length === 0 ? [] : ['', 'Write first:', ...first.map((file) => `  ${file}`)]),
      '',
      title(path),
    ]),
    makeVisible(manifest),
    initAccountView(proposal),
  ].join('')
}

/** The packet that the manifest would send now, formatted like `explain`. */
export function initAccountView({ receipt }: Proposal): string {
  return receipt === null
    ? ''
    : `\n${joinLines([title('Packet that agents would receive')])}${formatAccount(receipt)}\n`
}

export function initWrittenView({ state, path, agents: found }: Proposal, trusted: string): string {
  return `${state.padEnd(11)} ${makeVisibleLine(path)}\n${trusted}${joinLines(['', suggestNextStep(found)])}`
}

function suggestNextStep(found: Proposal['agents']): string {
  const here = found.filter(({ installed }) => installed).map(({ id }) => id)
  const present = agents.filter(({ id }) => here.includes(id))
  const hooked = present.filter(({ hooks }) => hooks !== null).map(({ title: name }) => name)
  const [other] = present
  if (hooked.length > 0) return `Next: "foreword install --all" adds it to ${hooked.join(', ')}.`
  if (other === undefined) return 'Next: "foreword explain ." shows what agents will receive.'
  return `Next: foreword dispatch . "…" --executor=${other.id} --context gives ${other.title} a task.`
}

function title(text: string): string {
  return `── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`
}
