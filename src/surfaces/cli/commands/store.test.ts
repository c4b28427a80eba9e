import { describe, expect, it } from 'vitest'
import type { RepairResult, StatsResult } from '../../../app/history/index.ts'
import { digest, hostile, widest } from '../views/answers.fixture.ts'
import { plainPaint } from '../views/paint.ts'
import { storeExportView } from './store-export.ts'
import { storeImportView } from './store-import.ts'
import { storePruneView } from './store-prune.ts'
import { storeRepairView } from './store-repair.ts'
import { storeStatsView } from './store-stats.ts'

const stats: StatsResult = {
  place: `${'/a/very/long/way'.repeat(6)}/shop/.foreword/state/ledger.db`,
  project: 'shop',
  engine: 'sqlite',
  bytes: 1_234_567,
  ledgers: [
    {
      uid: '0123456789abcdef0123456789abcdef',
      name: 'shop',
      head: { seq: 30, digest: digest('a') },
      entries: { injection: 12, run: 9, outcome: 8, event: 1 },
      sessions: 4,
    },
  ],
  blobs: { count: 20, bytes: 345_678, textBytes: 1_000_000 },
  spool: { waiting: 0, unreadable: [] },
}

describe('the store', () => {
  it('tells its place, its size and what is in it', () => {
    const text = storeStatsView(stats, plainPaint)
    expect(text).toMatchInlineSnapshot(`
      "store   …long/way/a/very/long/way/a/very/long/way/shop/.foreword/state/ledger.db
      engine  sqlite
      on disk 1.2 MB
      texts   20 texts, 1.0 MB kept in 346 kB
      spool   empty

      ledger id                               injections runs outcomes events entries
      shop   0123456789abcdef0123456789abcdef         12    9        8      1      30
      "
    `)
    expect(widest(text)).toBeLessThanOrEqual(80)
  })

  it('tells of what waits, also before there is a ledger', () => {
    const spool = { waiting: 2, unreadable: [hostile] }
    const blobs = { count: 0, bytes: 0, textBytes: 0 }
    const text = storeStatsView(
      { ...stats, place: 'here', bytes: null, ledgers: [], blobs, spool },
      plainPaint,
    )
    expect(text).toMatchInlineSnapshot(`
      "store    here
      engine   sqlite
      on disk  not known
      texts    0 texts, 0 bytes kept in 0 bytes
      spool    2 receipts waiting
      ! a?[2Jb?c?d?e is not a receipt and was set aside

      No ledger yet.
      "
    `)
  })

  it('tells what was deleted, what would be, and that there is nothing to delete', () => {
    const answer = {
      project: 'shop',
      dry_run: true,
      texts: 12,
      accounts: 1,
      bytes: 345_678,
      texts_to: 9,
      accounts_to: 3,
      sessions: 0,
      left_bytes: 1_000,
    }
    expect(storePruneView(answer)).toMatchInlineSnapshot(`
      "Would delete 12 texts and 1 account, 346 kB; that would leave 1.0 kB. Entries
      and digests stay.
      "
    `)
    expect(storePruneView({ ...answer, dry_run: false })).toMatchInlineSnapshot(`
      "Deleted 12 texts and 1 account, 346 kB; that leaves 1.0 kB. Entries and digests
      stay.
      "
    `)
    expect(storePruneView({ ...answer, texts: 0, accounts: 0 })).toMatchInlineSnapshot(`
      "Nothing to delete; texts and accounts take 1.0 kB.
      "
    `)
  })

  it('tells what went out and what came in', () => {
    expect(storeExportView({ project: 'shop', entries: 30, blobs: 1 }, 'shop.jsonl')).toBe(
      'Wrote 30 entries and 1 text of shop to shop.jsonl.\n',
    )
    expect(storeImportView({ entries: 1, known: 0, blobs: 3 })).toBe('Imported 1 entry and 3 texts.\n')
    expect(storeImportView({ entries: 0, known: 30, blobs: 0 })).toBe(
      'Imported 0 entries and 0 texts. 30 entries existed already.\n',
    )
  })

  it('tells what could be saved of a damaged one', () => {
    const answer: RepairResult = {
      project: 'shop',
      set_aside: '.foreword/state/ledger.db.damaged-1',
      entries: 28,
      lost: [
        [5, 6],
        [9, 9],
      ],
      lost_blobs: 2,
      taken_in: 1,
    }
    expect(storeRepairView(answer)).toMatchInlineSnapshot(`
      "The new store has 28 entries. The damaged one is now
      .foreword/state/ledger.db.damaged-1. Lost entries: 5 to 6, 9. 2 texts could not
      be read. Imported 1 receipt from the spool.
      "
    `)
    expect(storeRepairView({ ...answer, lost: [], lost_blobs: 0, taken_in: 0 })).toMatchInlineSnapshot(`
      "The new store has 28 entries. The damaged one is now
      .foreword/state/ledger.db.damaged-1. No entry is known to be lost.
      "
    `)
    expect(storeRepairView({ ...answer, entries: 0, lost: [], lost_blobs: 0, taken_in: 0 })).toContain(
      'No entry could be read.',
    )
    expect(storeRepairView({ ...answer, set_aside: null })).toMatchInlineSnapshot(`
      "The store is intact: it has 28 entries. Imported 1 receipt from the spool.
      "
    `)
  })
})
