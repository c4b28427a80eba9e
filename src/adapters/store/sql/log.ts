import type { LogQuery, LogRow } from '../../../ports/index.ts'
import {
  findAccounts,
  findLastUse,
  type LogRange,
  maxAccounts,
  narrowByLogFilters,
  selectAccounts,
} from './log-filters.ts'
import {
  condition,
  getDecimal,
  getNumber,
  getOptionalNumber,
  getOptionalText,
  getText,
  joinConditions,
  listPlaceholders,
  query,
  type Row,
  type Statement,
  splitIntoBatches,
  type Transaction,
} from './query.ts'

/** Reads injections, newest first. Every filter uses an index, so that a long ledger does not make it slow. */
export function* readLog(project: number, filters: LogQuery): Transaction<LogRow[]> {
  const accounts = yield* findAccounts(filters)
  if (accounts?.length === 0) return []
  const after = filters.since === undefined ? 0 : yield* findLastSeqBefore(project, filters.since)
  const before = filters.before ?? Number.MAX_SAFE_INTEGER
  const isCommon = accounts !== null && accounts.length > maxAccounts
  const range: LogRange = { project, after, before, filters, accounts: isCommon ? null : accounts }
  const { seqs, upTo } = yield* narrowByLogFilters(range)
  if (seqs === null) return yield* walkBack({ ...range, before: Math.min(before, upTo + 1) }, isCommon)
  const rows: LogRow[] = []
  for (const chunk of splitIntoBatches(seqs, 400)) rows.push(...(yield* selectRows(range, chunk)))
  return rows.toSorted((a, b) => b.seq - a.seq).slice(0, filters.limit)
}

/** Injections in which a common section is searched before its last use is looked up. */
const nearby = 5000

/** Walks from the newest injection. A common section may not have been sent for a long time: then it starts at its last use. */
function* walkBack(range: LogRange, isCommon: boolean): Transaction<LogRow[]> {
  if (!isCommon) return yield* selectRows(range, null)
  const { project, filters, after, before } = range
  const [newest] = yield* query(
    'SELECT max(seq) AS seq FROM injections WHERE project_id = ? AND seq < ?',
    ...[project, before],
  )
  const from = (getOptionalNumber(newest!, 'seq') ?? 0) - nearby
  const recent = yield* selectRows({ ...range, after: Math.max(after, from) }, null)
  if (recent.length === filters.limit || from <= after) return recent
  const upTo = yield* findLastUse(range, selectAccounts(filters))
  return yield* selectRows({ ...range, before: Math.min(before, upTo + 1) }, null)
}

/** Finds the last entry before a time. An index finds it, because `high_at` never falls. */
export function* findLastSeqBefore(project: number, time: string): Transaction<number> {
  const [row] = yield* query(
    `SELECT seq FROM entries WHERE project_id = ? AND high_at < ? ORDER BY high_at DESC, seq DESC LIMIT 1`,
    ...[project, time],
  )
  return row === undefined ? 0 : getNumber(row, 'seq')
}

/** The first outcome of the run of an injection. */
const outcome = `(SELECT o.status FROM outcomes AS o
  WHERE o.project_id = i.project_id AND o.run_id = i.run_id ORDER BY o.seq LIMIT 1)`

/** Applies every filter, to candidates or to the whole range. */
function* selectRows(range: LogRange, seqs: readonly number[] | null): Transaction<LogRow[]> {
  const { sql, values } = joinConditions(listConditions(range, seqs))
  const rows = yield* query(
    `SELECT i.seq, e.at, e.digest, i.injection_id, i.session_id, i.run_id, i.agent, i.role, i.level, i.status, i.total,
       a.digest AS account, ${outcome} AS outcome
     FROM injections AS i JOIN entries AS e ON e.project_id = i.project_id AND e.seq = i.seq
     LEFT JOIN blobs AS a ON a.id = i.account_id
     WHERE ${sql} ORDER BY i.seq DESC LIMIT ?`,
    ...values,
    range.filters.limit,
  )
  return rows.map(readLogRow)
}

function listConditions(range: LogRange, seqs: readonly number[] | null): Statement[] {
  const { project, after, before, filters, accounts } = range
  const { session, runs = [], agent, section, source, since } = filters
  const conditions = [condition('i.project_id = ? AND i.seq > ? AND i.seq < ?', project, after, before)]
  if (seqs !== null) conditions.push(condition(`i.seq IN (${listPlaceholders(seqs)})`, ...seqs))
  if (session !== undefined) {
    const inRuns = runs.length === 0 ? '' : ` OR i.run_id IN (${listPlaceholders(runs)})`
    conditions.push(condition(`i.session_id = ?${inRuns}`, session, ...runs))
  }
  if (agent !== undefined) conditions.push(condition('i.agent = ?', agent))
  if (since !== undefined) conditions.push(condition('e.at >= ?', since))
  if (accounts !== null) {
    // The plus keeps SQLite from using the index on accounts, which would collect all injections before it returns the first.
    conditions.push(condition(`+i.account_id IN (${listPlaceholders(accounts)})`, ...accounts))
  } else {
    if (section !== undefined) conditions.push(condition(hasSection, section))
    if (source !== undefined) conditions.push(condition(hasSource, source))
  }
  return [...conditions, ...listOutcomeConditions(filters)]
}

const hasSection = 'EXISTS (SELECT 1 FROM sections AS s WHERE s.account_id = i.account_id AND s.section = ?)'
const hasSource =
  'EXISTS (SELECT 1 FROM section_sources AS p WHERE p.account_id = i.account_id AND p.path = ?)'

function listOutcomeConditions(filters: LogQuery): Statement[] {
  if (filters.outcome === undefined) return []
  if (filters.outcome === 'refused') return [condition('i.status = ?', 'error')]
  if (filters.outcome === 'running') return [condition(`i.run_id IS NOT NULL AND ${outcome} IS NULL`)]
  return [condition(`${outcome} = ?`, filters.outcome)]
}

function readLogRow(row: Row): LogRow {
  const run = getOptionalText(row, 'run_id')
  return {
    seq: getNumber(row, 'seq'),
    at: getText(row, 'at'),
    digest: getText(row, 'digest'),
    injection_id: getText(row, 'injection_id'),
    session_id: getText(row, 'session_id'),
    run_id: run,
    agent: getOptionalText(row, 'agent'),
    role: getOptionalText(row, 'role'),
    level: getText(row, 'level'),
    status: getText(row, 'status'),
    total: getDecimal(row, 'total'),
    account: getOptionalText(row, 'account') ?? '',
    outcome: getOptionalText(row, 'outcome') ?? (run === null ? null : 'running'),
  }
}
