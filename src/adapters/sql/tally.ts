import type { SectionTally, Tallies, Tally } from '../../ports/index.ts'
import { lastBefore } from './log.ts'
import type { Tabled } from './tables.ts'

const ends = ['success', 'failed', 'timeout'] as const

/** How runs ended. Those that have not ended do not count, nor those that were interrupted. */
export async function readTally(db: Tabled, project: number, since?: string): Promise<Tallies> {
  const after = since === undefined ? 0 : await lastBefore(db, project, since)
  const begun = db
    .selectFrom('runs as r')
    .innerJoin('entries as e', (join) =>
      join.onRef('e.project_id', '=', 'r.project_id').onRef('e.seq', '=', 'r.seq'),
    )
    .where('r.project_id', '=', project)
    .where('r.seq', '>', after)
    .where('e.at', '>=', since ?? '')
  const over = begun
    .innerJoin('outcomes as o', (join) =>
      join.onRef('o.project_id', '=', 'r.project_id').onRef('o.run_id', '=', 'r.run_id'),
    )
    // The first end of a run is its end. Asked for each one: joined, it took minutes where this takes half a second.
    .where('o.seq', '=', ({ selectFrom, ref }) =>
      selectFrom('outcomes as first')
        .select(({ fn }) => fn.min('first.seq').as('seq'))
        .where('first.project_id', '=', ref('r.project_id'))
        .where('first.run_id', '=', ref('r.run_id')),
    )
  const ended = over.where('o.status', 'in', ends)
  const runs = await ended
    .groupBy(['r.agent', 'r.level', 'o.status'])
    .select(['r.agent', 'r.level', 'o.status'])
    .select(({ fn }) => fn.count<number>('r.seq').distinct().as('runs'))
    .orderBy('r.agent')
    .orderBy('r.level')
    .orderBy('o.status')
    .execute()
  const sections = await ended
    .innerJoin('injections as i', (join) =>
      join.onRef('i.project_id', '=', 'r.project_id').onRef('i.injection_id', '=', 'r.injection_id'),
    )
    .innerJoin('sections as s', 's.account_id', 'i.account_id')
    .groupBy(['s.section', 'o.status'])
    .select(['s.section', 'o.status'])
    .select(({ fn }) => fn.count<number>('r.seq').distinct().as('runs'))
    .orderBy('s.section')
    .orderBy('o.status')
    .execute()
  // Where null comes in an order, engines disagree.
  const byLevel = (a: Tally, b: Tally) => Number(a.level !== null) - Number(b.level !== null)
  const byAgent = (a: Tally, b: Tally) => (a.agent < b.agent ? -1 : Number(a.agent > b.agent))
  const { unended } = await begun
    .select(({ fn }) => fn.countAll<number>().as('unended'))
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom('outcomes as o')
            .select('o.seq')
            .where('o.project_id', '=', ref('r.project_id'))
            .where('o.run_id', '=', ref('r.run_id')),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  const { interrupted } = await over
    .where('o.status', '=', 'interrupted')
    .select(({ fn }) => fn.count<number>('r.seq').distinct().as('interrupted'))
    .executeTakeFirstOrThrow()
  return {
    unended: Number(unended),
    interrupted: Number(interrupted),
    runs: (runs as Tally[]).toSorted((a, b) => byAgent(a, b) || byLevel(a, b)),
    sections: sections as SectionTally[],
  }
}
