import type { Proposal } from '../../app/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Proposing } from './app.ts'
import { type Call, option, pairs, projectOf } from './options.ts'
import { usage } from './parse.ts'
import { accountView, keptView, proposalView, writtenView } from './views/init.ts'
import { visibleJson, visibleLine } from './visible.ts'

/** A preset that is named is taken as it is; else the repository is looked at, and the person is asked. */
export async function init(call: Call): Promise<number> {
  return option(call.parsed, 'preset') === undefined ? initByLooking(call) : initFromPreset(call)
}

async function initFromPreset(call: Call): Promise<number> {
  const { parsed, app, terminal } = call
  const placed = await app.init({
    repo: parsed.args[0] ?? '.',
    preset: option(parsed, 'preset')!,
    vars: pairs(call, 'var'),
    dryRun: parsed.options.has('dry-run'),
  })
  if (parsed.options.has('json')) {
    terminal.out(`${visibleJson(placed)}\n`)
    return 0
  }
  for (const { state, path, because } of placed) {
    const reason = because === undefined ? '' : ` (${because})`
    terminal.out(`${state.padEnd(11)} ${visibleLine(path + reason)}\n`)
  }
  terminal.out('\nNext: fill in the files, then look at what agents will be told: foreword explain .\n')
  return 0
}

async function initByLooking(call: Call): Promise<number> {
  const { command, parsed, app, terminal } = call
  const json = parsed.options.has('json')
  if (parsed.options.has('yes') && parsed.options.has('dry-run'))
    throw usage(command, '--yes and --dry-run exclude each other')
  const project = projectOf(call, parsed.args[0] ?? '.')
  const proposing = await app.proposing({ project, vars: pairs(call, 'var') })
  const proposal = await proposing.propose()
  const proposed = proposal.state === 'proposed'
  if (!json) terminal.out(proposed ? proposalView(proposal, project.name) : keptView(proposal))
  const decision = proposed ? await decide(call, proposing, proposal) : 'settled'
  const done = typeof decision === 'string' ? proposal : proposing.accept(decision)
  if (json) terminal.out(`${visibleJson(done)}\n`)
  else if (done !== proposal) terminal.out(writtenView(done))
  if (decision === 'nobody')
    terminal.err(`Nothing was written: nobody could be asked. With --yes, ${done.path} is written.\n`)
  return decision === 'nobody' ? 3 : 0
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
