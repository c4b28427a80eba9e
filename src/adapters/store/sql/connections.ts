import type { Database } from './database.ts'

/** Connections to SQLite files, one for each file. */
export interface Connections {
  open(file: string): Promise<Database>
  /** The next `open` connects again. */
  drop(file: string): void
  close(): Promise<void>
}

export function shareConnections(connect: (file: string) => Promise<Database>): Connections {
  const opened = new Map<string, Promise<Database>>()
  return {
    open(file) {
      const database = opened.get(file) ?? connect(file)
      opened.set(file, database)
      return database
    },
    drop: (file) => void opened.delete(file),
    async close() {
      const results = await Promise.allSettled(opened.values())
      opened.clear()
      for (const result of results) if (result.status === 'fulfilled') result.value.close()
    },
  }
}
