import {
  type Blob,
  buildSectionRows,
  type Entry,
  type EntryRow,
  type EntryRowOfKind,
} from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { encodeBlob } from './encode-blob.ts'
import { getNumber, insertRows, query, type Transaction } from './query.ts'
import type { WriteDeps } from './write-deps.ts'

export interface EntryRowsInput {
  readonly deps: WriteDeps
  readonly project: number
  /** Already in the table `entries`. */
  readonly entry: Entry
  readonly row: EntryRow
  readonly blobs: readonly Blob[]
}

/** Writes the rows of other tables that follow from an entry. */
export function* writeEntryRows(input: EntryRowsInput): Transaction<void> {
  const { project, entry, row } = input
  switch (row.kind) {
    case 'injection':
      return yield* writeInjectionRow(input, row)
    case 'run':
      return yield* writeRunRow(input, row)
    case 'outcome':
      return yield* writeOutcomeRow(input, row)
    case 'event':
      yield* query(
        'INSERT INTO events (project_id, seq, name) VALUES (?, ?, ?)',
        project,
        entry.seq,
        row.name,
      )
  }
}

function* writeInjectionRow(input: EntryRowsInput, row: EntryRowOfKind<'injection'>): Transaction<void> {
  const { project, entry } = input
  const account = yield* ensureBlob(input, row.account)
  if (account.content !== null) yield* writeSectionRows(account.id, account.content)
  const text = row.text === null ? null : yield* ensureBlob(input, row.text)
  const { injection_id, session_id, run_id, agent, role, level, status, total } = row
  yield* query(
    `INSERT INTO injections (project_id, seq, injection_id, session_id, run_id, agent, role, level, status, total,
     account_id, text_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[project, entry.seq, injection_id, session_id, run_id, agent, role, level, status, total],
    account.id,
    text?.id ?? null,
  )
  yield* writeSessionRow(input, session_id, agent)
}

function* writeRunRow(input: EntryRowsInput, row: EntryRowOfKind<'run'>): Transaction<void> {
  const { project, entry } = input
  const { run_id, session_id, agent, level, injection_id, task_digest } = row
  yield* query(
    `INSERT INTO runs (project_id, seq, run_id, session_id, agent, level, injection_id, task_digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[project, entry.seq, run_id, session_id, agent, level, injection_id, task_digest],
  )
  yield* writeSessionRow(input, session_id, agent)
}

function* writeOutcomeRow(
  { project, entry }: EntryRowsInput,
  row: EntryRowOfKind<'outcome'>,
): Transaction<void> {
  const { run_id, status, changes, seconds, exit_code } = row
  yield* query(
    `INSERT INTO outcomes (project_id, seq, run_id, status, changes, seconds, exit_code) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[project, entry.seq, run_id, status, changes, seconds, exit_code],
  )
}

/** Only the first entry of a session writes its row. */
function* writeSessionRow(
  { project, entry }: EntryRowsInput,
  id: string,
  agent: string | null,
): Transaction<void> {
  yield* query(
    `INSERT INTO sessions (project_id, session_id, agent, started_at, seq) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (project_id, session_id) DO NOTHING`,
    ...[project, id, agent, entry.at, entry.seq],
  )
}

interface EnsuredBlob {
  readonly id: number
  /** The text that was written; null if nothing was. */
  readonly content: string | null
}

/** Returns the blob that an entry refers to. If neither the store nor the input has its text, the row has only the digest. */
function* ensureBlob({ deps, blobs }: EntryRowsInput, digest: string): Transaction<EnsuredBlob> {
  const found = yield* findBlob(deps, digest)
  if (found?.kept) return { id: found.id, content: null }
  const blob = blobs.find((candidate) => candidate.digest === digest)
  if (blob !== undefined) {
    const content = blob.content()
    return { id: yield* writeBlob(deps, digest, content), content }
  }
  if (found !== null) return { id: found.id, content: null }
  const [row] = yield* query(
    `INSERT INTO blobs (digest, codec, size, data) VALUES (?, 'raw', 0, NULL)
     ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest RETURNING id`,
    digest,
  )
  return { id: getNumber(row!, 'id'), content: null }
}

/** Locks the row, so that another transaction does not prune the blob in the meantime. */
export function* findBlob(
  deps: WriteDeps,
  digest: string,
): Transaction<{ id: number; kept: boolean } | null> {
  const lock = deps.server ? ' FOR SHARE' : ''
  const [row] = yield* query(`SELECT id, data IS NOT NULL AS kept FROM blobs WHERE digest = ?${lock}`, digest)
  return row === undefined ? null : { id: getNumber(row, 'id'), kept: Boolean(row.kept) }
}

export function* writeBlob(deps: WriteDeps, digest: string, content: string): Transaction<number> {
  if (deps.hash(content) !== digest) {
    throw new Refusal('import-invalid', `a text does not match its digest ${digest}`)
  }
  const { codec, size, data } = encodeBlob(content, deps.uncompressed)
  const [row] = yield* query(
    `INSERT INTO blobs (digest, codec, size, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (digest) DO UPDATE SET codec = excluded.codec, size = excluded.size, data = excluded.data RETURNING id`,
    ...[digest, codec, size, data],
  )
  return getNumber(row!, 'id')
}

/** Replaces the rows, because pruning an account leaves them in place. */
export function* writeSectionRows(account: number, content: string): Transaction<void> {
  yield* query('DELETE FROM section_sources WHERE account_id = ?', account)
  yield* query('DELETE FROM sections WHERE account_id = ?', account)
  const sections = buildSectionRows(content) ?? []
  yield* insertRows(
    'sections (account_id, position, section, tier, size, sent_digest)',
    sections.map(({ position, section, tier, size, sent_digest }) => {
      return [account, position, section, tier, size, sent_digest]
    }),
  )
  yield* insertRows(
    'section_sources (account_id, position, place, path, digest)',
    sections.flatMap(({ position, sources }) =>
      sources.map(({ path, digest }, place) => [account, position, place, path, digest]),
    ),
  )
}
