import { sql } from 'kysely'
import type { LogQuery } from '../../ports/index.ts'
import { chunks } from './entries.ts'
import type { Tabled } from './tables.ts'

/** With so few candidates, all of them are looked at. */
const few = 1000
/** Above this, a section is in so many packets that walking back meets it soon. */
export const fewAccounts = 200

/** Which part of a ledger to look at. */
export interface Part {
  readonly db: Tabled
  readonly project: number
  /** Numbers above this and below that. */
  readonly after: number
  readonly before: number
  readonly query: LogQuery
  /** Of the section and the source asked for; null when nobody asked, or when there are many. */
  readonly accounts: readonly number[] | null
}

/** Accounts with the section, the source, or both; one more than a few at most. */
export async function accountsOf(db: Tabled, query: LogQuery): Promise<number[] | null> {
  if (query.section === undefined && query.source === undefined) return null
  const found = await sentIn(db, query, fewAccounts + 1).execute()
  return found.map(({ id }) => id)
}

/** Read from an index as far as it is needed, not collected first. */
export function sentIn(db: Tabled, { section, source }: LogQuery, most = Number.MAX_SAFE_INTEGER) {
  const sections = db.selectFrom('sections as s').select('s.account_id as id').distinct().limit(most)
  if (source === undefined) return sections.where('s.section', '=', section ?? '')
  const sources = db.selectFrom('section_sources as p').select('p.account_id as id').distinct().limit(most)
  const bySource = sources.where('p.path', '=', source)
  if (section === undefined) return bySource
  return bySource.where(({ exists, selectFrom, ref }) =>
    exists(
      selectFrom('sections as s')
        .select('s.section')
        .where('s.account_id', '=', ref('p.account_id'))
        .where('s.section', '=', section),
    ),
  )
}

interface Narrowed {
  /** All that can match, when they are few. */
  readonly seqs: readonly number[] | null
  /** Nothing above this can match. */
  readonly upTo: number
}

/** Looks for a condition that few injections meet. */
export async function narrow(part: Part): Promise<Narrowed> {
  const { query, accounts } = part
  let upTo = Number.MAX_SAFE_INTEGER - 1
  const ways = [
    query.session !== undefined && (() => bySession(part)),
    query.outcome !== undefined && (() => byOutcome(part)),
    accounts !== null && (() => byAccount(part, accounts)),
    query.agent !== undefined && (() => byAgent(part)),
  ]
  for (const way of ways) {
    const found = way === false ? null : await way()
    if (found === null) continue
    if (found.seqs !== null) return found
    upTo = Math.min(upTo, found.upTo)
  }
  return { seqs: null, upTo }
}

const narrowed = (lines: readonly { seq: number }[]): Narrowed =>
  lines.length > few
    ? { seqs: null, upTo: lines[0]!.seq }
    : { seqs: lines.map(({ seq }) => seq), upTo: lines[0]?.seq ?? 0 }

function inPart({ db, project, after, before }: Part) {
  return db
    .selectFrom('injections as i')
    .select('i.seq')
    .where('i.project_id', '=', project)
    .where('i.seq', '>', after)
    .where('i.seq', '<', before)
    .orderBy('i.seq', 'desc')
    .limit(few + 1)
}

async function bySession(part: Part): Promise<Narrowed> {
  const { session, runs = [] } = part.query
  const own = await inPart(part).where('i.session_id', '=', session!).execute()
  const ran = runs.length === 0 ? [] : await inPart(part).where('i.run_id', 'in', runs).execute()
  return narrowed([...own, ...ran].toSorted((a, b) => b.seq - a.seq))
}

async function byAgent(part: Part): Promise<Narrowed> {
  return narrowed(await inPart(part).where('i.agent', '=', part.query.agent!).execute())
}

async function byOutcome(part: Part): Promise<Narrowed | null> {
  const { db, project, after, before, query } = part
  if (query.outcome === 'running') return null
  if (query.outcome === 'refused')
    return narrowed(await inPart(part).where('i.status', '=', sql.lit('error')).execute())
  const ends = await db
    .selectFrom('outcomes')
    .select(['seq', 'run_id'])
    .where('project_id', '=', project)
    .where('status', '=', query.outcome!)
    .limit(few + 1)
    .execute()
  if (ends.length > few) return null
  const seqs: number[] = []
  for (const some of chunks(ends, 400)) {
    const runs = some.map(({ run_id }) => run_id)
    const found = db.selectFrom('injections').select('seq').where('project_id', '=', project)
    const within = found.where('run_id', 'in', runs).where('seq', '>', after).where('seq', '<', before)
    seqs.push(...(await within.limit(few + 1).execute()).map(({ seq }) => seq))
  }
  return seqs.length > few ? null : { seqs: [...new Set(seqs)], upTo: before }
}

async function byAccount(part: Part, accounts: readonly number[]): Promise<Narrowed> {
  // Without an order: sorting all that many injections of one packet would take long.
  const found = await inPart(part).clearOrderBy().where('i.account_id', 'in', accounts).execute()
  if (found.length <= few) return narrowed(found)
  return { seqs: null, upTo: await lastUse(part, (all) => all.where('b.id', 'in', accounts)) }
}

/** The last entry that refers to one of these accounts, by one look into the index for each. */
export async function lastUse(
  { db, project, before }: Part,
  narrowTo: (all: Accounts) => Accounts,
): Promise<number> {
  const used = await narrowTo(accountsIn(db))
    .select(({ selectFrom }) =>
      selectFrom('injections as i')
        .select(({ fn }) => fn.max('i.seq').as('seq'))
        .where('i.project_id', '=', project)
        .whereRef('i.account_id', '=', 'b.id')
        .where('i.seq', '<', before)
        .as('seq'),
    )
    .execute()
  return used.reduce((last, { seq }) => Math.max(last, seq ?? 0), 0)
}

type Accounts = ReturnType<typeof accountsIn>
const accountsIn = (db: Tabled) => db.selectFrom('blobs as b')
