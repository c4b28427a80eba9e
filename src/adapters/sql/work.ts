import { StoreFailure } from '../../core/values/index.ts'

export type Value = string | number | Uint8Array | null

/** A statement, with `?` for its values. */
export interface Ask {
  readonly sql: string
  readonly values: readonly Value[]
}

export type Line = Readonly<Record<string, unknown>>

/** Writing, told apart from waiting: the same steps run without a pause on SQLite, and with one at each step on Postgres. */
export type Work<T> = Generator<Ask, T, readonly Line[]>

export function* ask(sql: string, ...values: Value[]): Work<readonly Line[]> {
  return yield { sql, values }
}

/** Inserts many lines with few statements. */
export function* insertAll(into: string, lines: readonly (readonly Value[])[]): Work<void> {
  const step = 100
  for (let i = 0; i < lines.length; i += step) {
    const some = lines.slice(i, i + step)
    const places = some.map((line) => `(${line.map(() => '?').join(', ')})`).join(', ')
    yield* ask(`INSERT INTO ${into} VALUES ${places}`, ...some.flat())
  }
}

export function numberIn(line: Line, column: string): number {
  const value = line[column]
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw odd(column)
}

export function textIn(line: Line, column: string): string {
  const value = line[column]
  if (typeof value === 'string') return value
  throw odd(column)
}

function odd(column: string): StoreFailure {
  return new StoreFailure('store-damaged', `the column ${column} holds what foreword never writes there`)
}
