import type {
  ContextResult,
  ContextSection,
  ContextShowResult,
  SourceState,
} from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { visibleLine } from '../visible.ts'
import { deliveryDetails, deliveryText } from './delivery.ts'
import { logTable, logTableVerbose, noneYet } from './log.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, screen, short, table, thousands, when } from './text.ts'

/** One line, for a status line or another program; on a person's screen as many as it takes. */
export function contextView(answer: ContextResult, onScreen: boolean): string {
  const { injection, refused } = answer
  const why = refused === null ? '' : `"foreword show ${refused.injection_id}" says why`
  if (injection === null && refused !== null)
    return page(paragraph(`Nothing was injected into ${answer.project}: ${why}.`))
  if (injection === null) return page(paragraph(noneYet(answer.project)))
  const tiers = answer.tiers.map(
    ({ tier, sources, tokens }) =>
      `${titled(tier)}: ${formatCount(sources, 'source')} (${thousands(tokens)} ${tokens === 1 ? 'token' : 'tokens'})`,
  )
  const sent = tiers.join(' | ') || withoutSources(injection.injection_id, answer.measure)
  const arrived = answer.delivery === null ? '' : ` | ${deliveryText(answer.delivery)}`
  const since = refused === null ? '' : ` | refused since then: ${why}`
  const line = `${sent}${arrived}${since}`
  return page(onScreen ? paragraph(line) : [visibleLine(line)])
}

/** Only an account that is still there knows its measure. */
function withoutSources(id: string, measure: string | null): string {
  return measure === null ? `What ${id} was made of was deleted to save space.` : `${id} had no sources.`
}

export function waitingNotice(waiting: number): string {
  const [receipts, them] =
    waiting === 1 ? ['1 receipt waits', 'takes it in'] : [`${waiting} receipts wait`, 'takes them in']
  return `foreword: warning: ${receipts} in the spool; "foreword store repair" ${them}.\n`
}

export function contextShowView(answer: ContextShowResult, verbose: boolean, paint: Paint): string {
  const trail = verbose ? logTableVerbose : logTable
  return page([
    ...summary(answer),
    ...tierLines(answer, verbose, paint),
    '',
    ...(answer.trail.length === 0
      ? paragraph(noneYet(answer.project))
      : [paint.strong('Last injections'), ...trail(answer.trail, paint)]),
  ])
}

function summary(answer: ContextShowResult): string[] {
  const { manifest, level, measure, budget, total, last, delivery, mcp_tools } = answer
  const change = manifest.changed === true ? ', changed since the last injection' : ''
  const built =
    manifest.generated_at === null
      ? []
      : paragraph(`Knowledge built ${manifest.generated_at} from ${manifest.source_commit ?? 'no commit'}`)
  const sent = last === null ? [] : paragraph(`Last injection: ${last.injection_id}, ${when(last.at)}`)
  return [
    ...paragraph(`Manifest ${manifest.name} ${short(manifest.digest)}${change}`),
    ...paragraph(`Checksum ${short(manifest.checksum)}, ${trustText(manifest)}`),
    ...built,
    ...paragraph(`Level ${level}: ${total} of ${budget} (${measure})`),
    ...paragraph(`MCP tools: ${mcp_tools.count}, ${mcp_tools.tokens} (o200k) in every session that has them`),
    ...sent,
    ...(delivery === null
      ? []
      : paragraph(`By ${delivery.agent}'s own transcript: ${deliveryDetails(delivery)}`)),
  ]
}

function trustText({ trust, trusted_at }: ContextShowResult['manifest']): string {
  const since = trusted_at === null ? '' : ` since ${when(trusted_at)}`
  if (trust === 'trusted') return `trusted${since}`
  if (trust === 'changed') return 'changed since it was trusted: "foreword trust --show" tells how'
  if (trust === 'never') return 'not trusted: "foreword trust" looks at it'
  return trust === 'shipped' ? 'shipped with foreword' : 'your own, outside of the repository'
}

/** One table for all tiers, so that its columns stand below each other. */
function tierLines({ tiers }: ContextShowResult, verbose: boolean, paint: Paint): string[] {
  const rows = tiers.map((tier) => tier.sections.flatMap((section) => rowsOf(section, verbose)))
  const cells = rows.flat().map((row) => row.cells)
  const lines = table(columns, cells, screen - 4).values()
  return tiers.flatMap((tier, i) => [
    '',
    ...tierHead(tier, paint),
    ...rows[i]!.flatMap(({ state, below }) => [
      `  ${painted(marks[state], lines.next().value ?? '', paint)}`,
      ...below.flatMap((text) => paragraph(text, '      ')).map((line) => paint.faint(line)),
    ]),
  ])
}

type Tier = ContextShowResult['tiers'][number]

/** On one line where there is room. */
function tierHead(tier: Tier, paint: Paint): string[] {
  const { actual, budget } = tier
  const head = visibleLine(`${titled(tier.tier)}: ${actual}${budget === null ? '' : ` of ${budget}`}`)
  const how = howOf(tier)
  if (how === '') return [paint.strong(head)]
  if (head.length + 2 + how.length <= screen) return [`${paint.strong(head)}  ${how}`]
  return [paint.strong(head), ...paragraph(how, '  ')]
}

/** How a tier reaches the agent, where it is not simply sent. */
function howOf({ delivery, refresh, staleness_days }: Tier): string {
  const parts = [
    ...(delivery === 'declare' ? ['declared by address'] : delivery === 'pull' ? ['read on demand'] : []),
    ...(refresh.length > 0 ? [`sent again ${refresh.join(' or ')}`] : []),
    ...(staleness_days === null ? [] : [`stale after ${staleness_days} days`]),
  ]
  return visibleLine(parts.join('; '))
}

const columns = [
  { head: '', lose: 'end' },
  { head: '', right: true },
  { head: '', lose: 'start' },
  { head: '' },
] as const

interface StateRow {
  readonly state: SourceState
  readonly cells: readonly string[]
  /** What is said below it. */
  readonly below: readonly string[]
}

/** A line for each source; the section is named in the first of them. */
function rowsOf(section: ContextSection, verbose: boolean): StateRow[] {
  const amount = section.size === null ? '-' : String(section.size)
  const limit = section.cap === null ? amount : `${amount}/${section.cap}`
  const { sources, others } = verbose ? { sources: section.sources, others: [] } : notable(section)
  const after = [...others, ...(section.why === null ? [] : [section.why])]
  const documents = sources.filter((one) => one.digest !== null).length
  // A collection is one source to whoever wrote the manifest.
  if (section.address !== null && documents > 1 && !verbose) {
    const cells = [section.section, limit, section.address, section.state]
    return [{ state: section.state, cells, below: [`${documents} documents`, ...after] }]
  }
  if (sources.length === 0) {
    const cells = [section.section, limit, '', section.state]
    return [{ state: section.state, cells, below: after }]
  }
  return sources.map((source, i) => ({
    state: source.state,
    cells: [...(i === 0 ? [section.section, limit] : ['', '']), pathOf(source.uri), source.state],
    below: [...detailsOf(source, verbose, section), ...(i === sources.length - 1 ? after : [])],
  }))
}

type Source = ContextSection['sources'][number]

function detailsOf(
  { state, detail, digest, sent, boundary }: Source,
  verbose: boolean,
  { address }: ContextSection,
): string[] {
  const known = digest !== null || sent !== null
  const through = address === null ? '' : `, through ${address}`
  return [
    ...(detail === null || (quiet.has(state) && !verbose) ? [] : [detail]),
    ...(verbose && known
      ? [`${boundary}${through}: now ${short(digest ?? '-')}, sent ${short(sent ?? '-')}`]
      : []),
  ]
}

/** Places where nothing was looked for are only counted, and so are most where nothing was. */
function notable({ sources }: ContextSection): { sources: readonly Source[]; others: readonly string[] } {
  const found = sources.some(({ state }) => state !== 'inactive' && state !== 'absent')
  const room: Partial<Record<SourceState, number>> = { inactive: found ? 0 : 1, absent: 2 }
  const seen: Partial<Record<SourceState, number>> = {}
  const kept = sources.filter(({ state }) => {
    seen[state] = (seen[state] ?? 0) + 1
    return seen[state] <= (room[state] ?? sources.length)
  })
  const left = (['inactive', 'absent'] as const)
    .map((state) => ({ state, count: (seen[state] ?? 0) - (room[state] ?? 0) }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
  return { sources: kept, others: left.length === 0 ? [] : [`more places: ${left.join(', ')}`] }
}

/** What needs no explanation unless somebody asks. */
const quiet: ReadonlySet<SourceState> = new Set(['injected', 'ready', 'inactive', 'absent'])

const marks: Readonly<Record<SourceState, string>> = {
  injected: '✓',
  ready: '○',
  inactive: '○',
  absent: '○',
  unavailable: '!',
  stale: '!',
  'over budget': '!',
}

function painted(mark: string, line: string, paint: Paint): string {
  if (mark === '✓') return `${paint.good(mark)} ${line}`
  return mark === '!' ? paint.notable(`! ${line}`) : paint.faint(`${mark} ${line}`)
}

function pathOf(uri: string): string {
  return uri.startsWith('file:') ? uri.slice('file:'.length) : uri
}

function titled(tier: string): string {
  return tier === '' ? 'Other' : tier[0]!.toUpperCase() + tier.slice(1)
}
