import { type Blob, type Entry, type Row, type RowOf, sectionRows } from '../../core/ledger/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { pack } from './blob-codec.ts'
import type { Tools } from './tools.ts'
import { ask, insertAll, numberIn, type Work } from './work.ts'

/** An entry that is in its place, and what is to be kept beside it. */
export interface Placed {
  readonly tools: Tools
  readonly project: number
  readonly entry: Entry
  readonly row: Row
  readonly blobs: readonly Blob[]
}

/** Everything kept beside an entry. */
export function* besides(placed: Placed): Work<void> {
  const { project, entry, row } = placed
  if (row.kind === 'injection') yield* injection(placed, row)
  if (row.kind === 'event') {
    yield* ask('INSERT INTO events (project_id, seq, name) VALUES (?, ?, ?)', project, entry.seq, row.name)
  }
  if (row.kind === 'run') {
    const { run_id, session_id, agent, level, injection_id, task_digest } = row
    yield* ask(
      `INSERT INTO runs (project_id, seq, run_id, session_id, agent, level, injection_id, task_digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[project, entry.seq, run_id, session_id, agent, level, injection_id, task_digest],
    )
    yield* session(placed, session_id, agent)
  }
  if (row.kind === 'outcome') {
    const { run_id, status, changes, seconds, exit_code } = row
    yield* ask(
      `INSERT INTO outcomes (project_id, seq, run_id, status, changes, seconds, exit_code) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[project, entry.seq, run_id, status, changes, seconds, exit_code],
    )
  }
}

function* injection(placed: Placed, row: RowOf<'injection'>): Work<void> {
  const { project, entry } = placed
  const account = yield* refer(placed, row.account)
  if (account.content !== null) yield* writeSections(account.id, account.content)
  const text = row.text === null ? null : yield* refer(placed, row.text)
  const { injection_id, session_id, run_id, agent, role, level, status, total } = row
  yield* ask(
    `INSERT INTO injections (project_id, seq, injection_id, session_id, run_id, agent, role, level, status, total,
     account_id, text_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[project, entry.seq, injection_id, session_id, run_id, agent, role, level, status, total],
    account.id,
    text?.id ?? null,
  )
  yield* session(placed, session_id, agent)
}

/** The first sight of a session. */
function* session({ project, entry }: Placed, id: string, agent: string | null): Work<void> {
  yield* ask(
    `INSERT INTO sessions (project_id, session_id, agent, started_at, seq) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (project_id, session_id) DO NOTHING`,
    ...[project, id, agent, entry.at, entry.seq],
  )
}

interface Referred {
  readonly id: number
  /** What was written; null where nothing had to be. */
  readonly content: string | null
}

/** The blob that an entry refers to, kept from now on. Without its content its digest is all there is. */
function* refer({ tools, blobs }: Placed, digest: string): Work<Referred> {
  const there = yield* findBlob(tools, digest)
  if (there?.kept) return { id: there.id, content: null }
  const given = blobs.find((blob) => blob.digest === digest)
  if (given !== undefined) {
    const content = given.content()
    return { id: yield* fillBlob(tools, digest, content), content }
  }
  if (there !== null) return { id: there.id, content: null }
  const [line] = yield* ask(
    `INSERT INTO blobs (digest, codec, size, data) VALUES (?, 'raw', 0, NULL)
     ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest RETURNING id`,
    digest,
  )
  return { id: numberIn(line!, 'id'), content: null }
}

/** Locked against being pruned meanwhile. */
export function* findBlob(tools: Tools, digest: string): Work<{ id: number; kept: boolean } | null> {
  const lock = tools.server ? ' FOR SHARE' : ''
  const [line] = yield* ask(`SELECT id, data IS NOT NULL AS kept FROM blobs WHERE digest = ?${lock}`, digest)
  return line === undefined ? null : { id: numberIn(line, 'id'), kept: Boolean(line.kept) }
}

export function* fillBlob(tools: Tools, digest: string, content: string): Work<number> {
  if (tools.hash(content) !== digest) {
    throw new Refusal('import-invalid', `a text does not match its digest ${digest}`)
  }
  const { codec, size, data } = pack(content, tools.loose)
  const [line] = yield* ask(
    `INSERT INTO blobs (digest, codec, size, data) VALUES (?, ?, ?, ?)
     ON CONFLICT (digest) DO UPDATE SET codec = excluded.codec, size = excluded.size, data = excluded.data RETURNING id`,
    ...[digest, codec, size, data],
  )
  return numberIn(line!, 'id')
}

/** Those of an account that was pruned are there still; they are written anew. */
export function* writeSections(account: number, content: string): Work<void> {
  yield* ask('DELETE FROM section_sources WHERE account_id = ?', account)
  yield* ask('DELETE FROM sections WHERE account_id = ?', account)
  const sections = sectionRows(content) ?? []
  yield* insertAll(
    'sections (account_id, position, section, tier, size, sent_digest)',
    sections.map(({ position, section, tier, size, sent_digest }) => {
      return [account, position, section, tier, size, sent_digest]
    }),
  )
  yield* insertAll(
    'section_sources (account_id, position, place, path, digest)',
    sections.flatMap(({ position, sources }) =>
      sources.map(({ path, digest }, place) => [account, position, place, path, digest]),
    ),
  )
}
