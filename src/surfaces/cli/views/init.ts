import type { Proposal } from '../../../app/setup/index.ts'
import { showAccount } from '../show.ts'
import { visible, visibleLine } from '../visible.ts'
import { page, table } from './text.ts'

export function keptView({ path }: Proposal): string {
  return page([
    `kept        ${visibleLine(path)}`,
    '',
    'The project has a manifest. What agents are told by it: foreword explain .',
  ])
}

export function proposalView(proposal: Proposal, project: string): string {
  const { found, first, manifest, path } = proposal
  const rows = found.map((one) => [`  ${one.path}`, one.use])
  return [
    page([
      found.length === 0
        ? `${visibleLine(project)}: nothing was found that an agent should know.`
        : `Found in ${visibleLine(project)}:`,
      ...table(
        [
          { head: '', lose: 'start' },
          { head: '', lose: 'end' },
        ],
        rows,
      ),
      ...(first.length === 0 ? [] : ['', 'Write first:', ...first.map((one) => `  ${one}`)]),
      '',
      title(path),
    ]),
    visible(manifest),
    accountView(proposal),
  ].join('')
}

/** What it would send now, in the words of `explain`. */
export function accountView({ receipt }: Proposal): string {
  return receipt === null ? '' : `\n${page([title('What agents would be told')])}${showAccount(receipt)}\n`
}

export function writtenView({ state, path, agents }: Proposal): string {
  const agent = agents.find((one) => one.installed)
  const next = [
    'Next: foreword explain . shows what agents will be told.',
    ...(agent === undefined
      ? []
      : [`      foreword dispatch . "…" --executor=${agent.id} --context gives ${agent.title} a task.`]),
  ]
  return page([`${state.padEnd(11)} ${visibleLine(path)}`, '', ...next])
}

function title(text: string): string {
  return `── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`
}
