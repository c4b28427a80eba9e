import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { LogQuery, LogRow } from '../../ports/index.ts'
import { chunks } from './entries.ts'
import { accountsOf, fewAccounts, lastUse, narrow, type Part, sentIn } from './narrow.ts'
import type { Tabled, Tables } from './tables.ts'

/** Injections, newest first. Every way there is an index, so that a long ledger does not make it slow. */
export async function readLog(db: Tabled, project: number, query: LogQuery): Promise<LogRow[]> {
  const accounts = await accountsOf(db, query)
  if (accounts?.length === 0) return []
  const after = query.since === undefined ? 0 : await lastBefore(db, project, query.since)
  const before = query.before ?? Number.MAX_SAFE_INTEGER
  const part: Part = {
    ...{ db, project, after, before, query },
    accounts: accounts !== null && accounts.length > fewAccounts ? null : accounts,
  }
  const { seqs, upTo } = await narrow(part)
  if (seqs === null) return walkBack({ ...part, before: Math.min(before, upTo + 1) }, accounts !== null)
  const rows: LogRow[] = []
  for (const some of chunks(seqs, 400)) rows.push(...(await matching(part, some)))
  return rows.toSorted((a, b) => b.seq - a.seq).slice(0, query.limit)
}

/** So far back a common section is looked for before anything is asked about it. */
const near = 5000

/** From the newest on. A section of many packets may be one that was given up long ago: then to where it was last sent at once. */
async function walkBack(part: Part, sought: boolean): Promise<LogRow[]> {
  if (!sought || part.accounts !== null) return matching(part, null)
  const { db, project, query } = part
  const last = db
    .selectFrom('injections')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .where('project_id', '=', project)
  const { seq } = await last.where('seq', '<', part.before).executeTakeFirstOrThrow()
  const recent = await matching({ ...part, after: Math.max(part.after, (seq ?? 0) - near) }, null)
  if (recent.length === query.limit || (seq ?? 0) - near <= part.after) return recent
  const upTo = await lastUse(part, (accounts) => accounts.where('b.id', 'in', sentIn(db, query)))
  return matching({ ...part, before: Math.min(part.before, upTo + 1) }, null)
}

/** The last entry before a time: as `high_at` never falls, an index finds it. */
export async function lastBefore(db: Tabled, project: number, time: string): Promise<number> {
  const found = await db
    .selectFrom('entries')
    .select('seq')
    .where('project_id', '=', project)
    .where('high_at', '<', time)
    .orderBy('high_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.seq ?? 0
}

/** Every condition, over candidates or over the whole part. */
async function matching(part: Part, seqs: readonly number[] | null): Promise<LogRow[]> {
  const { db, project, after, before, query, accounts } = part
  let found = db
    .selectFrom('injections as i')
    .innerJoin('entries as e', (join) =>
      join.onRef('e.project_id', '=', 'i.project_id').onRef('e.seq', '=', 'i.seq'),
    )
    .leftJoin('blobs as a', 'a.id', 'i.account_id')
    .select([
      'i.seq',
      'e.at',
      'e.digest',
      'i.injection_id',
      'i.session_id',
      'i.run_id',
      'i.agent',
      'i.role',
      'i.level',
    ])
    .select(['i.status', 'i.total', 'a.digest as account'])
    .select((eb) => ended(eb).as('ended'))
    .where('i.project_id', '=', project)
    .where('i.seq', '>', after)
    .where('i.seq', '<', before)
    .orderBy('i.seq', 'desc')
    .limit(query.limit)
  if (seqs !== null) found = found.where('i.seq', 'in', seqs)
  if (query.session !== undefined) found = found.where((eb) => eb.or(ofSession(eb, query)))
  if (query.agent !== undefined) found = found.where('i.agent', '=', query.agent)
  if (query.since !== undefined) found = found.where('e.at', '>=', query.since)
  // The plus keeps the index out of it: it would collect all of them before the first is given.
  if (accounts !== null) found = found.where(sql<number>`+i.account_id`, 'in', accounts)
  else if (query.section !== undefined || query.source !== undefined)
    found = found.where((eb) => eb.and(sent(eb, query)))
  if (query.outcome === 'refused') found = found.where('i.status', '=', 'error')
  else if (query.outcome === 'running')
    found = found.where('i.run_id', 'is not', null).where((eb) => eb(ended(eb), 'is', null))
  else if (query.outcome !== undefined) found = found.where((eb) => eb(ended(eb), '=', query.outcome!))
  const lines = await found.execute()
  return lines.map(({ ended: end, account, ...line }) => ({
    ...line,
    account: account ?? '',
    outcome: end ?? (line.run_id === null ? null : 'running'),
  }))
}

type Injected = ExpressionBuilder<Tables & { i: Selectable<Tables['injections']> }, 'i'>

/** How the run of an injection ended; the first time, should it have ended twice. */
function ended(eb: Injected) {
  return eb
    .selectFrom('outcomes as o')
    .select('o.status')
    .whereRef('o.project_id', '=', 'i.project_id')
    .whereRef('o.run_id', '=', 'i.run_id')
    .orderBy('o.seq')
    .limit(1)
}

function ofSession(eb: Injected, { session = '', runs = [] }: LogQuery) {
  return [eb('i.session_id', '=', session), ...(runs.length === 0 ? [] : [eb('i.run_id', 'in', runs)])]
}

function sent(eb: Injected, { section, source }: LogQuery) {
  const sections = eb
    .selectFrom('sections as s')
    .select('s.section')
    .whereRef('s.account_id', '=', 'i.account_id')
  const sources = eb
    .selectFrom('section_sources as p')
    .select('p.path')
    .whereRef('p.account_id', '=', 'i.account_id')
  return [
    ...(section === undefined ? [] : [eb.exists(sections.where('s.section', '=', section))]),
    ...(source === undefined ? [] : [eb.exists(sources.where('p.path', '=', source))]),
  ]
}
