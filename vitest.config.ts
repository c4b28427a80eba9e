import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Workers and the programs that tests start from source inherit this. Node keeps compiled code there, so that only the first one compiles.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/foreword-tests')

const agents = 'tests/agents/**/*.test.ts'
/**
 * Tests that start many processes. They share no process with the others: Node forks, and Linux copies the page tables of the whole process at
 * each fork. In a process of 1 GB this takes 32 ms, in one of 200 MB 7 ms.
 */
const program = [
  'tests/surfaces/**/*.test.ts',
  ...['agents', 'git', 'plugins'].map((room) => `src/adapters/${room}/**/*.test.ts`),
]
/** Tests that need a PostgreSQL share one. */
const postgres = [
  'tests/contracts/**/*.test.ts',
  ...['store-postgres', 'memory-store', 'hook-caps'].map((name) => `tests/surfaces/${name}.test.ts`),
]
const limits = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Tests wait for processes, disks and time limits for a third of their time. One more of them keeps the processor busy meanwhile.
  maxWorkers: availableParallelism() + 1,
}

// With `isolate: false` the files of a project share their processes and modules: loading the modules again for each file took a fourth of
// the processor time.
export default defineConfig({
  test: {
    // Runs once, whichever projects are run.
    globalSetup: ['tests/build.ts'],
    projects: [
      {
        test: {
          name: 'core',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [agents, ...program, ...postgres],
          ...limits,
          pool: 'forks',
          isolate: false,
        },
      },
      {
        test: {
          name: 'program',
          include: program,
          exclude: postgres,
          ...limits,
          pool: 'forks',
          isolate: false,
        },
      },
      {
        test: {
          name: 'postgres',
          include: postgres,
          globalSetup: ['tests/contracts/setup.ts'],
          ...limits,
          pool: 'forks',
        },
      },
      {
        test: {
          name: 'agents',
          include: [agents],
          globalSetup: ['tests/agents/setup.ts'],
          testTimeout: 150_000,
          hookTimeout: 150_000,
          pool: 'forks',
          // The real programs are large: one at a time, after all other tests.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
