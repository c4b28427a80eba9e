import type {
  EngineServices,
  LedgerKey,
  Project,
  RecordStore,
  SettingsFiles,
  SettingsPlace,
} from '../../../ports/index.ts'

export interface OpenMemory {
  readonly store: RecordStore
  readonly key: LedgerKey
}

export interface MemoryDeps {
  readonly engine: EngineServices
  readonly project: Project
  /** With `make`, creates a missing store. Pass it only to write. */
  with<T>(make: boolean, act: (open: OpenMemory) => Promise<T>): Promise<T>
  readonly files: SettingsFiles
  /** The place of a path in the project. */
  place(path: string): SettingsPlace
  /** Writes a new file that the user named. Refuses an existing file. */
  writeNew(file: string, text: string): void
}

export function getCurrentTime({ engine }: Pick<MemoryDeps, 'engine'>): string {
  return engine.clock.now().toISOString()
}
