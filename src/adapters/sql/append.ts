import { beginning, columnsOf, type Draft, isUid, link, type Parcel } from '../../core/ledger/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Appended, LedgerKey } from '../../ports/index.ts'
import { besides } from './beside.ts'
import type { End, Project, Tools } from './tools.ts'
import { ask, numberIn, textIn, type Value, type Work } from './work.ts'

export function* append(tools: Tools, key: LedgerKey, parcels: readonly Parcel[]): Work<Appended[]> {
  const project = yield* findOrMake(tools, key)
  let end = yield* endOf(tools, project)
  const done: Appended[] = []
  for (const parcel of parcels) {
    const { draft } = parcel
    const row = columnsOf(draft)
    if (typeof row === 'string') throw new Refusal('import-invalid', `"${draft.uid}" is no entry: ${row}`)
    const entry = link(draft, end.seq + 1, end.digest, tools.hash)
    const highAt = later(end.highAt, draft.at)
    if (yield* insertEntry(project.id, entry, highAt)) {
      yield* besides({ tools, project: project.id, entry, row, blobs: parcel.blobs })
      done.push({ seq: entry.seq, digest: entry.digest, fresh: true, behindMs: behind(end.highAt, draft) })
      end = { seq: entry.seq, digest: entry.digest, highAt }
    } else {
      done.push(yield* known(project.id, draft.uid))
    }
  }
  return done
}

/** False when there is one with this uid already. */
export function* insertEntry(project: number, entry: ReturnType<typeof link>, highAt: string): Work<boolean> {
  const { seq, uid, kind, at, prev, digest, body } = entry
  const values: Value[] = [project, seq, uid, kind, at, highAt, prev, digest, body]
  const inserted = yield* ask(
    `INSERT INTO entries (project_id, seq, uid, kind, at, high_at, prev, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project_id, uid) DO NOTHING RETURNING seq`,
    ...values,
  )
  return inserted.length > 0
}

function* known(project: number, uid: string): Work<Appended> {
  const [line] = yield* ask('SELECT seq, digest FROM entries WHERE project_id = ? AND uid = ?', project, uid)
  return { seq: numberIn(line!, 'seq'), digest: textIn(line!, 'digest'), fresh: false, behindMs: 0 }
}

export const later = (one: string, other: string) => (one > other ? one : other)

function behind(highAt: string, draft: Draft): number {
  return highAt > draft.at ? Math.max(0, Date.parse(highAt) - Date.parse(draft.at)) : 0
}

export function* endOf(tools: Tools, project: Project): Work<End> {
  const [line] = yield* ask(
    'SELECT seq, digest, high_at FROM entries WHERE project_id = ? ORDER BY seq DESC LIMIT 1',
    project.id,
  )
  if (line === undefined) return { seq: 0, digest: beginning(project.uid, tools.hash), highAt: '' }
  return { seq: numberIn(line, 'seq'), digest: textIn(line, 'digest'), highAt: textIn(line, 'high_at') }
}

/** Whoever has found a project on a server is the only one to write to its ledger until the transaction ends. */
export function* find(tools: Pick<Tools, 'server'>, key: LedgerKey): Work<Project | null> {
  const lock = tools.server ? ' FOR UPDATE' : ''
  const uid = key.uid ?? (tools.server ? key.name : null)
  const [line] =
    uid === null
      ? yield* ask('SELECT id, uid FROM projects WHERE own = 1 ORDER BY id LIMIT 1')
      : yield* ask(`SELECT id, uid FROM projects WHERE uid = ?${lock}`, uid)
  return line === undefined ? null : { id: numberIn(line, 'id'), uid: textIn(line, 'uid') }
}

export function* findOrMake(tools: Tools, key: LedgerKey): Work<Project> {
  const there = yield* find(tools, key)
  if (there !== null) return there
  const own = key.uid === null && !tools.server
  const uid = key.uid ?? (own ? tools.newUid(key.name) : key.name)
  if (!isUid(uid)) throw new Refusal('import-invalid', `${JSON.stringify(uid)} cannot name a ledger`)
  return yield* make(tools, { uid, name: key.name, own })
}

export interface NewProject {
  readonly uid: string
  readonly name: string
  /** Whether it is the ledger of the project that the store lies in. */
  readonly own: boolean
}

export function* make(tools: Tools, { uid, name, own }: NewProject): Work<Project> {
  yield* ask(
    `INSERT INTO projects (uid, name, created_at, own) VALUES (?, ?, ?, ?)
     ON CONFLICT (uid) DO ${own ? 'UPDATE SET own = 1' : 'NOTHING'}`,
    ...[uid, name.replaceAll('\0', ''), tools.clock().toISOString(), Number(own)],
  )
  return (yield* find(tools, { uid, name }))!
}
