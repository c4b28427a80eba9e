import { Refusal, StoreFailure } from '../../../core/values/index.ts'

type Code = StoreFailure['code']

const primary: Readonly<Record<number, Code>> = {
  // The statements are tested, so an error in one of them means that another program changed the schema.
  1: 'store-damaged',
  3: 'store-read-only',
  5: 'store-locked',
  6: 'store-locked',
  8: 'store-read-only',
  10: 'store-read-only',
  11: 'store-damaged',
  13: 'store-full',
  14: 'store-read-only',
  15: 'store-locked',
  19: 'store-damaged',
  20: 'store-damaged',
  26: 'store-damaged',
}

/** Disk errors with a more precise cause: a failed write or sync, shared memory that could not grow, a failed or short read. */
const extended: Readonly<Record<number, Code>> = {
  778: 'store-full',
  1034: 'store-full',
  1290: 'store-full',
  4874: 'store-full',
  266: 'store-damaged',
  522: 'store-damaged',
  8202: 'store-damaged',
  8458: 'store-damaged',
}

/** Turns an error of SQLite into a StoreFailure. Any other error is a bug and is returned as it is. */
export function translateSqliteError(error: unknown, file: string): unknown {
  if (error instanceof StoreFailure || error instanceof Refusal || !(error instanceof Error)) return error
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // foreword never writes a number this large.
  if (code === 'ERR_OUT_OF_RANGE') return new StoreFailure('store-damaged', `${file}: ${error.message}`)
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return error
  const failureCode = extended[errcode] ?? primary[errcode & 0xff]
  if (failureCode === undefined) return error
  // SQLite only names a disk error; the user needs to know what to do.
  const hint = errcode in extended && failureCode === 'store-full' ? 'the disk seems to be full: ' : ''
  return new StoreFailure(failureCode, `${file}: ${hint}${error.message}`)
}
