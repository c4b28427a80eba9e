// Every log query of a ledger gives the same result as a plain filter over all its injections.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, injection, outcome, type Wish } from '../../src/adapters/store/sql/ledger.fixture.ts'
import type { Parcel } from '../../src/core/receipt/index.ts'
import type { LogQuery, LogRow, Store } from '../../src/ports/index.ts'
import type { Bench } from './store.ts'

/** An injection, or the end of a run. */
type Step = { wish: Omit<Wish, 'uid'> } | { run: string; status: string }
type Known = { seq: number; at: string; wish: Omit<Wish, 'uid'> }

const few = (...values: string[]) => fc.constantFrom(...values)
const seconds = fc.integer({ min: 0, max: 30 }).map(at)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      wish: fc.record({
        at: seconds,
        session: few('s1', 's2', 's3'),
        run: fc.option(few('r1', 'r2', 'r3', 'r4')),
        agent: fc.option(few('one', 'two')),
        status: few('ok', 'ok', 'ok', 'error'),
        sections: fc.dictionary(
          few('rules', 'plan', 'notes'),
          fc.array(few('A.md', 'B.md'), { maxLength: 2 }),
          { noNullPrototype: true },
        ),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ run: few('r1', 'r2', 'r3', 'r4'), status: few('success', 'failed', 'timeout') }),
  },
)
const query: fc.Arbitrary<LogQuery> = fc.record(
  {
    session: few('s1', 's2', 's9'),
    runs: fc.uniqueArray(few('r1', 'r2', 'r9')),
    agent: few('one', 'two', 'nine'),
    section: few('rules', 'plan', 'nothing'),
    source: few('A.md', 'B.md', 'Z.md'),
    outcome: few('success', 'failed', 'timeout', 'running', 'refused'),
    since: seconds,
    before: fc.integer({ min: 1, max: 40 }),
    limit: fc.integer({ min: 1, max: 10 }),
  },
  { requiredKeys: ['limit'] },
)

const parcelOf = (step: Step, i: number): Parcel =>
  'wish' in step ? injection({ uid: `u${i}`, ...step.wish }) : outcome(`u${i}`, step.run, step.status)

function expected(steps: readonly Step[], asked: LogQuery): [number, string | null][] {
  const ends = new Map<string, string>()
  const known: Known[] = []
  steps.forEach((step, i) => {
    if ('wish' in step) known.push({ seq: i + 1, at: step.wish.at ?? at(0), wish: step.wish })
    else if (!ends.has(step.run)) ends.set(step.run, step.status)
  })
  const outcomeOf = ({ wish }: Known) => (wish.run ? (ends.get(wish.run) ?? 'running') : null)
  const fits = (known: Known) => {
    const sections = known.wish.sections ?? { rules: ['RULES.md'] }
    return (
      (asked.session === undefined ||
        known.wish.session === asked.session ||
        (asked.runs ?? []).includes(known.wish.run ?? '')) &&
      (asked.agent === undefined || known.wish.agent === asked.agent) &&
      (asked.section === undefined || Object.hasOwn(sections, asked.section)) &&
      (asked.source === undefined ||
        Object.values(sections).some((paths) => paths.includes(asked.source!))) &&
      (asked.since === undefined || known.at >= asked.since) &&
      (asked.before === undefined || known.seq < asked.before) &&
      (asked.outcome === undefined ||
        (asked.outcome === 'refused' ? known.wish.status === 'error' : outcomeOf(known) === asked.outcome))
    )
  }
  return known
    .filter(fits)
    .toReversed()
    .slice(0, asked.limit)
    .map((known) => [known.seq, outcomeOf(known)])
}

const told = (rows: readonly LogRow[]) => rows.map(({ seq, outcome: end }) => [seq, end])

export function logContract(name: string, make: () => Promise<Bench>): void {
  describe(`the log on ${name}`, () => {
    let bench: Bench
    let store: Store
    beforeAll(async () => {
      bench = await make()
      store = await bench.open()
    })
    afterAll(async () => {
      await store.close()
      await bench.dispose()
    })

    it('is what a plain filter gives, for any ledger and any question', async () => {
      let count = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 40 }),
          fc.array(query, { minLength: 5, maxLength: 12 }),
          async (steps, asked) => {
            const uid = `any-${++count}`
            await store.append({ uid, name: uid }, steps.map(parcelOf))
            for (const query of asked)
              expect(told(await store.log(uid, query))).toEqual(expected(steps, query))
          },
        ),
        { numRuns: 25 },
      )
    })

    it('is the same where there are too many to look at each', async () => {
      const steps: Step[] = Array.from({ length: 1500 }, (_, i): Step => {
        if (i % 50 === 7) return { run: `r${i}`, status: i % 100 === 7 ? 'failed' : 'timeout' }
        const sections = {
          common: ['C.md'],
          ...(i < 1300 && { old: [`old-${i % 250}.md`] }),
          ...(i === 900 && { rare: ['R.md'] }),
        }
        return {
          wish: {
            at: at(i % 97),
            session: i % 3 === 0 ? 'often' : `s${i % 400}`,
            run: i % 7 === 0 ? `r${i + 7}` : null,
            agent: i % 11 === 0 ? 'two' : 'one',
            status: i % 13 === 0 ? 'error' : 'ok',
            sections,
          },
        }
      })
      const uid = 'many'
      for (let i = 0; i < steps.length; i += 500) {
        await store.append(
          { uid, name: uid },
          steps.slice(i, i + 500).map((step, j) => parcelOf(step, i + j)),
        )
      }
      const parts: Partial<LogQuery>[] = [
        {},
        { agent: 'one' },
        { session: 'often' },
        { section: 'common' },
        { section: 'old' },
        { section: 'rare' },
        { source: 'old-3.md' },
        { outcome: 'failed' },
        { outcome: 'running' },
        { outcome: 'refused' },
        { since: at(90) },
        { before: 700 },
      ]
      for (const part of parts) {
        for (const another of parts) {
          const asked = { ...part, ...another, limit: 7 }
          expect(told(await store.log(uid, asked)), JSON.stringify(asked)).toEqual(expected(steps, asked))
        }
      }
    })

    it('gives every injection once when it is read page by page', async () => {
      const uid = 'paged'
      await store.append(
        { uid, name: uid },
        Array.from({ length: 23 }, (_, i) => injection({ uid: `p${i}` })),
      )
      const seen: number[] = []
      for (let before: number | undefined; ; ) {
        const page = await store.log(uid, { limit: 5, ...(before !== undefined && { before }) })
        seen.push(...page.map(({ seq }) => seq))
        if (page.length < 5) break
        before = page.at(-1)!.seq
      }
      expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => 23 - i))
    })
  })
}
