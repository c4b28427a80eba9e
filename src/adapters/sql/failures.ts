import { Refusal, StoreFailure } from '../../core/values/index.ts'

type Code = StoreFailure['code']

const primary: Readonly<Record<number, Code>> = {
  // Our statements are right, so an error in one of them means that the schema is not ours any more.
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

/** Disk errors that tell more: a write or a sync that failed, shared memory that could not grow; a read that failed or came short. */
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

/** What SQLite says, in our words. Anything else comes back as it is: it is a bug. */
export function sqliteFailure(error: unknown, file: string): unknown {
  if (error instanceof StoreFailure || error instanceof Refusal || !(error instanceof Error)) return error
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  // A number that no program of ours would write.
  if (code === 'ERR_OUT_OF_RANGE') return new StoreFailure('store-damaged', `${file}: ${error.message}`)
  if (code !== 'ERR_SQLITE_ERROR' || typeof errcode !== 'number') return error
  const ours = extended[errcode] ?? primary[errcode & 0xff]
  if (ours === undefined) return error
  // SQLite speaks of the disk in general; who reads it should know what to do.
  const words = errcode in extended && ours === 'store-full' ? 'the disk seems to be full: ' : ''
  return new StoreFailure(ours, `${file}: ${words}${error.message}`)
}
