import { describe, expect, it } from 'vitest'
import { hash } from '../../adapters/cache/index.ts'
import { diffInjections } from './compare/diff-injections.ts'
import { findInjection, readPacketText } from './find-injection.ts'
import { type MemoryLedger, makeMemoryLedger, makePacket, makeWholeSection } from './past.fixture.ts'
import { readLog } from './read-log.ts'
import { replayInjection } from './replay-injection.ts'
import { reportTally } from './report-runs.ts'
import { showInjection } from './show-injection.ts'

const refused = async (doing: Promise<unknown>) => {
  const error = await doing.then(
    () => null,
    (error) => error,
  )
  return { code: error?.code, said: `${error?.message} ${error?.fix}` }
}

const three = (): MemoryLedger => {
  const past = makeMemoryLedger()
  for (const text of ['one', 'two', 'three']) past.inject(makePacket([makeWholeSection('soul', text)]))
  return past
}
const findSeq = async (past: MemoryLedger, ref: string) => (await findInjection(past, ref)).stored.entry.seq

describe('an injection', () => {
  it('is found by its id, by its number, and counted from the end', async () => {
    const past = three()
    const { body } = await findInjection(past, '@2')
    expect(await findSeq(past, body.injection_id)).toBe(2)
    expect(await findSeq(past, '#1')).toBe(1)
    expect([await findSeq(past, 'latest'), await findSeq(past, 'latest~2')]).toEqual([3, 1])
  })

  it('is found far back, over many pages', async () => {
    const past = makeMemoryLedger()
    const packet = makePacket([makeWholeSection('soul', 'one')])
    for (let i = 0; i < 1203; i++) past.inject(packet)
    expect(await findSeq(past, 'latest~1202')).toBe(1)
    expect(await refused(findInjection(past, 'latest~1203'))).toMatchObject({ code: 'not-recorded' })
  })

  it.each(['INJ-none', '@9', '@0', '#99999999999999', 'latest~3', '', "'; drop", '@x'])(
    'is not recorded under %j, and it says where to look',
    async (ref) => {
      const { code, said } = await refused(findInjection(three(), ref))
      expect([code, said]).toEqual(['not-recorded', expect.stringContaining('foreword log')])
    },
  )

  it('is never an entry of another kind', async () => {
    const past = three()
    past.add('event', { name: 'repaired', lost: [], lost_blobs: [] })
    expect((await refused(findInjection(past, '@4'))).said).toContain('Entry 4 is not an injection (event)')
    expect(await findSeq(past, 'latest')).toBe(3)
  })

  it('is, as the latest, a packet and nothing that was pulled since', async () => {
    const past = three()
    const pulled = [
      { level: 'read', asked: 'docs/adrs/5' },
      { level: 'read', asked: 'docs/adrs/5', agent: 'claude' },
      { level: 'search', asked: 'search:shop' },
      { level: 'standard', asked: 'instructions' },
    ]
    for (const over of pulled)
      past.inject(makePacket([makeWholeSection('soul', 'one')], { agent: null, ...over }))
    expect([await findSeq(past, 'latest'), await findSeq(past, 'latest~1')]).toEqual([3, 2])
    past.inject(makePacket([makeWholeSection('soul', 'one')], { agent: null, level: 'search' }))
    past.inject(makePacket([makeWholeSection('soul', 'one')], { agent: 'claude', asked: 'turn (workflow)' }))
    expect([await findSeq(past, 'latest'), await findSeq(past, 'latest~1')]).toEqual([9, 8])
  })

  it('must be told apart by number when two have the same id', async () => {
    const past = makeMemoryLedger()
    const packet = makePacket([makeWholeSection('soul', 'one')])
    past.inject(packet)
    past.inject(packet)
    const { code, said } = await refused(findInjection(past, packet.receipt.injection_id))
    expect([code, said]).toEqual(['not-recorded', expect.stringContaining('@1, @2')])
  })

  it('comes with the outcome of its run', async () => {
    const past = makeMemoryLedger()
    past.inject(makePacket([makeWholeSection('soul', 'one')], { run_id: 'run-1' }))
    expect((await findInjection(past, 'latest')).outcome).toBeNull()
    const end = {
      run_id: 'run-1',
      status: 'success',
      changes: 'none',
      seconds: 3,
      exit_code: 0,
      after: null,
    } as const
    past.add('outcome', end)
    expect((await findInjection(past, 'latest')).outcome).toEqual(end)
  })

  it('is refused when its entry, its account or its text was changed', async () => {
    const past = three()
    const { body } = await findInjection(past, '@1')
    past.blobs.set(body.text!, 'something else')
    expect(await refused(readPacketText(past, body))).toMatchObject({ code: 'not-verified' })
    past.blobs.set(body.account, '{}')
    expect(await refused(findInjection(past, '@1'))).toMatchObject({ code: 'not-verified' })
    past.add('injection', { ...body, account: hash('[1]') })
    past.blobs.set(hash('[1]'), '[1]')
    expect(await refused(findInjection(past, 'latest'))).toMatchObject({ code: 'not-verified' })
    past.add('injection', { run_id: 4 } as unknown as typeof body)
    expect(await refused(findInjection(past, '@5'))).toMatchObject({ code: 'not-verified' })
  })
})

describe('replay', () => {
  it('gives the packet byte for byte, with its own id in it', async () => {
    const past = makeMemoryLedger()
    const packets = ['one', 'one'].map((text) => makePacket([makeWholeSection('soul', text)]))
    for (const packet of packets) past.inject(packet)
    expect(past.blobs.size).toBe(2)
    for (const { receipt, text } of packets) {
      expect(await replayInjection(past, receipt.injection_id)).toEqual({
        injection_id: receipt.injection_id,
        text,
        skipped: [],
      })
    }
  })

  it('gives a text that was kept as it is, where it could not be sealed', async () => {
    const past = makeMemoryLedger()
    const text = 'a text with \0id\0 in it'
    past.inject({ receipt: { ...makePacket([]).receipt, packet_digest: hash(text) }, text })
    expect((await replayInjection(past, 'latest')).text).toBe(text)
  })

  it('says why there is none: it was pruned, or refused', async () => {
    const past = three()
    const { body } = await findInjection(past, 'latest')
    past.blobs.delete(body.text!)
    expect(await refused(replayInjection(past, 'latest'))).toMatchObject({ code: 'pruned' })
    const { receipt } = makePacket([], { status: 'error', error: 'Too large.', packet_digest: null })
    past.inject({ receipt, text: null })
    const { code, said } = await refused(replayInjection(past, receipt.injection_id))
    expect([code, said]).toEqual(['not-recorded', expect.stringContaining('Too large.')])
  })

  it('passes over a refusal for the latest packet, and names it with its reason', async () => {
    const past = three()
    const refuse = (error: string) => {
      const { receipt } = makePacket([], { status: 'error', error, packet_digest: null })
      past.inject({ receipt, text: null })
      return { injection_id: receipt.injection_id, reason: error }
    }
    const [older, newer] = [refuse('Too large.'), refuse('Not found.')]
    expect(await replayInjection(past, 'latest')).toMatchObject({
      text: expect.stringContaining('three'),
      skipped: [newer, older],
    })
    expect(await replayInjection(past, 'latest~2')).toMatchObject({ text: expect.stringContaining('one') })
    expect(await diffInjections(past, 'latest~1', 'latest')).toMatchObject({
      before: { seq: 2 },
      after: { seq: 3 },
      skipped: [newer, older],
    })
    expect(await findSeq(past, 'latest')).toBe(5)
  })

  it('says of a ledger with refusals alone why the latest sent nothing', async () => {
    const past = makeMemoryLedger()
    const { receipt } = makePacket([], { status: 'error', error: 'Too large.', packet_digest: null })
    past.inject({ receipt, text: null })
    const { code, said } = await refused(replayInjection(past, 'latest'))
    expect([code, said]).toEqual(['not-recorded', expect.stringContaining('was refused: Too large.')])
    expect(said).toContain(`foreword show ${receipt.injection_id}`)
  })
})

describe('show', () => {
  it('tells what was recorded, and whether the text is still there', async () => {
    const past = three()
    const answer = await showInjection(past, '@2')
    expect(answer).toMatchObject({
      project: 'app',
      entry: { seq: 2, uid: 'u2' },
      text: 'kept',
      outcome: null,
    })
    expect(answer.account?.sections[0]?.id).toBe('soul')
    past.blobs.delete(answer.injection.text!)
    past.blobs.delete(answer.injection.account)
    expect(await showInjection(past, '@2')).toMatchObject({ text: 'pruned', account: null })
    past.inject({ receipt: makePacket([], { status: 'error' }).receipt, text: null })
    expect(await showInjection(past, 'latest')).toMatchObject({ text: 'none' })
  })
})

describe('log', () => {
  it('gives pages that follow one another, and no next one behind the last', async () => {
    const past = three()
    const first = await readLog(past, { limit: 2 })
    expect(first.injections.map(({ seq }) => seq)).toEqual([3, 2])
    const second = await readLog(past, { limit: 2, before: first.next! })
    expect([second.injections.map(({ seq }) => seq), second.next]).toEqual([[1], null])
    expect((await readLog(past, { limit: 3 })).next).toBeNull()
  })
})

describe('report', () => {
  it('asks the store for its tally and says what follows from it', async () => {
    const asked: unknown[] = []
    const runs = [{ agent: 'a', level: 'full', status: 'success' as const, runs: 12 }]
    const store = {
      async tally(...given: unknown[]) {
        asked.push(given)
        return { runs, unended: 2, interrupted: 0, checked: 0, sections: [] }
      },
    }
    const answer = await reportTally(store, { project: 'app', uid: 'app@1', since: '2026-01-01T00:00:00Z' })
    expect(answer).toMatchObject({ project: 'app', since: '2026-01-01T00:00:00Z', runs: 12 })
    expect(asked).toEqual([['app@1', '2026-01-01T00:00:00Z']])
  })
})

describe('diff', () => {
  const compare = async (...packets: ReturnType<typeof makePacket>[]) => {
    const past = makeMemoryLedger()
    for (const packet of packets) past.inject(packet)
    return diffInjections(past, '@1', '@2')
  }

  it('finds nothing between two injections of the same packet but their ids', async () => {
    const sections = [makeWholeSection('soul', 'one\ntwo'), makeWholeSection('journal', 'three')]
    const answer = await compare(makePacket(sections), makePacket(sections))
    expect(answer.sections.map(({ section, change }) => [section, change])).toEqual([
      ['soul', 'same'],
      ['journal', 'same'],
    ])
    expect([answer.frame, answer.before.seq, answer.after.seq]).toEqual([[], 1, 2])
  })

  it.each(['xml+markdown', 'markdown', 'json'])(
    'tells what was added, removed, changed and moved, in %s, in the order of the later packet',
    async (format) => {
      const before = ['a', 'b', 'c', 'gone'].map((id) => makeWholeSection(id, `text of ${id}\nsecond`))
      const after = [
        makeWholeSection('new', 'fresh'),
        makeWholeSection('c', 'text of c\nsecond'),
        makeWholeSection('a', 'text of a\nsecond'),
        makeWholeSection('b', 'text of b\nother'),
      ]
      const left_out = [
        {
          id: 'gone',
          reason: 'over-budget',
          why: 'over budget',
          source: 'docs/gone.md',
          sources: [],
          looked: [],
          size: 9,
        },
      ]
      const answer = await compare(
        makePacket(before, {}, { format }),
        makePacket(after, { left_out }, { format }),
      )
      expect(answer.sections.map(({ section, change, why }) => [section, change, why])).toEqual([
        ['new', 'added', null],
        ['c', 'moved', null],
        ['a', 'same', null],
        ['b', 'changed', null],
        ['gone', 'removed', 'over budget'],
      ])
      const hunks = answer.sections.map(({ hunks }) =>
        hunks.flatMap(({ lines }) => lines.map(({ op, text }) => op + text)),
      )
      expect(hunks).toEqual([
        ['+fresh'],
        [],
        [],
        [' text of b', '-second', '+other'],
        ['-text of gone', '-second'],
      ])
      expect(answer.sections[0]).toMatchObject({ size: { before: null, after: 5 }, sources: { before: [] } })
    },
  )

  it('shows a change of the frame apart from the sections', async () => {
    const sections = [makeWholeSection('soul', 'one')]
    const answer = await compare(makePacket(sections), makePacket(sections, {}, { tag: 'other' }))
    expect(answer.sections[0]?.change).toBe('same')
    expect(
      answer.frame
        .flatMap(({ lines }) => lines.filter(({ op }) => op !== ' '))
        .map(({ op, text }) => op + text),
    ).toEqual([
      '-<context injection_id="{injection_id}">',
      '+<other injection_id="{injection_id}">',
      '-</context>',
      '+</other>',
    ])
  })
})
