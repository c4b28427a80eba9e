import type { SectionTally, Tallies, Tally } from '../../../ports/index.ts'
import { findLastSeqBefore } from './log.ts'
import { getNumber, getOptionalText, getText, query, type Row, type Transaction } from './query.ts'

/** Runs that began in the period. Values: project, the last entry before the period, its time. */
const begun = 'r.project_id = ? AND r.seq > ? AND e.at >= ?'
const runs = 'runs AS r JOIN entries AS e ON e.project_id = r.project_id AND e.seq = r.seq'

/**
 * The first outcome of a run is its end. A subquery for each run takes half a second on a ledger on which a join with grouped outcomes takes
 * minutes.
 */
const endedRuns = `${runs} JOIN outcomes AS o ON o.project_id = r.project_id AND o.run_id = r.run_id`
const isEnd = `o.seq = (SELECT min(earliest.seq) FROM outcomes AS earliest
  WHERE earliest.project_id = r.project_id AND earliest.run_id = r.run_id)`
const isCounted = `o.status IN ('success', 'failed', 'timeout')`

/** Counts how runs ended. Runs that have not ended or were interrupted are counted apart. */
export function* readTally(project: number, since?: string): Transaction<Tallies> {
  const after = since === undefined ? 0 : yield* findLastSeqBefore(project, since)
  const period = [project, after, since ?? '']
  const ended = yield* query(
    `SELECT r.agent, r.level, o.status, count(DISTINCT r.seq) AS runs FROM ${endedRuns}
     WHERE ${begun} AND ${isEnd} AND ${isCounted} GROUP BY r.agent, r.level, o.status
     ORDER BY r.agent, r.level, o.status`,
    ...period,
  )
  const sections = yield* query(
    `SELECT s.section, o.status, count(DISTINCT r.seq) AS runs FROM ${endedRuns}
     JOIN injections AS i ON i.project_id = r.project_id AND i.injection_id = r.injection_id
     JOIN sections AS s ON s.account_id = i.account_id
     WHERE ${begun} AND ${isEnd} AND ${isCounted} GROUP BY s.section, o.status ORDER BY s.section, o.status`,
    ...period,
  )
  const [unended] = yield* query(
    `SELECT count(*) AS runs FROM ${runs} WHERE ${begun} AND NOT EXISTS (
       SELECT 1 FROM outcomes AS o WHERE o.project_id = r.project_id AND o.run_id = r.run_id)`,
    ...period,
  )
  const [interrupted] = yield* query(
    `SELECT count(DISTINCT r.seq) AS runs FROM ${endedRuns}
     WHERE ${begun} AND ${isEnd} AND o.status = 'interrupted'`,
    ...period,
  )
  const [checked] = yield* query(
    `SELECT count(DISTINCT r.seq) AS runs FROM ${endedRuns}
     JOIN entries AS ended ON ended.project_id = o.project_id AND ended.seq = o.seq
     WHERE ${begun} AND ${isEnd} AND ${isCounted} AND ended.body LIKE ?`,
    ...[...period, '%"check":{"command":%'],
  )
  return {
    checked: getNumber(checked!, 'runs'),
    unended: getNumber(unended!, 'runs'),
    interrupted: getNumber(interrupted!, 'runs'),
    runs: ended.map(readRunTally).toSorted((a, b) => compareAgents(a, b) || compareLevels(a, b)),
    sections: sections.map(readSectionTally),
  }
}

const compareAgents = (a: Tally, b: Tally) => (a.agent < b.agent ? -1 : Number(a.agent > b.agent))
/** The engines disagree about the place of null in an order. */
const compareLevels = (a: Tally, b: Tally) => Number(a.level !== null) - Number(b.level !== null)

function readRunTally(row: Row): Tally {
  return {
    agent: getText(row, 'agent'),
    level: getOptionalText(row, 'level'),
    status: readStatus(row),
    runs: getNumber(row, 'runs'),
  }
}

function readSectionTally(row: Row): SectionTally {
  return { section: getText(row, 'section'), status: readStatus(row), runs: getNumber(row, 'runs') }
}

/** The statements select only these. */
const readStatus = (row: Row) => getText(row, 'status') as Tally['status']
