import type { Store } from '../../ports/index.ts'
import { openSqlite as open } from './index.ts'
import { type Insert, type InsertOptions, openInsert as openOne } from './insert.ts'
import { at, hash } from './ledger.fixture.ts'

const usual = {
  hash,
  timeoutMs: 2000,
  durability: 'normal',
  newUid: (name: string) => `${name}-uid`,
  clock: () => new Date(at(0)),
} as const

export const optionsFor = (file: string, over: Partial<InsertOptions> = {}): InsertOptions => ({
  ...usual,
  ...over,
  file,
})

export const openInsert = (file: string, over: Partial<InsertOptions> = {}): Promise<Insert> =>
  openOne(optionsFor(file, over))

export const openSqlite = (file: string, over: Partial<InsertOptions> = {}): Promise<Store> =>
  open(optionsFor(file, over))
