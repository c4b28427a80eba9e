import { type SessionsResult, sessionsOutput } from '../../../app/session/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { refusalExits, repoArgument, storeOptions } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { readNumberOption, readStoreChoice } from '../store-choice.ts'
import { formatTable, formatTime, joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const sessions = defineCommand({
  name: 'sessions',
  summary: 'List sessions with their turns and the sections they received',
  about: ['The most recently active session comes first. "foreword store prune" deletes old sessions.'],
  args: [repoArgument],
  options: [
    { name: 'limit', value: 'COUNT', about: 'The most sessions to list (default 20)' },
    ...storeOptions,
  ],
  examples: ['foreword sessions', 'foreword sessions --limit=1 --json'],
  exits: [[0, 'shown, even if there are none'], ...refusalExits],
  outputSchema: sessionsOutput,
  async run(call) {
    const choice = readStoreChoice(call)
    const limit = readNumberOption(call, 'limit', 1000) ?? 20
    const { list } = await call.services.sessions(choice)
    return list(limit)
  },
  view: sessionsView,
})

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
