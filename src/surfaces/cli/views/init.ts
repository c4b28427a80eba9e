import type { Proposal } from '../../../app/setup/index.ts'
import { showAccount } from '../show.ts'
import { visible, visibleLine } from '../visible.ts'
import { page, table } from './text.ts'

export function keptView({ path }: Proposal): string {
  return page([
    `kept        ${visibleLine(path)}`,
    '',
    'The project already has a manifest. Run "foreword explain ." to see what agents receive.',
  ])
}

export function proposalView(proposal: Proposal, project: string): string {
  const { found, first, manifest, path } = proposal
  const rows = found.map((file) => [`  ${file.path}`, file.use])
  return [
    page([
      found.length === 0
        ? `${visibleLine(project)}: found no documents for agents.`
        : `Found in ${visibleLine(project)}:`,
      ...table(
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
    visible(manifest),
    accountView(proposal),
  ].join('')
}

/** The packet that the manifest would send now, formatted like `explain`. */
export function accountView({ receipt }: Proposal): string {
  return receipt === null
    ? ''
    : `\n${page([title('Packet that agents would receive')])}${showAccount(receipt)}\n`
}

export function writtenView({ state, path, agents }: Proposal): string {
  const agent = agents.find(({ installed }) => installed)
  const next = [
    'Next: foreword explain . shows what agents will receive.',
    ...(agent === undefined
      ? []
      : [`      foreword dispatch . "…" --executor=${agent.id} --context gives ${agent.title} a task.`]),
  ]
  return page([`${state.padEnd(11)} ${visibleLine(path)}`, '', ...next])
}

function title(text: string): string {
  return `── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`
}
