// The contract of every store for records of tactical memory.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { event, hash } from '../../src/adapters/store/sql/ledger.fixture.ts'
import { verifyLedger } from '../../src/app/history/verify/verify-ledger.ts'
import type { StoredRecord, TacticalRecord } from '../../src/core/sources/index.ts'
import { keptOf, noon, recordOf } from '../../src/core/sources/memory/memory.fixture.ts'
import type { Store } from '../../src/ports/index.ts'
import { type Bench, key, walked } from './store.ts'

const other = { uid: 'project-2', name: 'Two' }
const promotion = { at: noon, to: 'reports/candidates.json' }

const added = (record: TacticalRecord) =>
  event(`add-${record.record_id}`, {
    name: 'memory',
    act: 'added',
    record_id: record.record_id,
    digest: hash(JSON.stringify(record)),
  })
const promoted = (uid: string, id: string) =>
  event(uid, { name: 'memory', act: 'promoted', record_id: id, to: promotion.to })
const pruned = (records: readonly string[]) =>
  event(`prune-${records.length}-${records[0]}`, { name: 'memory', act: 'pruned', records })

const byId = (some: readonly StoredRecord[]) =>
  some.toSorted((a, b) => (a.record.record_id < b.record.record_id ? -1 : 1))

export function memoryContract(name: string, make: () => Promise<Bench>): void {
  describe(`tactical memory on ${name}`, () => {
    let bench: Bench
    let store: Store
    beforeEach(async () => {
      bench = await make()
      store = await bench.open()
    })
    afterEach(async () => {
      await store.close()
      await bench.dispose()
    })
    const keep = (record: TacticalRecord, to = key) => store.keepRecord(to, record, added(record))
    const events = async () => (await walked(store, key.uid)).map(({ entry }) => JSON.parse(entry.body).act)
    const check = async () =>
      verifyLedger(store, (content) => hash(String(content)), {
        ledger: (await store.ledger(key))!,
        seen: [],
        tell: () => undefined,
      })

    it('is empty before the first record', async () => {
      expect(await store.records(key)).toEqual([])
      expect(await store.recordBodies(key.uid)).toEqual([])
      expect(await store.promoteRecord(key, 'tmr_nobody', promotion, promoted('a', 'tmr_nobody'))).toBe(
        'gone',
      )
      expect(await store.forgetRecords(key, ['tmr_nobody'], pruned)).toMatchObject({
        gone: [],
        appended: null,
      })
      expect(await store.ledgers()).toEqual([])
    })

    it('keeps a record as it is, with an entry that tells of it', async () => {
      const record = recordOf({ text: 'größer 😀\n"quoted" \\ ? $1', tags: ['a'], refs: ['x ? y'] })
      expect(await keep(record)).toBe(true)
      expect(await store.records(key)).toEqual([{ record, promoted: null }])
      expect(await events()).toEqual(['added'])
      expect(await check()).toMatchObject({ holds: true, entries: 1 })
    })

    it('keeps records of each ledger apart', async () => {
      await keep(recordOf({ id: 'tmr_here-1' }))
      await keep(recordOf({ id: 'tmr_here-1', text: 'another' }), other)
      expect((await store.records(key)).map(({ record }) => record.content.text)).toEqual([
        recordOf().content.text,
      ])
      expect((await store.records(other)).map(({ record }) => record.content.text)).toEqual(['another'])
    })

    it('takes one id once, and writes nothing the second time', async () => {
      await keep(recordOf())
      const again = recordOf({ text: 'another text' })
      expect(await store.keepRecord(key, again, event('second'))).toBe(false)
      expect(await store.records(key)).toEqual([keptOf()])
      expect(await events()).toEqual(['added'])
    })

    it('marks a record once, also if several processes promote it', async () => {
      await keep(recordOf())
      const id = 'tmr_first-1'
      const states = await Promise.all(
        ['a', 'b', 'c'].map((uid) => store.promoteRecord(key, id, promotion, promoted(uid, id))),
      )
      expect(states.toSorted()).toEqual(['already', 'already', 'promoted'])
      expect(await store.records(key)).toEqual([keptOf({ promoted: promotion })])
      expect(await events()).toEqual(['added', 'promoted'])
      expect(await check()).toMatchObject({ holds: true })
    })

    it('forgets those that are there, and says in the ledger which', async () => {
      for (const id of ['tmr_one-1', 'tmr_two-2', 'tmr_three-3']) await keep(recordOf({ id }))
      const forgotten = await store.forgetRecords(key, ['tmr_two-2', 'tmr_nobody', 'tmr_one-1'], pruned)
      expect(forgotten.gone).toEqual(['tmr_one-1', 'tmr_two-2'])
      expect(forgotten.appended).toMatchObject({ seq: 4 })
      expect((await store.records(key)).map(({ record }) => record.record_id)).toEqual(['tmr_three-3'])
      expect(await events()).toEqual(['added', 'added', 'added', 'pruned'])
      expect(await check()).toMatchObject({ holds: true })
    })

    it('forgets more records than a statement takes values', async () => {
      const ids = Array.from({ length: 1201 }, (_, i) => `tmr_many-${String(i).padStart(4, '0')}`)
      for (const id of ids) await keep(recordOf({ id }))
      expect((await store.forgetRecords(key, ids, pruned)).gone).toEqual(ids)
      expect(await store.records(key)).toEqual([])
    }, 60_000)

    it('holds what several writers bring at once', async () => {
      const second = await bench.open()
      const records = Array.from({ length: 20 }, (_, i) => recordOf({ id: `tmr_writer-${i + 10}` }))
      await Promise.all(
        records.map((record, i) => (i % 2 === 0 ? store : second).keepRecord(key, record, added(record))),
      )
      await second.close()
      expect(byId(await store.records(key)).map(({ record }) => record)).toEqual(records)
      expect(await events()).toHaveLength(20)
      expect(await check()).toMatchObject({ holds: true, entries: 20 })
    })

    it('is still there for the next one who opens it', async () => {
      await keep(recordOf())
      await store.close()
      store = await bench.open()
      expect(await store.records(key)).toEqual([keptOf()])
    })

    it('shows a record that was changed behind its back, and one that was put there', async () => {
      await keep(recordOf())
      await bench.execute(`UPDATE tactical_records SET body = replace(body, '5000', '9000')`)
      expect(await check()).toMatchObject({
        holds: false,
        fault: {
          seq: 1,
          what: 'altered',
          detail: 'the record tmr_first-1 differs from the one that was added',
        },
      })
      await bench.execute(`UPDATE tactical_records SET body = replace(body, '9000', '5000')`)
      expect(await check()).toMatchObject({ holds: true })
      const body = JSON.stringify(recordOf({ id: 'tmr_planted-1' }))
      await bench.execute(
        `INSERT INTO tactical_records SELECT project_id, 'tmr_planted-1', captured_at, expires_at, '${body}', NULL, NULL FROM tactical_records`,
      )
      expect(await check()).toMatchObject({
        holds: false,
        fault: { what: 'inserted', detail: 'no entry mentions the record tmr_planted-1' },
      })
    })

    it('C-69 never shows a record that is damaged or claims to be authoritative', async () => {
      await keep(recordOf({ id: 'tmr_good-1' }))
      await keep(recordOf({ id: 'tmr_loud-1' }))
      await keep(recordOf({ id: 'tmr_bad-01' }))
      await bench.execute(
        `UPDATE tactical_records SET body = replace(body, '"authoritative":false', '"authoritative":true') WHERE record_id = 'tmr_loud-1'`,
      )
      await bench.execute(`UPDATE tactical_records SET body = '{}' WHERE record_id = 'tmr_bad-01'`)
      expect((await store.records(key)).map(({ record }) => record.record_id)).toEqual(['tmr_good-1'])
    })

    it('leaves records out of what is exported: they expire, and an export does not', async () => {
      await keep(recordOf())
      const entries = await store.entries(key.uid, 0, 10)
      expect(JSON.stringify(entries)).not.toContain('importer')
    })
  })
}
