// The schema in which a Postgres store keeps its tables.
import { describe, expect, inject, it } from 'vitest'
import { at, event, hash } from '../../src/adapters/store/sql/ledger.fixture.ts'
import { listStatements, migrations } from '../../src/adapters/store/sql/migrations.ts'
import { listOlderSchema } from '../../src/adapters/store/sql/older-store.fixture.ts'
import { openPostgres } from '../../src/adapters/store/sql/postgres.ts'
import { databasesOn, password, queryOn } from './postgres.ts'
import { failureOf, key, walked } from './store.ts'

const server = databasesOn(inject('postgresPort'))
const settings = { hash, newUid: (name: string) => `${name}-uid`, clock: () => new Date(at(0)) }
const open = (url: string) => openPostgres({ ...settings, url, connectTimeoutMs: 10_000, connections: 2 })

/** The tables of foreword with their schemas, without those of other programs. */
async function listTables(url: string): Promise<string[]> {
  const rows = await queryOn(
    url,
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE tablename IN ('entries', 'migrations') ORDER BY name`,
  )
  return rows.map(({ name }) => String(name))
}

async function appendOne(url: string, uid: string): Promise<number> {
  const store = await open(url)
  try {
    await store.append(key, [event(uid)])
    return (await walked(store, key.uid)).length
  } finally {
    await store.close()
  }
}

describe('a new store on Postgres', () => {
  it('has a schema of its own, beside tables of other programs with the same names', async () => {
    const url = await server.database()
    await queryOn(
      url,
      `CREATE TABLE public.sessions (id int); CREATE TABLE public.migrations (id int, name text)`,
    )
    expect(await appendOne(url, 'a')).toBe(1)
    expect(await listTables(url)).toEqual(['foreword.entries', 'foreword.migrations', 'public.migrations'])
    expect(await queryOn(url, 'SELECT * FROM public.migrations')).toEqual([])
  })

  it('is in the schema that the URL names', async () => {
    const url = await server.database()
    expect(await appendOne(`${url}?schema=team_a`, 'a')).toBe(1)
    expect(await appendOne(`${url}?schema=team_b`, 'b')).toBe(1)
    expect(await appendOne(`${url}?schema=team_a`, 'c')).toBe(2)
    expect(await listTables(url)).toEqual([
      'team_a.entries',
      'team_a.migrations',
      'team_b.entries',
      'team_b.migrations',
    ])
  })

  it('is found with every search path that the URL sets', async () => {
    const url = await server.database()
    expect(await appendOne(`${url}?options=-csearch_path%3Dmissing`, 'a')).toBe(1)
    expect(await appendOne(`${url}?options=-csearch_path%3Dpublic`, 'b')).toBe(2)
    expect(await appendOne(url, 'c')).toBe(3)
    expect(await listTables(url)).toEqual(['foreword.entries', 'foreword.migrations'])
  })

  it('is created once by several processes at the same time', async () => {
    const url = await server.database()
    await Promise.all(['a', 'b', 'c', 'd'].map((uid) => appendOne(url, uid)))
    expect(await appendOne(url, 'e')).toBe(5)
  })
})

describe('a store that an older version made', () => {
  it.each(migrations.map(({ name }, i) => [name, i + 1] as const))(
    'in public at the time of %s stays there and verifies',
    async (_, version) => {
      const url = await server.database()
      for (const statement of listOlderSchema('postgres', version)) await queryOn(url, statement)
      expect(await appendOne(url, 'a')).toBe(1)
      expect(await appendOne(url, 'b')).toBe(2)
      expect(await listTables(url)).toEqual(['public.entries', 'public.migrations'])
    },
  )

  it('stays in the schema that its search path named', async () => {
    const url = await server.database()
    await queryOn(url, 'CREATE SCHEMA tenant')
    for (const statement of listOlderSchema('postgres', migrations.length))
      await queryOn(url, `SET search_path TO tenant; ${statement}`)
    expect(await appendOne(`${url}?options=-csearch_path%3Dtenant`, 'a')).toBe(1)
    expect(await listTables(url)).toEqual(['tenant.entries', 'tenant.migrations'])
  })

  it('is not used if the URL names a schema', async () => {
    const url = await server.database()
    for (const statement of listOlderSchema('postgres', migrations.length)) await queryOn(url, statement)
    expect(await appendOne(`${url}?schema=foreword`, 'a')).toBe(1)
    expect(await listTables(url)).toContain('foreword.entries')
  })
})

describe('a store on Postgres is refused', () => {
  it.each(['Team', '1a', 'pg_x', 'a;b', '', 'information_schema', 'x'.repeat(64)])(
    'in a schema called "%s"',
    async (name) => {
      const url = await server.database()
      const failure = await failureOf(open(`${url}?schema=${encodeURIComponent(name)}`))
      expect(failure).toMatchObject({ code: 'store-refused' })
      expect(failure.message).not.toContain(password)
    },
  )

  it('in a schema with tables of another program', async () => {
    const url = await server.database()
    await queryOn(url, 'CREATE SCHEMA taken; CREATE TABLE taken.sessions (id int)')
    const failure = await failureOf(open(`${url}?schema=taken`))
    expect(failure).toMatchObject({ code: 'store-refused' })
    expect(failure.message).toContain('"taken" has tables of another program (sessions)')
    expect(await queryOn(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'taken'`)).toHaveLength(1)
  })

  it('without the right to create a schema, until its owner has made one', async () => {
    const url = await server.database()
    const database = new URL(url).pathname.slice(1)
    const role = `role_${database}`
    await queryOn(url, `CREATE ROLE ${role} LOGIN PASSWORD 'plain'`)
    const limited = url.replace(`postgres:${password}`, `${role}:plain`)
    const failure = await failureOf(open(limited))
    expect(failure).toMatchObject({ code: 'store-refused' })
    const fix = `CREATE SCHEMA IF NOT EXISTS "foreword" AUTHORIZATION "${role}"`
    expect(failure.message).toContain(fix)
    expect(failure.message).toContain(`GRANT CREATE ON DATABASE "${database}" TO "${role}"`)
    await queryOn(url, fix)
    expect(await appendOne(limited, 'a')).toBe(1)
  })

  it('without a right to its tables, and says which', async () => {
    const url = await server.database()
    await appendOne(url, 'a')
    const role = `reader_${new URL(url).pathname.slice(1)}`
    await queryOn(url, `CREATE ROLE ${role} LOGIN PASSWORD 'plain'`)
    const failure = await failureOf(open(url.replace(`postgres:${password}`, `${role}:plain`)))
    expect(failure).toMatchObject({ code: 'store-refused' })
    expect(failure.message).toContain('permission denied for schema foreword')
  })
})

it('every table of the migrations is measured and protected', async () => {
  const { postgresTables } = await import('../../src/adapters/store/sql/postgres-schema.ts')
  const statements = migrations.flatMap((migration) => listStatements(migration, 'postgres'))
  const created = statements.flatMap((sql) => /^CREATE TABLE (\w+)/.exec(sql)?.[1] ?? [])
  expect(postgresTables.toSorted()).toEqual(created.toSorted())
})
