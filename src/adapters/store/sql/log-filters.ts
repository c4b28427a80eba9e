import type { LogQuery } from '../../../ports/index.ts'
import {
  condition,
  getNumber,
  getOptionalNumber,
  getText,
  listPlaceholders,
  query,
  type Row,
  type Statement,
  splitIntoBatches,
  type Transaction,
} from './query.ts'

/** Up to this many candidates are all examined. */
const maxCandidates = 1000
/** A section in more packets than this is common, so walking back finds it soon. */
export const maxAccounts = 200

/** The part of a ledger that is searched. */
export interface LogRange {
  readonly project: number
  /** Excludes this number and all below. */
  readonly after: number
  /** Excludes this number and all above. */
  readonly before: number
  readonly filters: LogQuery
  /** Accounts with the section and the source of the filters; null without such a filter, or if there are too many. */
  readonly accounts: readonly number[] | null
}

/** Lists accounts with the section, the source or both. At most one more than `maxAccounts`. */
export function* findAccounts(filters: LogQuery): Transaction<number[] | null> {
  if (filters.section === undefined && filters.source === undefined) return null
  const { sql, values } = selectAccounts(filters, maxAccounts + 1)
  const rows = yield* query(sql, ...values)
  return rows.map((row) => getNumber(row, 'id'))
}

/** Reads an index only as far as needed. */
export function selectAccounts({ section, source }: LogQuery, limit = Number.MAX_SAFE_INTEGER): Statement {
  if (source === undefined)
    return condition(
      'SELECT DISTINCT s.account_id AS id FROM sections AS s WHERE s.section = ? LIMIT ?',
      ...[section ?? '', limit],
    )
  const hasSection = 'SELECT 1 FROM sections AS s WHERE s.account_id = p.account_id AND s.section = ?'
  return condition(
    `SELECT DISTINCT p.account_id AS id FROM section_sources AS p
     WHERE p.path = ?${section === undefined ? '' : ` AND EXISTS (${hasSection})`} LIMIT ?`,
    ...[source, ...(section === undefined ? [] : [section]), limit],
  )
}

interface Candidates {
  /** All injections that can match, if there are few. */
  readonly seqs: readonly number[] | null
  /** No injection above this number can match. */
  readonly upTo: number
}

/** Looks for a filter that few injections match. */
export function* narrowByLogFilters(range: LogRange): Transaction<Candidates> {
  const { filters, accounts } = range
  let upTo = Number.MAX_SAFE_INTEGER - 1
  const ways = [
    filters.session !== undefined && (() => narrowBySession(range)),
    filters.outcome !== undefined && (() => narrowByOutcome(range)),
    accounts !== null && (() => narrowByAccount(range, accounts)),
    filters.agent !== undefined && (() => narrowByAgent(range)),
  ]
  for (const way of ways) {
    const found = way === false ? null : yield* way()
    if (found === null) continue
    if (found.seqs !== null) return found
    upTo = Math.min(upTo, found.upTo)
  }
  return { seqs: null, upTo }
}

/** `seqs` in descending order. */
const toCandidates = (seqs: readonly number[]): Candidates =>
  seqs.length > maxCandidates ? { seqs: null, upTo: seqs[0]! } : { seqs, upTo: seqs[0] ?? 0 }

const readSeqs = (rows: readonly Row[]) => rows.map((row) => getNumber(row, 'seq'))

/** Newest first, at most one more than `maxCandidates`. */
function* selectInRange(
  { project, after, before }: LogRange,
  { sql, values }: Statement,
  order = 'ORDER BY i.seq DESC',
): Transaction<number[]> {
  const rows = yield* query(
    `SELECT i.seq FROM injections AS i
     WHERE i.project_id = ? AND i.seq > ? AND i.seq < ? AND ${sql} ${order} LIMIT ?`,
    ...[project, after, before, ...values, maxCandidates + 1],
  )
  return readSeqs(rows)
}

function* narrowBySession(range: LogRange): Transaction<Candidates> {
  const { session = '', runs = [] } = range.filters
  const own = yield* selectInRange(range, condition('i.session_id = ?', session))
  const inRuns = condition(`i.run_id IN (${listPlaceholders(runs)})`, ...runs)
  const ran = runs.length === 0 ? [] : yield* selectInRange(range, inRuns)
  return toCandidates([...own, ...ran].toSorted((a, b) => b - a))
}

function* narrowByAgent(range: LogRange): Transaction<Candidates> {
  return toCandidates(yield* selectInRange(range, condition('i.agent = ?', range.filters.agent ?? '')))
}

function* narrowByOutcome(range: LogRange): Transaction<Candidates | null> {
  const { project, after, before, filters } = range
  if (filters.outcome === 'running') return null
  // Not a bound value: SQLite uses the index of refused injections only if it sees the literal.
  if (filters.outcome === 'refused')
    return toCandidates(yield* selectInRange(range, condition(`i.status = 'error'`)))
  const ends = yield* query(
    'SELECT run_id FROM outcomes WHERE project_id = ? AND status = ? LIMIT ?',
    ...[project, filters.outcome ?? '', maxCandidates + 1],
  )
  if (ends.length > maxCandidates) return null
  const seqs: number[] = []
  for (const chunk of splitIntoBatches(ends, 400)) {
    const rows = yield* query(
      `SELECT seq FROM injections
       WHERE project_id = ? AND run_id IN (${listPlaceholders(chunk)}) AND seq > ? AND seq < ? LIMIT ?`,
      ...[project, ...chunk.map((row) => getText(row, 'run_id')), after, before, maxCandidates + 1],
    )
    seqs.push(...readSeqs(rows))
  }
  return seqs.length > maxCandidates ? null : { seqs: [...new Set(seqs)], upTo: before }
}

function* narrowByAccount(range: LogRange, accounts: readonly number[]): Transaction<Candidates> {
  const ids = condition(listPlaceholders(accounts), ...accounts)
  // Without an order, because sorting all injections of a common packet would take long.
  const found = yield* selectInRange(range, condition(`i.account_id IN (${ids.sql})`, ...ids.values), '')
  if (found.length <= maxCandidates) return toCandidates(found)
  return { seqs: null, upTo: yield* findLastUse(range, ids) }
}

/** Returns the last injection of one of these accounts. Takes one index lookup for each account. */
export function* findLastUse({ project, before }: LogRange, accounts: Statement): Transaction<number> {
  const rows = yield* query(
    `SELECT (SELECT max(i.seq) FROM injections AS i
       WHERE i.project_id = ? AND i.account_id = b.id AND i.seq < ?) AS seq
     FROM blobs AS b WHERE b.id IN (${accounts.sql})`,
    ...[project, before, ...accounts.values],
  )
  return rows.reduce((last, row) => Math.max(last, getOptionalNumber(row, 'seq') ?? 0), 0)
}
