import type { ReportResult } from '../../../app/history/index.ts'
import type { Comparison, Rate } from '../../../core/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, table, when } from './text.ts'

export function reportView(answer: ReportResult, paint: Paint): string {
  const since = answer.since === null ? '' : ` since ${when(answer.since)}`
  if (answer.runs === 0) {
    return page([
      ...paragraph(`No run of ${answer.project} has ended${since}: "foreword dispatch" starts agents.`),
      ...answer.notes.flatMap((note) => paragraph(note)),
    ])
  }
  const levels = answer.levels.map((one) => rateRow(one.level ?? '(no context)', one))
  const agents = answer.agents.map(({ agent, all }) => rateRow(agent, all))
  return page([
    ...paragraph(`${formatCount(answer.runs, 'run')} of ${answer.project}${since}, with 95 % intervals`),
    '',
    ...table(rateColumns(''), [
      rateRow('with context', answer.context.with),
      rateRow('without', answer.context.without),
    ]),
    ...paragraph(`Context: ${verdict(answer.context)}`).map((line) => paint.strong(line)),
    ...(levels.length === 0 ? [] : ['', ...table(rateColumns('level'), levels)]),
    ...(agents.length === 0 ? [] : ['', ...table(rateColumns('agent'), agents)]),
    ...comparisons(
      'context for',
      answer.agents.map((one) => [one.agent, one.context]),
    ),
    ...comparisons(
      'section',
      answer.sections.map((one) => [one.section, one]),
    ),
    ...(answer.notes.length === 0 ? [] : ['']),
    ...answer.notes.flatMap((note) => paragraph(note)),
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

/** What was sent against what was not. */
function comparisons(head: string, some: readonly (readonly [string, Comparison])[]): string[] {
  if (some.length === 0) return []
  const columns = [
    { head, lose: 'end' as const },
    { head: 'with', right: true },
    { head: 'without', right: true },
    { head: 'what is seen' },
  ]
  const rows = some.map(([name, one]) => [name, share(one.with), share(one.without), verdict(one)])
  return ['', ...table(columns, rows)]
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
