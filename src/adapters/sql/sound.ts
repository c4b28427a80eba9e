import { DatabaseSync } from 'node:sqlite'
import { Walk } from '../../core/ledger/index.ts'
import type { Store } from '../../ports/index.ts'
import { ownedBy } from './arrivals.ts'
import type { InsertOptions } from './insert.ts'
import { openSqlite } from './sqlite.ts'

/** Whether SQLite finds nothing wrong with a file, and every ledger in it holds. */
export async function isSound(options: InsertOptions): Promise<boolean> {
  try {
    if (!passesCheck(options)) return false
    // Read only: the repair itself keeps writers out.
    const store = await openSqlite({ ...options, immutable: true })
    try {
      for (const { uid } of await store.ledgers()) if (!(await holds(store, uid, options.hash))) return false
      return true
    } finally {
      await store.close()
    }
  } catch {
    return false
  }
}

function passesCheck({ file, timeoutMs }: InsertOptions): boolean {
  const connection = new DatabaseSync(file, { timeout: timeoutMs, defensive: true, readOnly: true })
  try {
    connection.exec('PRAGMA trusted_schema = OFF')
    const [first] = connection.prepare('PRAGMA integrity_check(1)').all()
    return first?.integrity_check === 'ok'
  } finally {
    connection.close()
  }
}

async function holds(store: Store, uid: string, hash: (text: string) => string): Promise<boolean> {
  const events = await store.entries(uid, 0, 1_000_000, 'event')
  const walk = new Walk(
    uid,
    hash,
    events.flatMap(({ entry }) => ownedBy(entry.body)),
  )
  for (;;) {
    const page = await store.entries(uid, walk.head.seq, 1000)
    for (const stored of page) if (walk.take(stored) !== null) return false
    if (page.length === 0) return (await store.strays(uid)).length === 0
  }
}
