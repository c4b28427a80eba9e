import type { RefreshResult, SessionsResult } from '../../../app/session/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { visibleLine } from '../visible.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, table, when } from './text.ts'

/** Which triggers fired, what was sent, and why nothing was. */
export function refreshReasons({ triggers, sent, waiting, nothing, turns }: RefreshResult): string {
  const rows = triggers.map((one) => [one.fired ? 'fired' : '-', one.tier, one.trigger, one.why])
  return page([
    turns === null ? 'turns: not counted' : `turns: ${turns}`,
    ...rows.map((row) => visibleLine(row.join('  '))),
    ...sent.map((one) => `${one.as}  ${one.section}`),
    ...waiting.map((one) => `no room yet  ${one}`),
    ...(nothing === null ? [] : [visibleLine(`nothing is sent: ${nothing.detail}`)]),
  ])
}

export function sessionsView({ project, sessions }: SessionsResult, paint: Paint): string {
  if (sessions.length === 0) {
    const how = '"foreword assemble" and "foreword refresh" with --session count them.'
    return page(paragraph(`No session of ${project} was counted yet: ${how}`))
  }
  return page(
    sessions.flatMap((one, i) => {
      const agent = one.agent === null ? '' : `, ${one.agent}`
      const refreshed = one.refreshed_at === null ? '' : `, told again ${when(one.refreshed_at)}`
      const facts = `${formatCount(one.turns, 'turn')}, began ${when(one.started_at)}, last ${when(one.last_at)}${refreshed}${agent}`
      return [
        ...(i === 0 ? [] : ['']),
        visibleLine(one.session),
        ...paragraph(facts, '  ').map((line) => paint.faint(line)),
        ...toldTable(one),
      ]
    }),
  )
}

const columns = [
  { head: '' },
  { head: '', lose: 'end' as const },
  { head: '' },
  { head: '', right: true },
  { head: '' },
]

function toldTable({ told, waiting }: SessionsResult['sessions'][number]): string[] {
  const none = told.length === 0 ? ['  told nothing yet'] : []
  const has = told.map((one) => ['', one.section, one.form, `turn ${one.turn}`, when(one.at)])
  const lacks = waiting.map((one) => ['', one.section, 'no room yet', `turn ${one.turn}`, ''])
  return [...none, ...table(columns, [...has, ...lacks])]
}
