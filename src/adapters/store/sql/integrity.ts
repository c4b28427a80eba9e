import { DatabaseSync } from 'node:sqlite'
import { type EntryKind, LedgerWalk, RecordedLosses, type StoredEntry } from '../../../core/receipt/index.ts'
import type { Store } from '../../../ports/index.ts'
import type { InsertOptions } from './insert.ts'
import { openSqlite } from './sqlite.ts'

/** Whether SQLite finds no fault in a file, and every ledger in it verifies. */
export async function checkIntegrity(options: InsertOptions): Promise<boolean> {
  try {
    if (!passesIntegrityCheck(options)) return false
    // Read-only, because the repair itself holds the write lock.
    const store = await openSqlite({ ...options, immutable: true })
    try {
      // Fails if the mark of the project's own ledger cannot be read.
      await store.ledger({ uid: null, name: '' })
      for (const { uid } of await store.ledgers())
        if (!(await verifyLedger(store, uid, options.hash))) return false
      return true
    } finally {
      await store.close()
    }
  } catch {
    return false
  }
}

function passesIntegrityCheck({ file, timeoutMs }: InsertOptions): boolean {
  const connection = new DatabaseSync(file, { timeout: timeoutMs, defensive: true, readOnly: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF')
    const [first] = connection.prepare('PRAGMA integrity_check(1)').all()
    return first?.integrity_check === 'ok'
  } finally {
    connection.close()
  }
}

async function verifyLedger(store: Store, uid: string, hash: (text: string) => string): Promise<boolean> {
  const losses = new RecordedLosses()
  for await (const { entry } of readAllEntries(store, uid, 'event')) losses.take(entry)
  const walk = new LedgerWalk(uid, hash, losses.gaps)
  for await (const stored of readAllEntries(store, uid)) if (walk.take(stored) !== null) return false
  return (await store.strays(uid)).length === 0
}

async function* readAllEntries(store: Store, uid: string, kind?: EntryKind): AsyncIterable<StoredEntry> {
  for (let after = 0; ; ) {
    const page = await store.entries(uid, after, 1000, kind)
    if (page.length === 0) return
    yield* page
    after = page.at(-1)!.entry.seq
  }
}
