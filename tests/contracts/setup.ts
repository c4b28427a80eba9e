import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresPort: number
  }
}

/** Starts one PostgreSQL server for all test files and stops it after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const started = once(child, 'message')
  const [port] = await Promise.race([
    started,
    ended.then(() => Promise.reject(new Error('PostgreSQL did not start'))),
  ])
  project.provide('postgresPort', port)
  return async () => {
    child.disconnect()
    await ended
  }
}
