import { changesSettings, type InstalledAgent, type SetupPlan } from '../../../app/setup/index.ts'
import type { Receipt } from '../../../core/receipt/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { Project } from '../../../ports/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { formatPreview } from './format-preview.ts'
import { formatTable, joinLines, wrapParagraph } from './lines.ts'

const maxPreviewLines = 40

export interface SetupPlanInfo {
  readonly project: Project
  readonly isInGit: boolean
  /** The text about a manifest that needs trust; null if none does. */
  readonly review: string | null
}

/** Formats everything that the user decides about: the manifest, the packet with its size, the settings that change. */
export function formatSetupPlan(plan: SetupPlan, { project, isInGit, review }: SetupPlanInfo): string {
  return [
    joinLines([
      ...wrapParagraph(`${project.name}: ${project.root}`),
      ...(isInGit ? [] : wrapParagraph('Not in a git repository: the directory itself is the project.')),
      '',
      ...foundLines(plan),
      ...manifestLines(plan),
      '',
    ]),
    ...(review === null ? [] : [review, '\n']),
    joinLines([...packetLines(plan), '', ...hookLines(plan), '']),
  ].join('')
}

function foundLines({ proposal: { found } }: SetupPlan): string[] {
  if (found.length === 0) return []
  const rows = found.map(({ path, use }) => [`  ${path}`, use])
  return [
    'Found:',
    ...formatTable(
      [
        { head: '', lose: 'start' },
        { head: '', lose: 'end' },
      ],
      rows,
    ),
    '',
  ]
}

function manifestLines({ proposal, review }: SetupPlan): string[] {
  const { path, state, manifest } = proposal
  if (state === 'proposed') {
    const size = formatCount(manifest.trimEnd().split('\n').length, 'line')
    return wrapParagraph(`Manifest: ${path}, new, ${size}. "foreword init --dry-run" shows it.`)
  }
  const trusted = review?.result.state === 'trusted' ? ', trusted' : ''
  return wrapParagraph(`Manifest: ${path}, already there${trusted}. It is not changed.`)
}

/** Without a change there is nothing to decide, so the size is enough. */
function packetLines({ compiled, install, proposal, hasChanges }: SetupPlan): string[] {
  const { text, receipt } = compiled
  const { lines, left } = formatPreview(text, maxPreviewLines)
  const size = formatPacketSize(receipt)
  const sizes = receipt.sections.map(({ id, size: amount }) => `${makeVisibleLine(id)} ${amount}`).join(', ')
  if (!hasChanges) return wrapParagraph(`Agents are told ${size}: ${sizes}.`)
  const who = install.agents[0]?.title ?? 'An agent'
  const when = proposal.state === 'proposed' ? 'after the setup, ' : ''
  return [
    ...wrapParagraph(`${who} would be told, in ${size}:`),
    ...lines,
    ...(left === null ? [] : wrapParagraph(`… ${left}; ${when}"foreword explain ." shows all.`, '  ')),
    ...wrapParagraph(`Sections: ${sizes}.`),
  ]
}

/** `487 of 1500 tokens (o200k)`. */
function formatPacketSize({ total, budget, measure }: Receipt): string {
  const amount = `${total} of ${budget}`
  if (measure === 'o200k') return `${amount} tokens (o200k)`
  return measure === 'chars/4' ? `about ${amount} tokens` : `${amount} ${measure ?? ''}`.trimEnd()
}

const words: Partial<Readonly<Record<InstalledAgent['state'], string>>> = {
  installed: 'hooks are added to',
  updated: 'hooks of an older foreword are replaced in',
  unchanged: 'hooks are already in',
}

function hookLines({ install: { agents } }: SetupPlan): string[] {
  if (agents.length === 0)
    return wrapParagraph('No coding agent with hooks is on PATH, so no hooks are added.')
  return agents.flatMap(({ title, state, file, notes }) =>
    wrapParagraph(
      words[state] === undefined
        ? `${title}: no hooks are added. ${notes.join(' ')}`
        : `${title}: ${words[state]} ${file}`,
    ),
  )
}

export function formatSetupQuestion({ proposal, isForeign, needsApproval, install }: SetupPlan): string {
  const titles = install.agents.filter(changesSettings).map(({ title }) => title)
  const manifest = `${isForeign ? 'Trust' : 'Write and trust'} ${proposal.path}`
  const hooks = `add hooks to ${titles.join(', ')}`
  const steps = [...(needsApproval ? [manifest] : []), ...(titles.length === 0 ? [] : [hooks])].join(', ')
  return `${steps.charAt(0).toUpperCase()}${steps.slice(1)}? ${isForeign ? '[y/N]' : '[Y/n]'} `
}
