import type { RefreshResult, SessionsResult } from '../../../app/session/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { formatTable, formatTime, joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

/** Shows which triggers fired, what was sent, and why nothing was sent. */
export function formatRefreshReasons({ triggers, sent, waiting, nothing, turns }: RefreshResult): string {
  const rows = triggers.map(({ fired, tier, trigger, why }) => [fired ? 'fired' : '-', tier, trigger, why])
  return joinLines([
    turns === null ? 'turns: not counted' : `turns: ${turns}`,
    ...rows.map((row) => makeVisibleLine(row.join('  '))),
    ...sent.map(({ as, section }) => `${as}  ${section}`),
    ...waiting.map((section) => `did not fit yet  ${section}`),
    ...(nothing === null ? [] : [makeVisibleLine(`nothing is sent: ${nothing.detail}`)]),
  ])
}

export function sessionsView({ project, sessions }: SessionsResult, paint: Paint): string {
  if (sessions.length === 0) {
    const how = 'Use "foreword install", or --session with "foreword assemble" and "foreword refresh".'
    return joinLines(wrapParagraph(`No sessions of ${project} yet. ${how}`))
  }
  return joinLines(
    sessions.flatMap((session, i) => {
      const agent = session.agent === null ? '' : `, ${session.agent}`
      const refreshed = session.refreshed_at === null ? '' : `, refreshed ${formatTime(session.refreshed_at)}`
      const facts = `${formatCount(session.turns, 'turn')}, started ${formatTime(session.started_at)}, last ${formatTime(session.last_at)}${refreshed}${agent}`
      return [
        ...(i === 0 ? [] : ['']),
        makeVisibleLine(session.session),
        ...wrapParagraph(facts, '  ').map((line) => paint.faint(line)),
        ...sectionTable(session),
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

function sectionTable({ told, waiting }: SessionsResult['sessions'][number]): string[] {
  const none = told.length === 0 ? ['  no sections sent yet'] : []
  const sent = told.map(({ section, form, turn, at }) => ['', section, form, `turn ${turn}`, formatTime(at)])
  const unsent = waiting.map(({ section, turn }) => ['', section, 'did not fit yet', `turn ${turn}`, ''])
  return [...none, ...formatTable(columns, [...sent, ...unsent])]
}
