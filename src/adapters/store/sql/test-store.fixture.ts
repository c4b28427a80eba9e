import type { Store } from '../../../ports/index.ts'
import { type Insert, type InsertOptions, openInsert } from './insert.ts'
import { at, hash } from './ledger.fixture.ts'
import { openSqlite } from './sqlite.ts'

const defaults = {
  hash,
  timeoutMs: 2000,
  durability: 'normal',
  newUid: (name: string) => `${name}-uid`,
  clock: () => new Date(at(0)),
} as const

export const testStoreOptions = (file: string, over: Partial<InsertOptions> = {}): InsertOptions => ({
  ...defaults,
  ...over,
  file,
})

export const openTestInsert = (file: string, over: Partial<InsertOptions> = {}): Promise<Insert> =>
  openInsert(testStoreOptions(file, over))

export const openTestStore = (file: string, over: Partial<InsertOptions> = {}): Promise<Store> =>
  openSqlite(testStoreOptions(file, over))
