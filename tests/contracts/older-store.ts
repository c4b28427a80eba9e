// A store of an older version opens, is migrated, verifies, and gives the same results as before, on every engine.
import { describe, expect, it } from 'vitest'
import { at, event, hash, injection, outcome, run } from '../../src/adapters/store/sql/ledger.fixture.ts'
import { migrations } from '../../src/adapters/store/sql/migrations.ts'
import { listOlderSchema } from '../../src/adapters/store/sql/older-store.fixture.ts'
import type { Store } from '../../src/ports/index.ts'
import { all, type Bench, key, walked } from './store.ts'

export interface OlderBench extends Bench {
  select(sql: string): Promise<Readonly<Record<string, unknown>>[]>
  /** SQLite has the version in the header of the file. */
  setVersion?(version: number): Promise<void>
}

/** Tables that version 1 had. */
const tables = [
  'projects',
  'entries',
  'sessions',
  'blobs',
  'injections',
  'sections',
  'section_sources',
  'events',
  'runs',
  'outcomes',
]

const parcels = [
  injection({ uid: 'a', text: 'one '.repeat(200), sections: { rules: ['R.md', 'ä.md'], plan: [] } }),
  injection({ uid: 'b', run: 'r', at: at(-50) }),
  run('c', { run: 'r', injection: 'INJ-b', level: 'full' }),
  outcome('d', 'r', 'success'),
  event('e'),
  injection({ uid: 'f', status: 'error', text: null, agent: null }),
]

const answers = async (store: Store) => ({
  ledgers: await store.ledgers(),
  entries: await walked(store, key.uid),
  log: await store.log(key.uid, { limit: 10 }),
  tally: await store.tally(key.uid),
  blobs: await all(store.blobs(key.uid)),
  text: await store.blob(hash('one '.repeat(200))),
  sections: await store.readSections((await store.log(key.uid, { limit: 1, source: 'ä.md' }))[0]!.account),
  strays: await store.strays(key.uid),
  records: await store.recordBodies(key.uid),
  stats: { ...(await store.stats()), bytes: 0 },
})

function toLiteral(engine: Store['engine'], value: unknown): string {
  if (value === null) return 'NULL'
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value).toString('hex')
    return engine === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'`
  }
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}

/** Copies the rows of a current store into a store with an older schema. */
async function fillOlderStore(engine: Store['engine'], from: OlderBench, to: OlderBench): Promise<void> {
  for (const table of tables) {
    for (const row of await from.select(`SELECT * FROM ${table}`)) {
      const values = Object.values(row).map((value) => toLiteral(engine, value))
      await to.execute(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`)
    }
  }
}

export function olderStoreContract(engine: Store['engine'], make: () => Promise<OlderBench>): void {
  describe(`a store of an older version on ${engine}`, () => {
    const versions = migrations.slice(0, -1).map(({ name }, i) => [name, i + 1] as const)

    it.each(versions)(
      'from the time of %s gives the same answers as before, and is migrated',
      async (_, version) => {
        const [current, older] = [await make(), await make()]
        const store = await current.open()
        await store.append(key, parcels)
        const expected = await answers(store)
        await store.close()
        for (const statement of listOlderSchema(engine, version)) await older.execute(statement)
        if (older.setVersion !== undefined) await older.setVersion(version)
        await fillOlderStore(engine, current, older)
        const migrated = await older.open()
        expect(await answers(migrated)).toStrictEqual(expected)
        await migrated.close()
        const applied = await older.select('SELECT name FROM migrations ORDER BY name')
        expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
        for (const bench of [current, older]) await bench.dispose()
      },
    )
  })
}
