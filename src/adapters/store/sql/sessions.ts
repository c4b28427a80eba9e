// Counts sessions in the SQLite file of a project. A hook does this at every turn, so it waits only briefly for other processes.
import { decideStart, isSamePrompt } from '../../../core/session/index.ts'
import type { SessionCount, SessionStart, Sessions, StartDecision } from '../../../ports/index.ts'
import type { DatabaseOptions } from './connection.ts'
import { type Database, openDatabase } from './database.ts'
import {
  getNumber,
  getOptionalNumber,
  getOptionalText,
  getText,
  query,
  type Row,
  type Transaction,
} from './query.ts'
import {
  claimStart,
  deleteSentSections,
  deleteSessionRows,
  readClaims,
  readSentSections,
  readWaiting,
  replaceWaiting,
  type SessionKey,
  wasSentElsewhere,
  writeSentInjection,
  writeSentSections,
} from './session-rows.ts'
import { emptyWal } from './wal.ts'

export interface SessionsOptions extends DatabaseOptions {
  /** The ledger that the sessions belong to: one file may serve many projects. */
  readonly ledger: string
}

export async function openSessions(options: SessionsOptions): Promise<Sessions> {
  return createSessions(await openDatabase(options), options)
}

/** Uses a connection that other parts of the process use too. */
export function createSessions(database: Database, options: SessionsOptions): Sessions {
  const { ledger } = options
  const write = <T>(createTransaction: () => Transaction<T>): T => {
    database.run(query('BEGIN IMMEDIATE'))
    const result = database.run(createTransaction())
    database.commit()
    return result
  }
  const writeAndEmptyWal = <T>(createTransaction: () => Transaction<T>): T => {
    const result = write(createTransaction)
    emptyWal(database.connection, options)
    return result
  }
  return {
    get: (session) => database.run(findSession({ ledger, session })),
    countTurn: (session, turn) => writeAndEmptyWal(() => countTurn({ ledger, session }, turn)),
    // The receipt that follows empties the WAL.
    begin: (session, start) => write(() => beginSession({ ledger, session }, start)),
    recordSent: (session, sections) => writeAndEmptyWal(() => tellSession({ ledger, session }, sections)),
    list: (limit) => database.run(listSessions(ledger, limit)),
    forget: (before, dryRun) => writeAndEmptyWal(() => forgetSessions(ledger, before, dryRun)),
    close: () => database.close(),
  }
}

interface Visit {
  readonly agent: string | null
  readonly now: string
  readonly turns: number
  /** Digest of the prompt that is counted; null keeps the last one. */
  readonly prompt: string | null
}

const columns = 'session, agent, started_at, last_at, turns, refreshed_at, refreshed_turn'

/** Creates the row of the session or updates it, and returns it. */
function* writeVisit(
  { ledger, session }: SessionKey,
  { agent, now, turns, prompt }: Visit,
): Transaction<Row> {
  const [row] = yield* query(
    `INSERT INTO session_counts (ledger, session, agent, started_at, last_at, turns, last_prompt_digest, last_prompt_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (ledger, session) DO UPDATE SET turns = turns + excluded.turns, last_at = max(last_at, excluded.last_at),
       agent = coalesce(excluded.agent, agent), last_prompt_digest = coalesce(excluded.last_prompt_digest, last_prompt_digest),
       last_prompt_at = coalesce(excluded.last_prompt_at, last_prompt_at)
     RETURNING ${columns}`,
    ...[ledger, session, agent, now, now, turns, prompt, prompt === null ? null : now],
  )
  return row!
}

type Turn = Parameters<Sessions['countTurn']>[1]

/** In one transaction: if several processes count the same prompt, only one succeeds. */
function* countTurn(key: SessionKey, { agent, now, prompt }: Turn): Transaction<SessionCount | null> {
  if (prompt !== null && isSamePrompt(prompt, yield* readLastPrompt(key), now)) return null
  const row = yield* writeVisit(key, { agent, now, turns: 1, prompt: prompt?.digest ?? null })
  return yield* readSession(key, row)
}

function* readLastPrompt({
  ledger,
  session,
}: SessionKey): Transaction<{ digest: string; at: string } | null> {
  const [row] = yield* query(
    'SELECT last_prompt_digest, last_prompt_at FROM session_counts WHERE ledger = ? AND session = ?',
    ...[ledger, session],
  )
  if (row === undefined || row.last_prompt_digest === null) return null
  return { digest: getText(row, 'last_prompt_digest'), at: getText(row, 'last_prompt_at') }
}

/** Reads the count first: `refreshedAt` then shows whether another process sent sections in between. */
function* findSession(key: SessionKey): Transaction<SessionCount | null> {
  const [row] = yield* query(
    `SELECT ${columns} FROM session_counts WHERE ledger = ? AND session = ?`,
    ...[key.ledger, key.session],
  )
  return row === undefined ? null : yield* readSession(key, row)
}

function* readSession(key: SessionKey, row: Row): Transaction<SessionCount> {
  return {
    session: getText(row, 'session'),
    agent: getOptionalText(row, 'agent'),
    startedAt: getText(row, 'started_at'),
    lastAt: getText(row, 'last_at'),
    turns: getNumber(row, 'turns'),
    refreshedAt: getOptionalText(row, 'refreshed_at'),
    refreshedTurn: getOptionalNumber(row, 'refreshed_turn'),
    sent: yield* readSentSections(key),
    waiting: yield* readWaiting(key),
  }
}

function* beginSession(key: SessionKey, start: SessionStart): Transaction<StartDecision> {
  const before = yield* findSession(key)
  const turn = before?.turns ?? 0
  const decision = decideStart(start, {
    turns: turn,
    sent: before?.sent ?? [],
    claims: yield* readClaims(key),
    sentElsewhere:
      start.firstPromptInjection !== null && (yield* wasSentElsewhere(key, start.firstPromptInjection)),
  })
  // The update records its sections itself, once it knows what has changed.
  if (decision === 'twin' || decision === 'known' || decision === 'update') return decision
  const { agent, now, part, source, firstPromptInjection } = start
  yield* writeVisit(key, { agent, now, turns: 0, prompt: null })
  yield* claimStart(key, { part, source, turn, at: now })
  if (decision === 'given' && firstPromptInjection !== null)
    yield* writeSentInjection(key, firstPromptInjection, now)
  // The first value speaks for all values of the event, which the agent asks for at the same time.
  if (part > 1) return decision
  if (decision === 'send') yield* writeWaiting(key, { start, before, turn })
  const told = start.sections.map(({ section, digest, form }) => ({ section, digest, form, turn, at: now }))
  yield* writeSentSections(key, told)
  return decision
}

interface Waiting {
  readonly start: SessionStart
  readonly before: SessionCount | null
  readonly turn: number
}

/** An agent that has lost the earlier packets also lacks the waiting sections that they had. */
function* writeWaiting(
  key: SessionKey,
  { start: { anew, waiting, now }, before, turn }: Waiting,
): Transaction<void> {
  const known = anew ? (before?.waiting.map(({ section }) => section) ?? []) : []
  if (anew && before !== null) yield* deleteSentSections(key, waiting)
  yield* replaceWaiting(key, { known, waiting, turn, at: now })
}

type Telling = Parameters<Sessions['recordSent']>[1]

/** Returns false and writes nothing if sections were sent since the sender read the session, or if it has all sections already. */
function* tellSession(key: SessionKey, telling: Telling): Transaction<boolean> {
  const { agent, now, refresh, since, sections, waiting } = telling
  const before = yield* findSession(key)
  const isUnchanged = (before?.refreshedAt ?? null) === since
  if (refresh && (!isUnchanged || hasAll(before, sections))) return false
  yield* writeVisit(key, { agent, now, turns: 0, prompt: null })
  const turn = before?.turns ?? 0
  yield* writeSentSections(
    key,
    sections.map(({ section, digest, form }) => ({ section, digest, form, turn, at: now })),
  )
  if (waiting !== undefined && isUnchanged) {
    const known = before?.waiting.map(({ section }) => section) ?? []
    yield* replaceWaiting(key, { known, waiting, turn, at: now })
  }
  if (refresh) {
    yield* query(
      'UPDATE session_counts SET refreshed_at = ?, refreshed_turn = turns WHERE ledger = ? AND session = ?',
      ...[now, key.ledger, key.session],
    )
  }
  return true
}

function hasAll(before: SessionCount | null, sections: Telling['sections']): boolean {
  return sections.every((sent) =>
    before?.sent.some(
      ({ section, digest, form }) => section === sent.section && digest === sent.digest && form === sent.form,
    ),
  )
}

function* listSessions(ledger: string, limit: number): Transaction<SessionCount[]> {
  const rows = yield* query(
    `SELECT ${columns} FROM session_counts WHERE ledger = ? ORDER BY last_at DESC, session LIMIT ?`,
    ...[ledger, limit],
  )
  const sessions: SessionCount[] = []
  for (const row of rows) sessions.push(yield* readSession({ ledger, session: getText(row, 'session') }, row))
  return sessions
}

function* forgetSessions(ledger: string, before: string, dryRun: boolean): Transaction<number> {
  const old = 'SELECT session FROM session_counts WHERE ledger = ? AND last_at < ?'
  const sessions = yield* query(old, ledger, before)
  if (dryRun || sessions.length === 0) return sessions.length
  yield* deleteSessionRows(ledger, { sql: old, values: [ledger, before] })
  yield* query('DELETE FROM session_counts WHERE ledger = ? AND last_at < ?', ledger, before)
  return sessions.length
}
