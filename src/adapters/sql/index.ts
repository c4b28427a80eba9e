// Keeps ledgers in SQL: in a SQLite file for one machine, in Postgres for a team. Both give the same answers.
export type { InsertOptions } from './insert.ts'
export { openPostgres, type PostgresOptions } from './postgres.ts'
export { type RepairOptions, type RepairResult, repairSqlite } from './repair.ts'
export { openSqlite, type SqliteOptions } from './sqlite.ts'
