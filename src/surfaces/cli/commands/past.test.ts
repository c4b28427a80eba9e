import { describe, expect, it } from 'vitest'
import type { OpenedStore, StoreChoice } from '../../../app/history/index.ts'
import {
  type MemoryLedger,
  makeMemoryLedger,
  makePacket,
  makeWholeSection,
} from '../../../app/history/past.fixture.ts'
import type { Services } from '../../../app/services/index.ts'
import { buildEntryRow, computeGenesisDigest, linkEntry } from '../../../core/receipt/index.ts'
import type { Terminal } from '../command.ts'
import { main } from '../index.ts'
import { row } from '../views/answers.fixture.ts'

const project = { name: 'shop', root: '/shop', roots: {}, manifestFile: '/shop/.foreword/manifest.yaml' }

/** A store that gives these answers, and a list of what it was asked. */
interface Given {
  readonly store?: object
  /** The ledger in it; null for none. */
  readonly ledger?: MemoryLedger | null
  readonly waiting?: number
  readonly services?: Partial<Services>
}

/** Runs a command line against a store that answers as given. */
async function call(words: readonly string[], given: Given = {}) {
  const chosen: StoreChoice[] = []
  const past = given.ledger ?? makeMemoryLedger()
  let out = ''
  let err = ''
  const terminal: Terminal = {
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    draw: () => undefined,
    ask: () => null,
    style: 'plain',
    progress: false,
  }
  const head = { seq: past.entries.length, digest: past.entries.at(-1)?.entry.digest ?? '' }
  const opened = {
    store: { ...past.store, ...given.store },
    key: { uid: past.uid, name: 'shop' },
    ledger: given.ledger === null ? null : { uid: past.uid, name: 'shop', head },
    name: 'shop',
    place: '/shop/store.db',
    ownFile: null,
    spool: () => ({ waiting: given.waiting ?? 0, unreadable: [] }),
  } as unknown as OpenedStore
  const services = {
    project: ({ repo }: { repo: string }) => ({ ...project, root: repo }),
    projectAround: () => '.',
    engine: { clock: { now: () => new Date('2026-11-16T06:20:00.000Z') }, hash: past.hash, ...files },
    history: async () => ({ has: () => false, at: () => null, blame: () => null }),
    proof: async () => ({ anchor: { read: () => null, write: () => undefined } }),
    withStore: async (choice: StoreChoice, ask: (opened: OpenedStore) => unknown) => {
      chosen.push(choice)
      return ask(opened)
    },
    ...given.services,
  } as unknown as Services
  const code = await main(words, '0.1.0', () => services, terminal)
  return { code, out, err, chosen }
}

/** A project without a manifest and without files. */
const files = {
  sources: async () => ({ list: () => [], matches: () => false, read: () => ({ state: 'absent' }) }),
  loadManifest: async () => Promise.reject(new Error('none')),
}

/** Writes down how the log was asked, and answers with these rows. */
function logging(...rows: ReturnType<typeof row>[]) {
  const asked: object[] = []
  const store = {
    log: async (_: string, query: object) => {
      asked.push(query)
      return rows
    },
  }
  return { asked, store }
}

/** Two packets of one section. */
function twoPackets(): MemoryLedger {
  const past = makeMemoryLedger()
  past.inject(makePacket([makeWholeSection('anchors', 'SQLite')]))
  past.inject(makePacket([makeWholeSection('anchors', 'Postgres')]))
  return past
}

describe('a command about the past', () => {
  it('takes repository and store, and prints the answer as it is under --json', async () => {
    const { asked, store } = logging(row())
    const { out, err, chosen } = await call(['log', '--repo=../shop', '--store=here', '--json'], { store })
    expect(out).toBe(`${JSON.stringify({ project: 'shop', injections: [row()], next: null }, null, 2)}\n`)
    expect(err).toBe('')
    expect(chosen).toEqual([{ project: { ...project, root: '../shop' }, store: 'here' }])
    expect(asked).toEqual([{ limit: 21, runs: [] }])
  })
})

describe('log', () => {
  it('asks for what was asked for, and says how to go on', async () => {
    const { asked, store } = logging(row({ seq: 12 }), row({ seq: 11 }))
    const words = [
      'log',
      '--since=2h',
      '--outcome=failed',
      '--source',
      'my notes.md',
      '--before=@40',
      '--limit=1',
    ]
    const { err } = await call(words, { store })
    expect(asked).toEqual([
      {
        since: '2026-11-16T04:20:00.000Z',
        outcome: 'failed',
        source: 'my notes.md',
        before: 40,
        limit: 2,
        runs: [],
      },
    ])
    expect(err).toBe(
      "More: foreword log --since=2h --outcome=failed --source='my notes.md' --limit=1 --before=12\n",
    )
  })

  it.each([
    ['--since=yesterday', '--since must be like 2h, 3d, 2w, a day, or a time with a zone (ISO 8601)'],
    ['--limit=0', '--limit must be a whole number from 1 to 1000, not "0"'],
    ['--before=x', '--before must be a whole number'],
    [
      '--outcome=good',
      '--outcome must be one of success, failed, timeout, interrupted, running, refused, not "good"',
    ],
  ])('does not guess: %s', async (word, message) => {
    const { code, err } = await call(['log', word])
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('context', () => {
  it('is one line, with a warning beside it while receipts wait', async () => {
    const ledger = makeMemoryLedger()
    const sources = ['a', 'b', 'c'].map((path) => ({ path, digest: 'sha256:0', bytes: 1 }))
    const identity = { ...makeWholeSection('identity', 'x'), over: { tier: 'identity', sources, size: 487 } }
    ledger.inject(makePacket([identity]))
    expect(await call(['context'], { ledger, waiting: 2 })).toMatchObject({
      code: 0,
      out: 'Identity: 3 sources (487 tokens)\n',
      err: expect.stringContaining('2 receipts wait in the spool'),
    })
  })
})

describe('replay', () => {
  it('prints the bytes and nothing else', async () => {
    const ledger = makeMemoryLedger()
    const text = 'a\u001b[2J\r\nb'
    const { receipt } = makePacket([makeWholeSection('anchors', 'x')], { packet_digest: ledger.hash(text) })
    ledger.inject({ receipt, text })
    expect(await call(['replay', 'latest'], { ledger })).toMatchObject({ out: text, err: '' })
    const { out } = await call(['replay', 'latest', '--json'], { ledger })
    expect(JSON.parse(out)).toEqual({ injection_id: receipt.injection_id, text, skipped: [] })
  })
})

describe('why', () => {
  it('is about the latest injection unless another is named', async () => {
    const ledger = twoPackets()
    const seqOf = async (...words: string[]) =>
      JSON.parse((await call(['why', 'x', ...words, '--json'], { ledger })).out).injection.seq
    expect(await seqOf()).toBe(2)
    expect(await seqOf('@1')).toBe(1)
  })
})

describe('verify', () => {
  it('ends with 0 when it holds and with 1 when it does not', async () => {
    const verify = (orphans: number) =>
      call(['verify'], { ledger: null, store: { orphans: async () => orphans } })
    expect((await verify(0)).code).toBe(0)
    expect((await verify(3)).code).toBe(1)
  })

  it('says what to do with a checkpoint it wrote', async () => {
    const written: string[] = []
    const proof = async () => ({
      anchor: { read: () => null, write: () => undefined },
      signers: { sign: () => ({ public_key: 'k', signature: 's' }), fingerprint: () => 'ed25519:00' },
      writeText: (file: string) => void written.push(file),
      now: () => new Date(0),
    })
    const ledger = makeMemoryLedger()
    const body = JSON.stringify({ name: 'pruned', texts_to: 0, accounts_to: 0, blobs: 0, bytes: 0 })
    const draft = { uid: 'u1', kind: 'event' as const, at: '2026-01-03T18:30:00.000Z', body }
    const row = buildEntryRow('event', body)
    if (typeof row === 'string') throw new Error(row)
    ledger.entries.push({
      entry: linkEntry(draft, 1, computeGenesisDigest(ledger.uid, ledger.hash), ledger.hash),
      row,
    })
    const store = { orphans: async () => 0, strays: async () => [], recordBodies: async () => [] }
    const { err } = await call(['verify', '--write-checkpoint=c'], {
      ledger,
      store,
      services: { proof } as unknown as Partial<Services>,
    })
    expect(err).toContain('Checkpoint written to c, signed by ed25519:00')
    expect(written).toEqual(['c'])
  })
})

describe('store', () => {
  it('exports to standard output with nothing else on it', async () => {
    const store = {
      async *blobs() {
        yield* []
      },
    }
    const { out, err } = await call(['store', 'export'], { ledger: twoPackets(), store })
    expect(out.split('\n').map((line) => Object.keys(JSON.parse(line || '{}'))[0])).toEqual([
      'foreword',
      'entry',
      'entry',
      'end',
      undefined,
    ])
    expect(err).toBe('Wrote 2 entries and 0 texts of shop.\n')
    expect(await call(['store', 'export', '--json'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('"code": "usage"'),
    })
  })

  it('imports from standard input by a dash', async () => {
    const read: (string | null)[] = []
    async function* readLines(file: string | null) {
      read.push(file)
      yield ''
    }
    const store = {
      async import(arrivals: AsyncIterable<unknown>) {
        for await (const _ of arrivals);
        return { entries: 0, known: 0, blobs: 0 }
      },
    }
    await call(['store', 'import', '-'], { store, services: { readLines } })
    await call(['store', 'import', 'f'], { store, services: { readLines } })
    expect(read).toEqual([null, 'f'])
  })

  it('prunes only what it was told to', async () => {
    const asked: unknown[] = []
    const store = {
      seqBefore: async (_: string, before: string) => {
        asked.push(before)
        return 0
      },
      async *blobs() {
        yield* []
      },
    }
    const forget = async (order: object) => {
      asked.push(order)
      return 0
    }
    const services = { sessions: async () => ({ forget }) } as unknown as Partial<Services>
    const prune = (...words: string[]) => call(['store', 'prune', ...words], { store, services })
    expect((await prune('--older-than=1d', '--max-size=1kB', '--dry-run')).code).toBe(0)
    const before = '2026-11-15T06:20:00.000Z'
    expect(asked).toEqual([before, { before, dryRun: true }])
    expect(await prune()).toMatchObject({ code: 2, chosen: [] })
    expect(await prune('--max-size=big')).toMatchObject({ code: 2 })
  })

  it('lists its commands when none is named', async () => {
    const { code, out } = await call(['store'])
    expect(code).toBe(2)
    expect(out).toContain('  store repair  ')
    expect(await call(['store', '--help'])).toMatchObject({ code: 0, out })
    expect(await call(['help', 'store'])).toMatchObject({ code: 0, out })
  })
})
