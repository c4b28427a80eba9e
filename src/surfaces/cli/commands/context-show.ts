import {
  type ContextSection,
  type ContextShowResult,
  contextShowOutput,
  readSourceStates,
  type SourceState,
} from '../../../app/history/index.ts'
import { measureToolList } from '../../../app/server/index.ts'
import { agentNames, historyOptions, levelArgument, manifestOptions, refusalExits } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { makeRequestFromOptions } from '../read-options.ts'
import { readStoreChoice } from '../store-choice.ts'
import { formatDeliveryDetails } from '../views/format-delivery.ts'
import { formatLogTable, formatNoInjections, formatVerboseLogTable } from '../views/format-log-table.ts'
import { formatTierName } from '../views/format-tier-name.ts'
import {
  formatTable,
  formatTime,
  joinLines,
  screenWidth,
  shortenDigest,
  wrapParagraph,
} from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const contextShow = defineCommand({
  name: 'context show',
  summary: 'Show the state of every source and the last injections',
  about: [
    'A source is injected (sent, and unchanged since), ready (would be sent now), stale (changed since it was sent), inactive, absent, unavailable or over budget.',
  ],
  args: [levelArgument],
  options: [
    {
      name: 'verbose',
      about: 'Show every place that was searched, digests, and 50 injections instead of 10',
    },
    { name: 'executor', value: 'AGENT', about: `The agent that gets the context: ${agentNames}` },
    ...historyOptions,
    ...manifestOptions,
  ],
  examples: ['foreword context show', 'foreword context show full --verbose'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: contextShowOutput,
  async run(call) {
    const { services, parsed } = call
    const choice = readStoreChoice(call)
    const { project } = choice
    const request = makeRequestFromOptions(call, project, { level: parsed.args[0] ?? null })
    const limit = isVerbose(call) ? 50 : 10
    return services.withStore(choice, (opened) =>
      readSourceStates(services.engine, opened, {
        ...{ project, request, limit },
        toolCost: (scheme) => measureToolList(services.engine, scheme),
      }),
    )
  },
  view: (result, paint, call) => contextShowView(result, isVerbose(call), paint),
})

function isVerbose({ parsed }: CommandCall): boolean {
  return parsed.options.has('verbose')
}

export function contextShowView(result: ContextShowResult, verbose: boolean, paint: Paint): string {
  const trail = verbose ? formatVerboseLogTable : formatLogTable
  return joinLines([
    ...summary(result),
    ...tierLines(result, verbose, paint),
    '',
    ...(result.trail.length === 0
      ? wrapParagraph(formatNoInjections(result.project))
      : [paint.strong('Last injections'), ...trail(result.trail, paint)]),
  ])
}

function summary(result: ContextShowResult): string[] {
  const { manifest, level, measure, budget, total, last, delivery, mcp_tools } = result
  const change = manifest.changed === true ? ', changed since the last injection' : ''
  const built =
    manifest.generated_at === null
      ? []
      : wrapParagraph(
          `Knowledge built ${manifest.generated_at} from ${manifest.source_commit ?? 'no commit'}`,
        )
  const sent =
    last === null ? [] : wrapParagraph(`Last injection: ${last.injection_id}, ${formatTime(last.at)}`)
  return [
    ...wrapParagraph(`Manifest ${manifest.name} ${shortenDigest(manifest.digest)}${change}`),
    ...wrapParagraph(`Checksum ${shortenDigest(manifest.checksum)}, ${trustText(manifest)}`),
    ...(result.refused === null ? [] : wrapParagraph(`Nothing is sent now. ${result.refused}`)),
    ...built,
    ...wrapParagraph(`Level ${level}: ${total} of ${budget} (${measure})`),
    ...wrapParagraph(
      `MCP tools: ${mcp_tools.count}, ${mcp_tools.tokens} (o200k) in every session that has them`,
    ),
    ...sent,
    ...(delivery === null
      ? []
      : wrapParagraph(`By ${delivery.agent}'s own transcript: ${formatDeliveryDetails(delivery)}`)),
  ]
}

function trustText({ trust, trusted_at }: ContextShowResult['manifest']): string {
  const since = trusted_at === null ? '' : ` since ${formatTime(trusted_at)}`
  if (trust === 'trusted') return `trusted${since}`
  if (trust === 'changed') return `not trusted, changed${since}`
  if (trust === 'never') return 'not trusted'
  return trust === 'shipped' ? 'shipped with foreword' : 'your own, outside the repository'
}

/** Formats all tiers in one table, so that their columns align. */
function tierLines({ tiers }: ContextShowResult, verbose: boolean, paint: Paint): string[] {
  const rows = tiers.map((tier) => tier.sections.flatMap((section) => makeRows(section, verbose)))
  const cells = rows.flat().map((row) => row.cells)
  const lines = formatTable(columns, cells, screenWidth - 4).values()
  return tiers.flatMap((tier, i) => [
    '',
    ...tierHead(tier, paint),
    ...rows[i]!.flatMap(({ state, below }) => [
      `  ${paintRow(marks[state], lines.next().value ?? '', paint)}`,
      ...below.flatMap((text) => wrapParagraph(text, '      ')).map((line) => paint.faint(line)),
    ]),
  ])
}

type Tier = ContextShowResult['tiers'][number]

/** Uses one line if it fits. */
function tierHead(tier: Tier, paint: Paint): string[] {
  const { actual, budget } = tier
  const head = makeVisibleLine(
    `${formatTierName(tier.tier)}: ${actual}${budget === null ? '' : ` of ${budget}`}`,
  )
  const how = describeDelivery(tier)
  if (how === '') return [paint.strong(head)]
  if (head.length + 2 + how.length <= screenWidth) return [`${paint.strong(head)}  ${how}`]
  return [paint.strong(head), ...wrapParagraph(how, '  ')]
}

/** How a tier reaches the agent; empty if it is simply sent. */
function describeDelivery({ delivery, refresh, staleness_days }: Tier): string {
  const parts = [
    ...(delivery === 'declare' ? ['declared by address'] : delivery === 'pull' ? ['read on demand'] : []),
    ...(refresh.length > 0 ? [`sent again ${refresh.join(' or ')}`] : []),
    ...(staleness_days === null ? [] : [`stale after ${staleness_days} days`]),
  ]
  return makeVisibleLine(parts.join('; '))
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
  /** Lines below the row. */
  readonly below: readonly string[]
}

/** One row per source. Only the first row has the name of the section. */
function makeRows(section: ContextSection, verbose: boolean): StateRow[] {
  const amount = section.size === null ? '-' : String(section.size)
  const limit = section.cap === null ? amount : `${amount}/${section.cap}`
  const { sources, others } = verbose ? { sources: section.sources, others: [] } : pickNotable(section)
  const after = [...others, ...(section.why === null ? [] : [section.why])]
  const documents = sources.filter(({ digest }) => digest !== null).length
  // In the manifest a collection is one source, so it gets one row.
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
    cells: [...(i === 0 ? [section.section, limit] : ['', '']), stripScheme(source.uri), source.state],
    below: [...listDetails(source, verbose, section), ...(i === sources.length - 1 ? after : [])],
  }))
}

type Source = ContextSection['sources'][number]

function listDetails(
  { state, detail, digest, sent, boundary }: Source,
  verbose: boolean,
  { address }: ContextSection,
): string[] {
  const known = digest !== null || sent !== null
  const through = address === null ? '' : `, through ${address}`
  return [
    ...(detail === null || (quiet.has(state) && !verbose) ? [] : [detail]),
    ...(verbose && known
      ? [`${boundary}${through}: now ${shortenDigest(digest ?? '-')}, sent ${shortenDigest(sent ?? '-')}`]
      : []),
  ]
}

/** Only counts inactive sources if another source was found, and absent sources beyond the second. */
function pickNotable({ sources }: ContextSection): { sources: readonly Source[]; others: readonly string[] } {
  const found = sources.some(({ state }) => state !== 'inactive' && state !== 'absent')
  const maxShown: Partial<Record<SourceState, number>> = { inactive: found ? 0 : 1, absent: 2 }
  const seen: Partial<Record<SourceState, number>> = {}
  const shown = sources.filter(({ state }) => {
    seen[state] = (seen[state] ?? 0) + 1
    return seen[state] <= (maxShown[state] ?? sources.length)
  })
  const left = (['inactive', 'absent'] as const)
    .map((state) => ({ state, count: (seen[state] ?? 0) - (maxShown[state] ?? 0) }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
  return { sources: shown, others: left.length === 0 ? [] : [`more places: ${left.join(', ')}`] }
}

/** States whose details are shown only with --verbose. */
const quiet: ReadonlySet<SourceState> = new Set(['injected', 'ready', 'inactive', 'absent'])

const marks: Readonly<Record<SourceState, string>> = {
  injected: '✓',
  ready: '○',
  refused: '!',
  inactive: '○',
  absent: '○',
  unavailable: '!',
  stale: '!',
  'over budget': '!',
}

function paintRow(mark: string, line: string, paint: Paint): string {
  if (mark === '✓') return `${paint.good(mark)} ${line}`
  return mark === '!' ? paint.notable(`! ${line}`) : paint.faint(`${mark} ${line}`)
}

function stripScheme(uri: string): string {
  return uri.startsWith('file:') ? uri.slice('file:'.length) : uri
}
