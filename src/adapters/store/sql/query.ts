// The only way SQL is written here: text with `?` for every value. Table and column names are never built from input.
import { StoreFailure } from '../../../core/values/index.ts'

export type SqlValue = string | number | Uint8Array | null

export interface Statement {
  /** Has one `?` for each value. */
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** A row as the database returned it. Another program may have written it, so read its columns with `getNumber` and `getText`. */
export type Row = Readonly<Record<string, unknown>>

/** Statements as a generator: SQLite runs them synchronously, Postgres asynchronously. */
export type Transaction<T> = Generator<Statement, T, readonly Row[]>

export function* query(sql: string, ...values: SqlValue[]): Transaction<readonly Row[]> {
  return yield { sql, values }
}

/** Part of a statement, for conditions that are joined. */
export function condition(sql: string, ...values: SqlValue[]): Statement {
  return { sql, values }
}

/** Joins conditions that must all hold. */
export function joinConditions(conditions: readonly Statement[]): Statement {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

/** Returns the placeholders for the values of an `IN (…)`. */
export const listPlaceholders = (values: readonly unknown[]) => values.map(() => '?').join(', ')

/** Inserts many rows with few statements. */
export function* insertRows(into: string, rows: readonly (readonly SqlValue[])[]): Transaction<void> {
  for (const chunk of splitIntoBatches(rows, 100)) {
    const places = chunk.map((row) => `(${listPlaceholders(row)})`).join(', ')
    yield* query(`INSERT INTO ${into} VALUES ${places}`, ...chunk.flat())
  }
}

/** Both engines limit the number of values of a statement. */
export function splitIntoBatches<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size))
  return chunks
}

export function getNumber(row: Row, column: string): number {
  const value = row[column]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw unexpectedValue(column)
}

/** Any number, not only an integer. */
export function getDecimal(row: Row, column: string): number {
  const value = row[column]
  if (typeof value === 'number') return value
  throw unexpectedValue(column)
}

export function getText(row: Row, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw unexpectedValue(column)
}

export const getOptionalText = (row: Row, column: string): string | null =>
  row[column] === null ? null : getText(row, column)

export const getOptionalNumber = (row: Row, column: string): number | null =>
  row[column] === null ? null : getNumber(row, column)

function unexpectedValue(column: string): StoreFailure {
  return new StoreFailure(
    'store-damaged',
    `the column ${column} has a value that foreword never writes there`,
  )
}
