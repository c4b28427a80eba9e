import { defineConfig } from 'vitest/config'

const agents = 'tests/agents/**/*.test.ts'

export default defineConfig({
  test: {
    // Once, whichever of the two are run.
    globalSetup: ['tests/build.ts'],
    projects: [
      {
        test: {
          name: 'program',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [agents],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          pool: 'forks',
          // Most tests wait for processes that they have started.
          maxWorkers: '100%',
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
          // The real programs are large: one at a time, when all else is done.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
