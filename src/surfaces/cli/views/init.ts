import type { Proposal } from '../../../app/setup/index.ts'
import { formatAccount } from '../format-account.ts'
import { makeVisible, makeVisibleLine } from '../make-visible.ts'
import { formatTable, joinLines } from './lines.ts'

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

export function initWrittenView({ state, path, agents }: Proposal, trusted: string): string {
  const agent = agents.find(({ installed }) => installed)
  const next = [
    'Next: foreword explain . shows what agents will receive.',
    ...(agent === undefined
      ? []
      : [`      foreword dispatch . "…" --executor=${agent.id} --context gives ${agent.title} a task.`]),
  ]
  return `${state.padEnd(11)} ${makeVisibleLine(path)}\n${trusted}${joinLines(['', ...next])}`
}

function title(text: string): string {
  return `── ${text} ${'─'.repeat(Math.max(3, 76 - text.length))}`
}
