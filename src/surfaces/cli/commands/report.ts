import { type ReportResult, reportOutput, reportRuns } from '../../../app/history/index.ts'
import type { Comparison, Rate } from '../../../core/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { historyOptions, refusalExits, repoArgument, sinceOption } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { readStoreChoice, readTimeOption } from '../store-choice.ts'
import { formatTable, formatTime, joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const report = defineCommand({
  name: 'report',
  summary: 'Compare runs with context to runs without',
  about: [
    'Compares success rates by agent, level and section, with 95 % confidence intervals. Reports a difference only if it is unlikely to be chance.',
  ],
  args: [repoArgument],
  options: [sinceOption, ...historyOptions],
  examples: ['foreword report', 'foreword report --since=2w --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: reportOutput,
  async run(call) {
    const choice = readStoreChoice(call)
    const since = readTimeOption(call, 'since') ?? null
    return call.services.withStore(choice, (opened) => reportRuns(opened, since))
  },
  view: reportView,
})

export function reportView(result: ReportResult, paint: Paint): string {
  const since = result.since === null ? '' : ` since ${formatTime(result.since)}`
  if (result.runs === 0) {
    return joinLines([
      ...wrapParagraph(`No run of ${result.project} has ended${since}. Start one with "foreword dispatch".`),
      ...result.notes.flatMap((note) => wrapParagraph(note)),
    ])
  }
  const levels = result.levels.map((rate) => rateRow(rate.level ?? '(no context)', rate))
  const agents = result.agents.map(({ agent, all }) => rateRow(agent, all))
  return joinLines([
    ...wrapParagraph(`${formatCount(result.runs, 'run')} of ${result.project}${since}, with 95 % intervals`),
    '',
    ...formatTable(rateColumns(''), [
      rateRow('with context', result.context.with),
      rateRow('without', result.context.without),
    ]),
    ...wrapParagraph(`Context: ${verdict(result.context)}`).map((line) => paint.strong(line)),
    ...(levels.length === 0 ? [] : ['', ...formatTable(rateColumns('level'), levels)]),
    ...(agents.length === 0 ? [] : ['', ...formatTable(rateColumns('agent'), agents)]),
    ...comparisons(
      'context for',
      result.agents.map(({ agent, context }) => [agent, context]),
    ),
    ...comparisons(
      'section',
      result.sections.map((comparison) => [comparison.section, comparison]),
    ),
    ...(result.notes.length === 0 ? [] : ['']),
    ...result.notes.flatMap((note) => wrapParagraph(note)),
  ])
}

function rateColumns(head: string) {
  return [
    { head, lose: 'end' as const },
    { head: 'runs', right: true },
    { head: 'successes', right: true },
    { head: 'rate', right: true },
    { head: 'between', right: true },
  ]
}

function rateRow(name: string, { runs, successes, rate, low, high }: Rate): string[] {
  const between = low === null || high === null ? '-' : `${percent(low)} and ${percent(high)}`
  return [name, String(runs), String(successes), rate === null ? '-' : percent(rate), between]
}

/** Compares runs with and without each name. */
function comparisons(head: string, pairs: readonly (readonly [string, Comparison])[]): string[] {
  if (pairs.length === 0) return []
  const columns = [
    { head, lose: 'end' as const },
    { head: 'with', right: true },
    { head: 'without', right: true },
    { head: 'verdict' },
  ]
  const rows = pairs.map(([name, comparison]) => [
    name,
    share(comparison.with),
    share(comparison.without),
    verdict(comparison),
  ])
  return ['', ...formatTable(columns, rows)]
}

function share({ runs, rate }: Rate): string {
  return rate === null ? '-' : `${percent(rate)} of ${runs}`
}

/** `better, +30 points (+2 to +58)` */
function verdict({ verdict: word, difference, low, high }: Comparison): string {
  if (difference === null || word === 'too little data') return word
  const between = low === null || high === null ? '' : ` (${points(low)} to ${points(high)})`
  return `${word}, ${points(difference)} points${between}`
}

function percent(rate: number): string {
  return `${Math.round(rate * 100)} %`
}

function points(difference: number): string {
  const value = Math.round(difference * 100)
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0'
}
