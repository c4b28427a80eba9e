// The contract of every store.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  accountText,
  at,
  blobOf,
  event,
  hash,
  injection,
  outcome,
  run,
} from '../../src/adapters/store/sql/ledger.fixture.ts'
import { schemaVersion } from '../../src/adapters/store/sql/schema-version.ts'
import { pruneTexts } from '../../src/app/history/store/prune-texts.ts'
import { verifyLedger } from '../../src/app/history/verify/verify-ledger.ts'
import {
  buildSectionRows,
  computeGenesisDigest,
  type Entry,
  LedgerWalk,
  linkEntry,
  type StoredEntry,
} from '../../src/core/receipt/index.ts'
import { Refusal, StoreFailure } from '../../src/core/values/index.ts'
import type { ImportItem, Store } from '../../src/ports/index.ts'

/** The location of a store. */
export interface Bench {
  open(): Promise<Store>
  /** Changes data behind the store's back. */
  execute(sql: string): Promise<void>
  dispose(): Promise<void>
}

export const key = { uid: 'project-1', name: 'One' }
const other = { uid: 'project-2', name: 'Two' }

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

export async function walked(store: Store, uid: string): Promise<StoredEntry[]> {
  const entries = await store.entries(uid, 0, 100_000)
  const walk = new LedgerWalk(uid, hash)
  for (const stored of entries) expect(walk.take(stored)).toBeNull()
  return entries
}

/** A ledger in the form of an export. */
export async function* exported(store: Store, uid: string): AsyncIterable<ImportItem> {
  const ledger = await store.ledger({ uid, name: '' })
  yield { kind: 'ledger', uid, name: ledger!.name }
  for (const stored of await store.entries(uid, 0, 100_000)) yield { kind: 'entry', uid, stored }
  for await (const { digest } of store.blobs(uid)) {
    yield { kind: 'blob', digest, content: (await store.blob(digest))! }
  }
}

export async function* these(...arrivals: ImportItem[]): AsyncIterable<ImportItem> {
  yield* arrivals
}

export async function failureOf(act: Promise<unknown>): Promise<StoreFailure | Refusal> {
  const error = await act.then(
    () => new Error('nothing failed'),
    (reason: unknown) => reason,
  )
  if (error instanceof StoreFailure || error instanceof Refusal) return error
  throw error
}

export function storeContract(name: string, make: () => Promise<Bench>): void {
  describe(`a store on ${name}`, () => {
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

    it('has no ledger before the first entry, and answers every question about one', async () => {
      expect(await store.ledgers()).toEqual([])
      expect(await store.ledger(key)).toBeNull()
      expect(await store.log('x', { limit: 5 })).toEqual([])
      expect(await store.entries('x', 0, 5)).toEqual([])
      expect(await store.injections('x', 'y')).toEqual([])
      expect(await store.findOutcome('x', 'y')).toBeNull()
      expect(await store.blob('sha256:x')).toBeNull()
      expect(await store.readSections('sha256:x')).toBeNull()
      expect(await store.strays('x')).toEqual([])
      expect(await store.tally('x')).toEqual({
        runs: [],
        sections: [],
        unended: 0,
        interrupted: 0,
        checked: 0,
      })
      expect(await all(store.blobs('x'))).toEqual([])
      expect(await store.seqBefore('x', at(0))).toBe(0)
      expect((await store.stats()).blobs).toEqual({ count: 0, bytes: 0, textBytes: 0 })
    })

    it('puts entries of every kind into one chain, with their rows beside them', async () => {
      const appended = await store.append(key, [
        injection({ uid: 'a', run: 'r' }),
        run('b', { run: 'r', injection: 'INJ-a', level: 'full' }),
        outcome('c', 'r', 'success'),
        event('d'),
      ])
      expect(appended.map(({ seq, fresh, behindMs }) => [seq, fresh, behindMs])).toEqual(
        [1, 2, 3, 4].map((seq) => [seq, true, 0]),
      )
      const entries = await walked(store, key.uid)
      expect(entries.map(({ entry }) => entry.uid)).toEqual(['a', 'b', 'c', 'd'])
      const head = { seq: 4, digest: appended[3]!.digest }
      expect(await store.ledger(key)).toEqual({ ...key, head })
      expect(await store.ledgers()).toEqual([{ ...key, head }])
      expect((await store.entries(key.uid, 0, 9, 'run')).map(({ entry }) => entry.seq)).toEqual([2])
      expect((await store.entries(key.uid, 1, 2)).map(({ entry }) => entry.seq)).toEqual([2, 3])
      expect((await store.injections(key.uid, 'INJ-a')).map(({ entry }) => entry.seq)).toEqual([1])
      expect((await store.findOutcome(key.uid, 'r'))?.entry.seq).toBe(3)
      expect(await store.strays(key.uid)).toEqual([])
    })

    it('changes nothing when a draft comes again, alone or among new ones', async () => {
      const [first] = await store.append(key, [injection({ uid: 'a' })])
      const second = await store.append(key, [
        injection({ uid: 'b' }),
        injection({ uid: 'a' }),
        injection({ uid: 'b' }),
      ])
      expect(second.map(({ seq, fresh }) => [seq, fresh])).toEqual([
        [2, true],
        [1, false],
        [2, false],
      ])
      expect(second[1]?.digest).toBe(first?.digest)
      expect(await walked(store, key.uid)).toHaveLength(2)
    })

    it('appends all parcels or none', async () => {
      const bad = { draft: { ...injection({ uid: 'b' }).draft, body: '{"no":"injection"}' }, blobs: [] }
      expect(await failureOf(store.append(key, [injection({ uid: 'a' }), bad]))).toMatchObject({
        code: 'import-invalid',
      })
      expect(await store.entries(key.uid, 0, 9)).toEqual([])
      const forged = injection({ uid: 'a' })
      const lie = {
        ...forged,
        blobs: forged.blobs.map(({ digest }) => ({ digest, content: () => 'something else' })),
      }
      expect(await failureOf(store.append(key, [lie]))).toMatchObject({ code: 'import-invalid' })
      expect(await store.ledger(key)).toBeNull()
    })

    it('keeps ledgers apart', async () => {
      await store.append(key, [injection({ uid: 'a' })])
      await store.append(other, [injection({ uid: 'a', session: 's2' }), injection({ uid: 'b' })])
      expect(await walked(store, key.uid)).toHaveLength(1)
      expect(await walked(store, other.uid)).toHaveLength(2)
      expect((await store.log(key.uid, { limit: 9 })).map(({ session_id }) => session_id)).toEqual(['s1'])
      expect((await store.ledgers()).map(({ uid, name: called }) => ({ uid, name: called }))).toEqual([
        key,
        other,
      ])
    })

    it('takes the own ledger where no uid is given, and makes one where there is none', async () => {
      const [first] = await store.append({ uid: null, name: 'Mine' }, [injection({ uid: 'a' })])
      const [second] = await store.append({ uid: null, name: 'Mine' }, [injection({ uid: 'b' })])
      expect([first?.seq, second?.seq]).toEqual([1, 2])
      const ledger = await store.ledger({ uid: null, name: 'Mine' })
      expect(ledger).toMatchObject({ name: 'Mine', head: { seq: 2 } })
      expect(await walked(store, ledger!.uid)).toHaveLength(2)
    })

    it('never takes a ledger that came from elsewhere for the own one', async () => {
      const mine = { uid: null, name: 'Mine' }
      await store.append({ uid: 'elsewhere', name: 'Mine' }, [event('a')])
      expect(await store.ledger(mine)).toBeNull()
      expect(await store.append(mine, [event('b')])).toMatchObject([{ seq: 1, fresh: true }])
      const own = await store.ledger(mine)
      expect([own?.uid === 'elsewhere', own?.head?.seq]).toEqual([false, 1])
      expect((await store.ledgers()).map(({ uid }) => uid)).toEqual(['elsewhere', own!.uid])
    })

    it('keeps the chain whole when twenty writers come at once', async () => {
      const stores = await Promise.all([1, 2, 3, 4].map(() => bench.open()))
      const writers = Array.from({ length: 20 }, (_, i) =>
        stores[i % 4]!.append(i % 5 === 0 ? other : key, [
          injection({ uid: `w${i}`, text: `text ${i % 3}` }),
          event(`e${i}`),
        ]),
      )
      await Promise.all(writers)
      await Promise.all(stores.map((store) => store.close()))
      expect(await walked(store, key.uid)).toHaveLength(32)
      expect(await walked(store, other.uid)).toHaveLength(8)
    })

    it('makes its tables once when many open it at once', async () => {
      const fresh = await make()
      try {
        const stores = await Promise.all(Array.from({ length: 8 }, () => fresh.open()))
        await Promise.all(stores.map((store, i) => store.append(key, [event(`e${i}`)])))
        expect(await walked(stores[0]!, key.uid)).toHaveLength(8)
        await Promise.all(stores.map((store) => store.close()))
      } finally {
        await fresh.dispose()
      }
    })

    it('refuses a store that a newer program has changed, and leaves it as it is', async () => {
      await store.append(key, [event('a')])
      await bench.execute(`INSERT INTO migrations (name, applied_at) VALUES ('9999-later', 'x')`)
      const failure = await failureOf(bench.open())
      expect(failure).toMatchObject({ code: 'store-newer' })
      expect(failure.message).toMatch(
        new RegExp(`has schema ${schemaVersion + 1}.* knows ${schemaVersion}.*update foreword`),
      )
      expect(await walked(store, key.uid)).toHaveLength(1)
    })

    it('tells by how much the clock was behind, and still finds entries by time', async () => {
      const times = [100, 200, 50, 60, 300]
      const appended = await store.append(
        key,
        times.map((seconds, i) => injection({ uid: `u${i}`, at: at(seconds) })),
      )
      expect(appended.map(({ behindMs }) => behindMs)).toEqual([0, 0, 150_000, 140_000, 0])
      expect(
        await Promise.all([0, 100, 101, 200, 201, 400].map((s) => store.seqBefore(key.uid, at(s)))),
      ).toEqual([0, 0, 1, 1, 4, 5])
      const since = async (seconds: number) =>
        (await store.log(key.uid, { limit: 9, since: at(seconds) })).map(({ seq }) => seq)
      expect(await since(55)).toEqual([5, 4, 2, 1])
      expect(await since(150)).toEqual([5, 2])
      await walked(store, key.uid)
    })

    it('keeps a text once, and gives it back as it was', async () => {
      const texts = ['short', 'long 漢字 👩‍👩‍👧‍👦 \0id\0 '.repeat(500), '']
      for (const [i, text] of texts.entries()) {
        await store.append(key, [injection({ uid: `a${i}`, text }), injection({ uid: `b${i}`, text })])
      }
      for (const text of texts) expect(await store.blob(hash(text))).toBe(text)
      const { blobs } = await store.stats()
      expect(blobs.count).toBe(4)
      expect(blobs.bytes).toBeLessThan(blobs.textBytes)
      expect(await store.present([hash('short'), 'sha256:none'])).toEqual(new Set([hash('short')]))
      expect(await store.present([])).toEqual(new Set())
    })

    it('asks for the content of a text only when it is not there', async () => {
      await store.append(key, [injection({ uid: 'a' })])
      const parcel = injection({ uid: 'b' })
      const silent = parcel.blobs.map(({ digest }) => ({
        digest,
        content: () => {
          throw new Error('asked for nothing')
        },
      }))
      expect(await store.append(key, [{ ...parcel, blobs: silent }])).toMatchObject([{ fresh: true }])
    })

    it('keeps the sections of an account as the account has them', async () => {
      const sections = { rules: ['A.md', 'A.md', 'dir/B.md'], plan: [], notes: ['N.md'] }
      await store.append(key, [injection({ uid: 'a', sections }), injection({ uid: 'b', sections: {} })])
      const account = accountText(sections)
      expect(await store.readSections(hash(account))).toEqual(buildSectionRows(account))
      expect(await store.readSections(hash(accountText({})))).toEqual([])
    })

    it('keeps what a text column cannot hold as something that it can', async () => {
      const odd = 'a\0b\ud800'
      await store.append(key, [injection({ uid: 'a', session: odd, sections: { [odd]: [odd] } })])
      const [stored] = await walked(store, key.uid)
      expect(stored?.row).toMatchObject({ session_id: 'a\uFFFDb\uFFFD' })
      const account = accountText({ [odd]: [odd] })
      expect(await store.readSections(hash(account))).toEqual(buildSectionRows(account))
    })

    it('counts entries whose ledger was removed', async () => {
      await store.append(key, [event('a'), event('b')])
      expect(await store.orphans()).toBe(0)
      await bench.execute('DELETE FROM projects')
      expect(await store.orphans()).toBe(2)
    })

    it('tells of rows that stand beside no entry', async () => {
      await store.append(key, [event('a'), event('b')])
      await bench.execute(`INSERT INTO events (project_id, seq, name) VALUES (1, 7, 'pruned')`)
      await bench.execute(`DELETE FROM events WHERE seq = 1`)
      expect(await store.strays(key.uid)).toEqual([{ seq: 7, what: 'a row of events belongs to no entry' }])
      await bench.execute(`UPDATE entries SET high_at = '2027' WHERE seq = 2`)
      expect((await store.strays(key.uid)).map(({ seq }) => seq)).toEqual([2, 7])
      expect((await store.entries(key.uid, 0, 1))[0]?.row).toBeNull()
    })

    it.each([
      ['an injection', injection({ uid: 'b' })],
      ['a run', run('b')],
    ])('tells of %s whose session is missing', async (_, parcel) => {
      await store.append(key, [event('a'), parcel])
      expect(await store.strays(key.uid)).toEqual([])
      await bench.execute('DELETE FROM sessions')
      expect(await store.strays(key.uid)).toEqual([{ seq: 2, what: 'the row of its session is missing' }])
    })

    it('counts how runs ended, and with which sections', async () => {
      const full = { rules: ['R.md'], plan: ['P.md'] }
      await store.append(key, [
        injection({ uid: 'i1', sections: full }),
        injection({ uid: 'i2', sections: { rules: ['R.md'] } }),
        run('r1', { level: 'full', injection: 'INJ-i1' }),
        run('r2', { level: 'full', injection: 'INJ-i2' }),
        run('r3', { level: null }),
        run('r4', { level: 'full', injection: 'INJ-i1', agent: 'two', at: at(100) }),
        run('r5', { level: 'full', injection: 'INJ-i1' }),
        run('r6', { level: 'full', injection: 'INJ-i1' }),
        outcome('o6', 'run-r6', 'interrupted'),
        outcome('o1', 'run-r1', 'success'),
        outcome('o2', 'run-r2', 'failed'),
        outcome('o3', 'run-r3', 'timeout'),
        outcome('o4', 'run-r4', 'success'),
        outcome('o4b', 'run-r4', 'failed'),
      ])
      const late = { runs: [{ agent: 'two', level: 'full', status: 'success', runs: 1 }] }
      expect(await store.tally(key.uid, at(50))).toMatchObject(late)
      expect(await store.tally(key.uid)).toEqual({
        unended: 1,
        checked: 0,
        interrupted: 1,
        runs: [
          { agent: 'one', level: null, status: 'timeout', runs: 1 },
          { agent: 'one', level: 'full', status: 'failed', runs: 1 },
          { agent: 'one', level: 'full', status: 'success', runs: 1 },
          ...late.runs,
        ],
        sections: [
          { section: 'plan', status: 'success', runs: 2 },
          { section: 'rules', status: 'failed', runs: 1 },
          { section: 'rules', status: 'success', runs: 2 },
        ],
      })
    })

    it('lists blobs by their last use, and deletes those that no other ledger needs', async () => {
      await store.append(
        key,
        ['x', 'y', 'x', 'z'].map((text, i) => injection({ uid: `u${i}`, text })),
      )
      await store.append(other, [injection({ uid: 'o', text: 'y' })])
      const texts = (await all(store.blobs(key.uid))).filter(({ role }) => role === 'text')
      expect(texts.map(({ digest, lastSeq, bytes }) => [digest, lastSeq, bytes])).toEqual([
        [hash('y'), 2, 1],
        [hash('x'), 3, 1],
        [hash('z'), 4, 1],
      ])
      const digests = [hash('x'), hash('y'), 'sha256:none']
      const pruned = await store.prune(key, { digests, textsTo: 3, accountsTo: 0 }, () => event('p'))
      expect(pruned).toMatchObject({ deleted: [{ digest: hash('x'), bytes: 1 }], appended: { seq: 5 } })
      expect([await store.blob(hash('x')), await store.blob(hash('y'))]).toEqual([null, 'y'])
      expect((await all(store.blobs(key.uid))).map(({ digest }) => digest)).not.toContain(hash('x'))
      await walked(store, key.uid)
      await store.append(key, [injection({ uid: 'again', text: 'x' })])
      expect(await store.blob(hash('x'))).toBe('x')
    })

    it('deletes nothing that an entry needs which came after the choice was made', async () => {
      await store.append(key, [injection({ uid: 'a', text: 'x' }), injection({ uid: 'b', text: 'y' })])
      const late: Store = {
        ...store,
        prune: async (...order) => {
          await store.append(key, [injection({ uid: 'c', text: 'x' })])
          return store.prune(...order)
        },
      }
      const order = { key, uid: key.uid, project: 'One', before: null, maxBytes: 0, dryRun: false }
      const engine = { ids: { random: () => 'pruning' }, systemTime: () => Date.parse(at(9)) }
      const answer = await pruneTexts(late, engine as never, order)
      expect(answer).toMatchObject({ texts: 1, accounts: 0, bytes: 1, texts_to: 2 })
      expect([await store.blob(hash('x')), await store.blob(hash('y'))]).toEqual(['x', null])
      const [pruned] = await store.entries(key.uid, 0, 9, 'event')
      expect(JSON.parse(pruned!.entry.body)).toMatchObject({ texts_to: 2, blobs: 1, bytes: 1 })
      const ledger = (await store.ledger(key))!
      const verdict = await verifyLedger(store, hash as never, { ledger, seen: [], tell: () => undefined })
      expect(verdict).toMatchObject({ holds: true, pruned: { texts: 1, accounts: 0 } })
      expect(answer.left_bytes).toBe((await store.stats()).blobs.bytes)
    })

    it('leaves no trace of a pruning that deletes nothing', async () => {
      await store.append(key, [injection({ uid: 'a', text: 'x' })])
      const pruning = { digests: [hash('x')], textsTo: 0, accountsTo: 0 }
      const pruned = await store.prune(key, pruning, (deleted) => (deleted.length > 0 ? event('p') : null))
      expect(pruned).toMatchObject({ deleted: [], appended: null })
      expect(await walked(store, key.uid)).toHaveLength(1)
    })

    it('counts entries by kind, sessions, and texts by size', async () => {
      await store.append(key, [injection({ uid: 'a' }), event('b'), event('c')])
      await store.append(other, [injection({ uid: 'a', session: 's2' }), run('b'), run('c')])
      expect((await store.stats()).ledgers.map(({ sessions }) => sessions)).toEqual([1, 2])
      const stats = await store.stats()
      expect(stats.engine).toBe(store.engine)
      expect(stats.bytes).toBeGreaterThan(0)
      expect(stats.ledgers).toMatchObject([
        { ...key, entries: { injection: 1, run: 0, outcome: 0, event: 2 } },
        { ...other, entries: { injection: 1, run: 2, outcome: 0, event: 0 } },
      ])
      expect(stats.ledgers[0]?.head?.seq).toBe(3)
      expect(stats.blobs).toMatchObject({
        count: 2,
        textBytes: 8 + accountText({ rules: ['RULES.md'] }).length,
      })
    })

    importContract(() => ({ bench, store }), make)
  })
}

function importContract(now: () => { bench: Bench; store: Store }, make: () => Promise<Bench>): void {
  const grown = async (store: Store) => {
    await store.append(key, [
      injection({ uid: 'a', text: 'one', sections: { rules: ['R.md'] } }),
      injection({ uid: 'b', text: 'two', run: 'r' }),
      run('c', { run: 'r' }),
      outcome('d', 'r', 'failed'),
    ])
  }

  const intoAnother = async (act: (second: Store) => Promise<void>) => {
    const bench = await make()
    const second = await bench.open()
    try {
      await act(second)
    } finally {
      await second.close()
      await bench.dispose()
    }
  }

  it('takes in what was exported elsewhere, whatever comes first, and only once', async () => {
    const { store } = now()
    await grown(store)
    await intoAnother(async (second) => {
      const [ledger, ...rest] = await all(exported(store, key.uid))
      const imported = await second.import(
        these(ledger!, ...rest.toReversed().filter(({ kind }) => kind === 'blob'), ...rest),
      )
      expect(imported).toEqual({ entries: 4, known: 0, blobs: 4 })
      expect(await walked(second, key.uid)).toEqual(await store.entries(key.uid, 0, 100))
      const account = hash(accountText({ rules: ['R.md'] }))
      expect(await second.readSections(account)).toEqual(await store.readSections(account))
      expect(await second.log(key.uid, { limit: 9, source: 'R.md' })).toEqual(
        await store.log(key.uid, { limit: 9, source: 'R.md' }),
      )
      expect(await second.import(exported(store, key.uid))).toEqual({ entries: 0, known: 4, blobs: 0 })
      await store.append(key, [event('later')])
      expect(await second.import(exported(store, key.uid))).toEqual({ entries: 1, known: 4, blobs: 0 })
      await walked(second, key.uid)
    })
  })

  it('takes in entries whose texts were deleted elsewhere, and fills them when they come', async () => {
    const { store } = now()
    await grown(store)
    await intoAnother(async (second) => {
      const arrivals = await all(exported(store, key.uid))
      await second.import(these(...arrivals.filter(({ kind }) => kind !== 'blob')))
      expect(await second.blob(hash('one'))).toBeNull()
      expect(await all(second.blobs(key.uid))).toEqual([])
      expect(await second.import(these(...arrivals))).toEqual({ entries: 0, known: 4, blobs: 4 })
      expect(await second.blob(hash('one'))).toBe('one')
      const account = hash(accountText({ rules: ['R.md'] }))
      expect(await second.readSections(account)).toEqual(await store.readSections(account))
    })
  })

  it('refuses what contradicts it, names the entry, and changes nothing', async () => {
    const { store } = now()
    await grown(store)
    await intoAnother(async (second) => {
      await second.append(key, [injection({ uid: 'mine', text: 'mine' })])
      const before = await second.entries(key.uid, 0, 100)
      const failure = await failureOf(second.import(exported(store, key.uid)))
      expect(failure).toMatchObject({ code: 'import-invalid' })
      expect(failure.message).toContain('ledger project-1, entry 1')
      expect(await second.entries(key.uid, 0, 100)).toEqual(before)
      expect(await second.present([hash('one')])).toEqual(new Set())
    })
  })

  it('refuses every kind of wrong arrival, and changes nothing', async () => {
    const { store } = now()
    await grown(store)
    const arrivals = await all(exported(store, key.uid))
    const alter = (seq: number, over: object): ImportItem[] =>
      arrivals.map((item) =>
        item.kind === 'entry' && item.stored.entry.seq === seq
          ? { ...item, stored: { ...item.stored, entry: { ...item.stored.entry, ...over } } }
          : item,
      )
    const wrongs: ImportItem[][] = [
      alter(2, { body: '{}' }),
      alter(2, { at: 'yesterday' }),
      alter(2, { uid: 'a\nb' }),
      alter(2, { digest: 'sha256:0' }),
      alter(2, { seq: '2' }),
      alter(3, { kind: 'nothing' }),
      arrivals.filter((item) => item.kind !== 'entry' || item.stored.entry.seq !== 2),
      arrivals.filter(({ kind }) => kind !== 'ledger'),
      [...arrivals, { kind: 'blob', digest: hash('x'), content: 'y' }],
      [...arrivals, { kind: 'ledger', uid: 'a b', name: 'x' }],
      [...arrivals, { kind: 'else' } as never],
    ]
    await intoAnother(async (second) => {
      for (const wrong of wrongs) {
        expect(await failureOf(second.import(these(...wrong)))).toMatchObject({ code: 'import-invalid' })
        expect(await second.ledgers()).toEqual([])
      }
      const broken = async function* (): AsyncIterable<ImportItem> {
        yield* arrivals
        throw new Error('the file ends here')
      }
      await expect(second.import(broken())).rejects.toThrow('the file ends here')
      expect(await second.ledgers()).toEqual([])
      expect(await second.import(these(...arrivals))).toMatchObject({ entries: 4 })
    })
  })

  it('takes in a ledger with gaps only when a repair has owned up to them', async () => {
    const { store } = now()
    await grown(store)
    const owning = { name: 'repaired', lost: [[2, 3]], lost_blobs: [] }
    const without = async () =>
      (await all(exported(store, key.uid))).filter(
        (item) => item.kind !== 'entry' || (item.stored.entry.seq !== 2 && item.stored.entry.seq !== 3),
      )
    await intoAnother(async (second) => {
      const failure = await failureOf(second.import(these(...(await without()))))
      expect(failure.message).toContain('entry 2 is missing')
      await store.append(key, [event('sorry', owning)])
      expect(await second.import(these(...(await without())))).toMatchObject({ entries: 3 })
    })
  })

  it.each(['a\nb', 'a\0b', '', 'x'.repeat(201)])(
    'takes in no entry behind a gap that says that %j came before it',
    async (prev) => {
      const { store } = now()
      const { draft } = event('sorry', { name: 'repaired', lost: [[1, 1]], lost_blobs: [] })
      const entry = linkEntry(draft, 2, prev, hash)
      const arrivals = these({ kind: 'ledger', ...key }, arriving(entry))
      expect(await failureOf(store.import(arrivals))).toMatchObject({ code: 'import-invalid' })
      expect(await store.ledgers()).toEqual([])
    },
  )

  it('takes no excuse for a gap from an entry that came before it', async () => {
    const { store } = now()
    const { draft } = event('sorry', { name: 'repaired', lost: [[2, 3]], lost_blobs: [] })
    const first = linkEntry(draft, 1, computeGenesisDigest(key.uid, hash), hash)
    const last = linkEntry(event('later').draft, 4, first.digest, hash)
    const arrivals = these({ kind: 'ledger', ...key }, arriving(first), arriving(last))
    expect((await failureOf(store.import(arrivals))).message).toContain('entry 2 is missing')
  })

  it('takes in no text that is too large to be read back', async () => {
    const { store } = now()
    const content = 'x'.repeat(64 * 1024 * 1024 + 1)
    const failure = await failureOf(store.import(these({ kind: 'blob', digest: hash(content), content })))
    expect(failure.message).toContain('is larger than 67108864')
  })

  it('loses nothing that is appended while an import is under way, though it may have to wait for its end', async () => {
    const { store } = now()
    const slow = async function* (): AsyncIterable<ImportItem> {
      yield { kind: 'ledger', uid: 'arriving', name: 'Arriving' }
      await new Promise((resolve) => setTimeout(resolve, 50))
      yield { kind: 'blob', digest: blobOf('x').digest, content: 'x' }
    }
    const [imported, appended] = await Promise.all([store.import(slow()), store.append(key, [event('a')])])
    expect([imported.blobs, appended[0]?.seq]).toEqual([1, 1])
    expect(await walked(store, key.uid)).toHaveLength(1)
  })
}

function arriving(entry: Entry): ImportItem {
  return { kind: 'entry', uid: key.uid, stored: { entry, row: null } }
}
