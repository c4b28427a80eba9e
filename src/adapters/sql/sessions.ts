// Counts sessions in the SQLite file of a project. A hook does this at every turn: loads no query builder, and waits for nobody long.
import { answerStart, type Claim, isSamePrompt } from '../../core/refresh/index.ts'
import type {
  SessionCount,
  SessionStart,
  Sessions,
  StartAnswer,
  ToldSection,
  WaitingSection,
} from '../../ports/index.ts'
import { type Database, openDatabase } from './database.ts'
import type { DatabaseOptions } from './file.ts'
import { emptyWal } from './wal.ts'
import { ask, type Line, numberIn, textIn, type Work } from './work.ts'

export interface SessionsOptions extends DatabaseOptions {
  /** Whose sessions: a file may serve many projects. */
  readonly ledger: string
}

export async function openSessions(options: SessionsOptions): Promise<Sessions> {
  return sessionsIn(await openDatabase(options), options)
}

/** By a connection that others use too. */
export function sessionsIn(database: Database, options: SessionsOptions): Sessions {
  const { ledger } = options
  const write = <T>(work: () => Work<T>): T => {
    database.step(ask('BEGIN IMMEDIATE'))
    const result = database.step(work())
    database.commit()
    return result
  }
  const writeAlone = <T>(work: () => Work<T>): T => {
    const result = write(work)
    emptyWal(database.connection, options)
    return result
  }
  return {
    get: (session) => database.step(find(ledger, session)),
    turn: (session, turn) => writeAlone(() => countTurn(ledger, session, turn)),
    // A receipt follows, and whoever writes that looks after the WAL.
    begin: (session, start) => write(() => begin(ledger, session, start)),
    tell: (session, told) => writeAlone(() => tell(ledger, session, told)),
    list: (limit) => database.step(list(ledger, limit)),
    forget: (before, dryRun) => writeAlone(() => forget(ledger, before, dryRun)),
    close: () => database.close(),
  }
}

interface Touch {
  readonly session: string
  readonly agent: string | null
  readonly now: string
  readonly turns: number
}

function* touch(ledger: string, { session, agent, now, turns }: Touch): Work<Line> {
  const [line] = yield* ask(
    `INSERT INTO session_counts (ledger, session, agent, started_at, last_at, turns) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (ledger, session) DO UPDATE SET turns = turns + excluded.turns, last_at = max(last_at, excluded.last_at),
       agent = coalesce(excluded.agent, agent)
     RETURNING ${counts}`,
    ...[ledger, session, agent, now, now, turns],
  )
  return line!
}

type Turn = Parameters<Sessions['turn']>[1]

/** In one step: of many who count the same prompt, one does. */
function* countTurn(
  ledger: string,
  session: string,
  { agent, now, prompt }: Turn,
): Work<SessionCount | null> {
  const lines = yield* linesOf(ledger, session)
  if (prompt !== null) {
    const last = lines.find((line) => textIn(line, 'section') === promptMark)
    const before = last === undefined ? null : { digest: textIn(last, 'digest'), at: textIn(last, 'at') }
    if (isSamePrompt(prompt, before, now)) return null
    const { digest } = prompt
    yield* put(ledger, session, [{ section: promptMark, digest, form: 'declared', turn: 0, at: now }])
  }
  return countOf(yield* touch(ledger, { session, agent, now, turns: 1 }), lines)
}

const counts = 'session, agent, started_at, last_at, turns, refreshed_at, refreshed_turn'

/** The count first: whoever tells in between is then noticed by its time. */
function* find(ledger: string, session: string): Work<SessionCount | null> {
  const [line] = yield* ask(
    `SELECT ${counts} FROM session_counts WHERE ledger = ? AND session = ?`,
    ledger,
    session,
  )
  return line === undefined ? null : countOf(line, yield* linesOf(ledger, session))
}

function* linesOf(ledger: string, session: string): Work<readonly Line[]> {
  return yield* ask(
    'SELECT section, digest, form, turn, at FROM session_sections WHERE ledger = ? AND session = ? ORDER BY section',
    ledger,
    session,
  )
}

function toldIn(lines: readonly Line[]): ToldSection[] {
  return lines.filter(isTold).map((line) => ({
    section: textIn(line, 'section'),
    digest: textIn(line, 'digest'),
    form: formIn(line),
    turn: numberIn(line, 'turn'),
    at: textIn(line, 'at'),
  }))
}

/**
 * No section has a space in its name. Which values of which start went out is kept beside them, which prompt was counted last, and which
 * sections had no room.
 */
const claimMark = 'claim '
const givenMark = 'given '
const promptMark = 'prompt '
const waitingMark = 'waiting '
const marks = [claimMark, givenMark, promptMark, waitingMark]
const isTold = (line: Line) => {
  const section = textIn(line, 'section')
  return !marks.some((mark) => section.startsWith(mark))
}

function waitingIn(lines: readonly Line[]): WaitingSection[] {
  return lines.flatMap((line) => {
    const section = textIn(line, 'section')
    if (!section.startsWith(waitingMark)) return []
    return [{ section: section.slice(waitingMark.length), turn: numberIn(line, 'turn') }]
  })
}

/** What nobody writes there counts as never told: the worst of it is that something is sent once more. */
function formIn(line: Line): ToldSection['form'] {
  const form = textIn(line, 'form')
  const known = ['content', 'read', 'removed', 'left-out'] as const
  return known.find((one) => one === form) ?? 'declared'
}

function countOf(line: Line, lines: readonly Line[]): SessionCount {
  const optional = <T>(column: string, read: (line: Line, column: string) => T) =>
    line[column] === null ? null : read(line, column)
  return {
    session: textIn(line, 'session'),
    agent: optional('agent', textIn),
    startedAt: textIn(line, 'started_at'),
    lastAt: textIn(line, 'last_at'),
    turns: numberIn(line, 'turns'),
    refreshedAt: optional('refreshed_at', textIn),
    refreshedTurn: optional('refreshed_turn', numberIn),
    told: toldIn(lines),
    waiting: waitingIn(lines),
  }
}

function* begin(ledger: string, session: string, start: SessionStart): Work<StartAnswer> {
  const before = yield* find(ledger, session)
  const turns = before?.turns ?? 0
  const told = before?.told ?? []
  // Whoever claims a value counts the session, too.
  const claims = before === null ? [] : yield* claimsOf(ledger, session)
  const givenElsewhere = yield* wasGivenElsewhere(ledger, session, start)
  const answer = answerStart(start, { turns, told, claims, givenElsewhere })
  if (answer === 'twin' || answer === 'known') return answer
  const { agent, now, part, source, given } = start
  yield* touch(ledger, { session, agent, now, turns: 0 })
  const noted = { digest: '', form: 'declared', turn: turns, at: now } as const
  const marks = [`${claimMark}${part} ${source}`, ...(answer === 'given' ? [givenMark + given] : [])]
  // The first value speaks for all of them: what else there is to tell comes at the same time.
  const news = part > 1 ? [] : start.sections
  yield* put(ledger, session, [
    ...marks.map((section) => ({ section, ...noted })),
    ...news.map(({ section, digest, form }) => ({ section, digest, form, turn: turns, at: now })),
  ])
  return answer
}

function* claimsOf(ledger: string, session: string): Work<Claim[]> {
  const lines = yield* ask(
    "SELECT section, turn, at FROM session_sections WHERE ledger = ? AND session = ? AND section LIKE 'claim %'",
    ledger,
    session,
  )
  return lines.map((line) => {
    const [, part = '', ...source] = textIn(line, 'section').split(' ')
    const at = textIn(line, 'at')
    return { part: Number(part), source: source.join(' '), turn: numberIn(line, 'turn'), at }
  })
}

function* wasGivenElsewhere(ledger: string, session: string, { given }: SessionStart): Work<boolean> {
  if (given === null) return false
  const lines = yield* ask(
    'SELECT session FROM session_sections WHERE ledger = ? AND section = ? AND session <> ? LIMIT 1',
    ledger,
    givenMark + given,
    session,
  )
  return lines.length > 0
}

/** With one statement for many of them: a hook has no time for each by itself. */
function* put(ledger: string, session: string, all: readonly ToldSection[]): Work<void> {
  const step = 100
  if (all.length > step) yield* put(ledger, session, all.slice(step))
  const some = all.slice(0, step)
  if (some.length === 0) return
  yield* ask(
    `INSERT INTO session_sections (ledger, session, section, digest, form, turn, at)
     VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}
     ON CONFLICT (ledger, session, section) DO UPDATE SET digest = excluded.digest, form = excluded.form,
       turn = excluded.turn, at = excluded.at
     WHERE excluded.form NOT IN ('declared', 'left-out') OR session_sections.form <> 'content'`,
    ...some.flatMap(({ section, digest, form, turn, at }) => [
      ledger,
      session,
      section,
      digest,
      form,
      turn,
      at,
    ]),
  )
}

type Telling = Parameters<Sessions['tell']>[1]

/** False, and nothing is written, when the session was told since the sender looked, or has all of it. */
function* tell(ledger: string, session: string, telling: Telling): Work<boolean> {
  const { agent, now, refresh, since, sections, waiting } = telling
  const before = yield* find(ledger, session)
  const isSince = (before?.refreshedAt ?? null) === since
  if (refresh && (!isSince || hasAll(before, sections))) return false
  yield* touch(ledger, { session, agent, now, turns: 0 })
  const turn = before?.turns ?? 0
  yield* put(
    ledger,
    session,
    sections.map(({ section, digest, form }) => ({ section, digest, form, turn, at: now })),
  )
  if (waiting !== undefined && isSince) {
    const known = before?.waiting.map((one) => one.section) ?? []
    yield* leave(ledger, session, minus(known, waiting))
    const noted = { digest: '', form: 'declared', turn, at: now } as const
    const come = minus(waiting, known).map((one) => ({ section: waitingMark + one, ...noted }))
    yield* put(ledger, session, come)
  }
  if (refresh) {
    yield* ask(
      'UPDATE session_counts SET refreshed_at = ?, refreshed_turn = turns WHERE ledger = ? AND session = ?',
      ...[now, ledger, session],
    )
  }
  return true
}

const minus = (all: readonly string[], some: readonly string[]) => all.filter((one) => !some.includes(one))

/** They wait no longer. */
function* leave(ledger: string, session: string, sections: readonly string[]): Work<void> {
  for (const section of sections)
    yield* ask(
      'DELETE FROM session_sections WHERE ledger = ? AND session = ? AND section = ?',
      ...[ledger, session, waitingMark + section],
    )
}

function hasAll(before: SessionCount | null, sections: Telling['sections']): boolean {
  return sections.every((one) =>
    before?.told.some(
      ({ section, digest, form }) => section === one.section && digest === one.digest && form === one.form,
    ),
  )
}

function* list(ledger: string, limit: number): Work<SessionCount[]> {
  const lines = yield* ask(
    `SELECT ${counts} FROM session_counts WHERE ledger = ? ORDER BY last_at DESC, session LIMIT ?`,
    ledger,
    limit,
  )
  const all: SessionCount[] = []
  for (const line of lines) all.push(countOf(line, yield* linesOf(ledger, textIn(line, 'session'))))
  return all
}

function* forget(ledger: string, before: string, dryRun: boolean): Work<number> {
  const old = 'SELECT session FROM session_counts WHERE ledger = ? AND last_at < ?'
  const sessions = yield* ask(old, ledger, before)
  if (dryRun || sessions.length === 0) return sessions.length
  yield* ask(`DELETE FROM session_sections WHERE ledger = ? AND session IN (${old})`, ledger, ledger, before)
  yield* ask('DELETE FROM session_counts WHERE ledger = ? AND last_at < ?', ledger, before)
  return sessions.length
}
