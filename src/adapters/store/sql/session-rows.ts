// The tables beside session_counts: sections that a session was sent, sections that wait, claimed starts and injections sent with
// a prompt.
import type { SentClaim } from '../../../core/session/index.ts'
import type { SentSection, WaitingSection } from '../../../ports/index.ts'
import {
  getNumber,
  getText,
  listPlaceholders,
  query,
  type Row,
  type Statement,
  splitIntoBatches,
  type Transaction,
} from './query.ts'

/** The key of a session in every table. */
export interface SessionKey {
  readonly ledger: string
  readonly session: string
}

export function* readSentSections({ ledger, session }: SessionKey): Transaction<SentSection[]> {
  const rows = yield* query(
    'SELECT section, digest, form, turn, at FROM session_sections WHERE ledger = ? AND session = ? ORDER BY section',
    ...[ledger, session],
  )
  return rows.map((row) => ({
    section: getText(row, 'section'),
    digest: getText(row, 'digest'),
    form: readForm(row),
    turn: getNumber(row, 'turn'),
    at: getText(row, 'at'),
  }))
}

/** An unknown form counts as `declared`: at worst the section is sent once more. */
function readForm(row: Row): SentSection['form'] {
  const form = getText(row, 'form')
  const known = ['content', 'read', 'removed', 'left-out'] as const
  return known.find((name) => name === form) ?? 'declared'
}

/** Many rows in one statement, because a hook has no time for one statement each. */
export function* writeSentSections(
  { ledger, session }: SessionKey,
  sections: readonly SentSection[],
): Transaction<void> {
  for (const chunk of splitIntoBatches(sections, 100)) {
    yield* query(
      `INSERT INTO session_sections (ledger, session, section, digest, form, turn, at)
       VALUES ${chunk.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}
       ON CONFLICT (ledger, session, section) DO UPDATE SET digest = excluded.digest, form = excluded.form,
         turn = excluded.turn, at = excluded.at
       WHERE excluded.form NOT IN ('declared', 'left-out') OR session_sections.form <> 'content'`,
      ...chunk.flatMap(({ section, digest, form, turn, at }) => {
        return [ledger, session, section, digest, form, turn, at]
      }),
    )
  }
}

export function* deleteSentSections(
  { ledger, session }: SessionKey,
  sections: readonly string[],
): Transaction<void> {
  for (const chunk of splitIntoBatches(sections, 100)) {
    yield* query(
      `DELETE FROM session_sections WHERE ledger = ? AND session = ? AND section IN (${listPlaceholders(chunk)})`,
      ...[ledger, session, ...chunk],
    )
  }
}

export function* readWaiting({ ledger, session }: SessionKey): Transaction<WaitingSection[]> {
  const rows = yield* query(
    'SELECT section, turn FROM session_waiting_sections WHERE ledger = ? AND session = ? ORDER BY section',
    ...[ledger, session],
  )
  return rows.map((row) => ({ section: getText(row, 'section'), turn: getNumber(row, 'turn') }))
}

interface WaitingChange {
  readonly known: readonly string[]
  readonly waiting: readonly string[]
  readonly turn: number
  readonly at: string
}

/** A section that still waits keeps the turn since which it waits. */
export function* replaceWaiting(
  { ledger, session }: SessionKey,
  { known, waiting, turn, at }: WaitingChange,
): Transaction<void> {
  for (const chunk of splitIntoBatches(subtract(known, waiting), 100)) {
    yield* query(
      `DELETE FROM session_waiting_sections WHERE ledger = ? AND session = ? AND section IN (${listPlaceholders(chunk)})`,
      ...[ledger, session, ...chunk],
    )
  }
  for (const chunk of splitIntoBatches(subtract(waiting, known), 100)) {
    yield* query(
      `INSERT INTO session_waiting_sections (ledger, session, section, turn, at)
       VALUES ${chunk.map(() => '(?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
      ...chunk.flatMap((section) => [ledger, session, section, turn, at]),
    )
  }
}

const subtract = (all: readonly string[], some: readonly string[]) =>
  all.filter((item) => !some.includes(item))

/** Start events whose values were sent to the session. */
export function* readClaims({ ledger, session }: SessionKey): Transaction<SentClaim[]> {
  const rows = yield* query(
    'SELECT part, source, turn, at FROM session_start_claims WHERE ledger = ? AND session = ?',
    ...[ledger, session],
  )
  return rows.map((row) => ({
    part: getNumber(row, 'part'),
    source: getText(row, 'source'),
    turn: getNumber(row, 'turn'),
    at: getText(row, 'at'),
  }))
}

export function* claimStart(
  { ledger, session }: SessionKey,
  { part, source, turn, at }: SentClaim,
): Transaction<void> {
  yield* query(
    `INSERT INTO session_start_claims (ledger, session, part, source, turn, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (ledger, session, part, source) DO UPDATE SET turn = excluded.turn, at = excluded.at`,
    ...[ledger, session, part, source, turn, at],
  )
}

/** Whether another session got this injection with its first prompt. */
export function* wasSentElsewhere({ ledger, session }: SessionKey, injection: string): Transaction<boolean> {
  const rows = yield* query(
    'SELECT 1 FROM session_given_injections WHERE ledger = ? AND injection_id = ? AND session <> ? LIMIT 1',
    ...[ledger, injection, session],
  )
  return rows.length > 0
}

export function* writeSentInjection(
  { ledger, session }: SessionKey,
  injection: string,
  at: string,
): Transaction<void> {
  yield* query(
    `INSERT INTO session_given_injections (ledger, injection_id, session, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (ledger, injection_id, session) DO UPDATE SET at = excluded.at`,
    ...[ledger, injection, session, at],
  )
}

const tables = [
  'session_sections',
  'session_waiting_sections',
  'session_start_claims',
  'session_given_injections',
]

/** Deletes the rows of the sessions that a query selects. */
export function* deleteSessionRows(ledger: string, sessions: Statement): Transaction<void> {
  for (const table of tables)
    yield* query(
      `DELETE FROM ${table} WHERE ledger = ? AND session IN (${sessions.sql})`,
      ...[ledger, ...sessions.values],
    )
}
