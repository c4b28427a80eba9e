import { isExpired, type KeptRecord } from '../../core/memory/index.ts'
import type {
  LedgerKey,
  Project,
  RecordStore,
  SettingsFiles,
  SettingsPlace,
  Workshop,
} from '../../ports/index.ts'
import type { ShownRecord } from './outputs.ts'

export interface OpenMemory {
  readonly store: RecordStore
  readonly key: LedgerKey
}

export interface MemoryTools {
  readonly shop: Workshop
  readonly project: Project
  /** Only when something is to be written is a store made where there is none. */
  with<T>(make: boolean, act: (open: OpenMemory) => Promise<T>): Promise<T>
  readonly files: SettingsFiles
  /** Of a path in the project. */
  place(path: string): SettingsPlace
  /** A new file that somebody named. Refuses what is there. */
  writeNew(file: string, text: string): void
}

export function nowOf({ shop }: Pick<MemoryTools, 'shop'>): string {
  return shop.clock.now().toISOString()
}

export function shownRecord({ record, promoted }: KeptRecord, now: string): ShownRecord {
  const state = promoted !== null ? 'promoted' : isExpired(record, now) ? 'expired' : 'active'
  return { ...record, state, promoted }
}
