import { describe, expect, it } from 'vitest'
import { agents } from '../../agents/index.ts'
import { type Parcel, parseDeliveryBody } from '../../core/receipt/index.ts'
import type { Transcript, Transcripts } from '../../ports/index.ts'
import { readDelivery } from '../history/deliveries.ts'
import {
  type MemoryLedger,
  makeMemoryLedger,
  makePacket,
  makeWholeSection,
  type Sent,
} from '../history/past.fixture.ts'
import { showInjection } from '../history/show-injection.ts'
import { findLastSent, summarizeContext } from '../history/summarize-context.ts'
import { splitPacket } from './hook/split-packet.ts'
import { type RecordDeliveryInput, recordDelivery } from './record-delivery.ts'

const [claude, opencode, aider] = ['claude', 'opencode', 'aider'].map(
  (id) => agents.find((agent) => agent.id === id)!,
)
const after = '2026-01-03T18:31:00.000Z'

function lines(what: string, count: number): string {
  return Array.from({ length: count }, (_, i) => `${what} line ${i + 1}, number ${(i * 7919) % 1000}`).join(
    '\n',
  )
}

function packet(session = 's1', over: object = {}): Sent {
  const sections = [
    makeWholeSection('task', lines('task', 5)),
    makeWholeSection('roadmap', lines('roadmap', 40)),
  ]
  return makePacket(sections, { session_id: session, agent: 'claude', ...over })
}

/** A session of Claude Code whose transcript shows these texts. */
function world(texts: readonly string[], over: Partial<Transcript> = {}) {
  const past = makeMemoryLedger()
  const transcript: Transcript = {
    texts: texts.map((text) => ({ at: after, role: 'system', era: 0, text, live: true })),
    compactions: 0,
    model: 'claude-opus-5-5',
    answered: after,
    complete: true,
    restarted: null,
    ...over,
  }
  const parcels: Parcel[] = []
  const record = async (some: readonly Parcel[]) => {
    for (const { draft } of some) past.add(draft.kind, JSON.parse(draft.body))
    parcels.push(...some)
    return { kept: 'store' as const, troubles: [] }
  }
  const note = (
    order: Partial<RecordDeliveryInput> = {},
    transcripts: Pick<Transcripts, 'read' | 'take'> = { read: () => transcript, take: () => transcript },
  ) => {
    const engine = {
      ids: { random: () => 'x'.repeat(16) },
      systemTime: () => Date.parse(after),
    }
    const asked = { agent: claude!, session: 's1', transcriptPath: '/home/dev/s1.jsonl', ...order }
    return recordDelivery({ past, recorder: { record }, transcripts, engine }, asked)
  }
  return { past, parcels, note }
}

const unreadable: Pick<Transcripts, 'read' | 'take'> = {
  read: () => 'it is gone',
  take: () => expect.unreachable(),
}

const idOf = (sent: Sent) => sent.receipt.injection_id
const states = (sections: readonly { state: string }[]) => sections.map(({ state }) => state)

async function lastDelivery(past: MemoryLedger) {
  const last = await findLastSent(past)
  return readDelivery(past, { seq: last!.stored.entry.seq, injectionId: last!.body.injection_id })
}

describe('the delivery of a packet', () => {
  it('is recorded once, with ranges and without a word of the record', async () => {
    const sent = packet()
    const secret = 'what the user said in confidence'
    const { past, parcels, note } = world([`${sent.text} ${secret}`])
    past.inject(sent)
    const first = await note()
    expect(first).toMatchObject({ lost: [], pending: 0, model: 'claude-opus-5-5', why: null })
    expect(states(first.judged[0]!.sections)).toEqual(['delivered', 'delivered'])
    expect(parseDeliveryBody(parcels[0]!.draft)).toMatchObject({ injection_id: idOf(sent), why: null })
    expect(JSON.stringify(parcels)).not.toMatch(/confidence|roadmap line/)
    expect(await note()).toMatchObject({ judged: [] })
    expect(parcels).toHaveLength(1)
  })

  it('tells what was lost, to be sent again', async () => {
    const sent = packet()
    const { past, note } = world([`${sent.text!.slice(0, 700)}\n...\n</persisted-output>`])
    past.inject(sent)
    expect((await note()).lost).toEqual([
      { injection_id: idOf(sent), section: 'roadmap', state: 'truncated' },
    ])
  })

  it('is told of each of several values, as the hook makes them', async () => {
    const cap = claude!.hooks!.outputLimit
    const sentOf = (length: number) =>
      makePacket(
        [
          makeWholeSection('one', lines('one', 220)),
          makeWholeSection('two', lines('two', length)),
          makeWholeSection('three', 'Third.'),
        ],
        { session_id: 's1', agent: 'claude' },
      )
    const [fits, large] = [sentOf(500), sentOf(800)]
    const values = splitPacket(fits.text!, cap, 2)
    const cut = splitPacket(large.text!, cap, 2)
    expect([values.length, cut.length]).toEqual([2, 2])
    for (const [sent, texts, expected] of [
      [fits, values, ['delivered', 'delivered', 'delivered']],
      [fits, values.slice(0, 1), ['delivered', 'truncated', 'dropped']],
      [fits, values.slice(1), ['dropped', 'truncated', 'delivered']],
      [large, cut, ['delivered', 'truncated', 'dropped']],
    ] as const) {
      const { past, note } = world(texts)
      past.inject(sent)
      expect(states((await note()).judged[0]!.sections)).toEqual(expected)
    }
  })

  it('does not call lost what arrived with a later packet', async () => {
    const [first, second] = [packet(), packet()]
    const { past, note } = world([second.text!])
    past.inject(first)
    past.inject(second)
    const { judged, lost } = await note()
    expect(judged.map(({ sections }) => states(sections))).toEqual([
      ['dropped', 'dropped'],
      ['delivered', 'delivered'],
    ])
    expect(lost).toEqual([])
  })

  it('does not call gone what stands beside a part that was sent again', async () => {
    const sent = packet()
    const again = makePacket([makeWholeSection('roadmap', lines('roadmap', 40))], {
      session_id: 's1',
      agent: 'claude',
    })
    const cut = sent.text!.slice(0, 700)
    const { past, note } = world([cut])
    past.inject(sent)
    expect((await note()).lost.map(({ section }) => section)).toEqual(['roadmap'])
    past.inject(again)
    const resentAt = (await past.store.log(past.uid, { session: 's1', limit: 1 }))[0]!.at
    const before = new Date(Date.parse(resentAt) - 1).toISOString()
    const text = (at: string, text: string) => ({ at, role: 'system', era: 0, text, live: true })
    const both = { texts: [text(before, cut), text(after, again.text!)], restarted: after }
    const transcript = { ...both, compactions: 0, model: 'm', answered: after, complete: true }
    const { judged, lost } = await note({}, { read: () => transcript, take: () => transcript })
    expect(judged.map(({ sections }) => states(sections))).toEqual([['delivered']])
    expect(lost).toEqual([])
  })

  it('waits until the model has answered, or the session has ended', async () => {
    const { past, note } = world([], { answered: null, model: null })
    past.inject(packet())
    expect(await note()).toMatchObject({ judged: [], pending: 1 })
    const { judged, pending } = await note({ ended: true })
    expect(pending).toBe(0)
    expect(states(judged[0]!.sections)).toEqual(['unknown', 'unknown'])
    expect(await lastDelivery(past)).toMatchObject({ why: 'its transcript holds no answer of the model' })
  })

  it('says that there is more of a transcript than was read', async () => {
    const { past, note } = world([], { answered: null, model: null, complete: false })
    past.inject(packet())
    await note({ ended: true })
    expect(await lastDelivery(past)).toMatchObject({
      why: 'its transcript is too long to read from the beginning',
    })
  })

  it('waits for the answer, to say whose it was; what was cut is told before', async () => {
    const sent = packet()
    const early = world([sent.text!], { answered: null, model: null })
    early.past.inject(sent)
    expect(await early.note()).toMatchObject({ judged: [], pending: 1, lost: [] })
    const { judged } = await early.note({ ended: true })
    expect(states(judged[0]!.sections)).toEqual(['unknown', 'unknown'])
    const cut = world([sent.text!.slice(0, 700)], { answered: '2026-01-01T00:00:00.000Z' })
    cut.past.inject(sent)
    expect((await cut.note()).lost).toMatchObject([{ section: 'roadmap', state: 'truncated' }])
    expect(await lastDelivery(cut.past)).toMatchObject({ model: null })
  })

  it('is still lost when that was found out earlier, until it is on its way again', async () => {
    const { past, note } = world([])
    past.inject(packet())
    await note({ ended: true })
    expect(await note()).toMatchObject({ judged: [], lost: [{ section: 'task' }, { section: 'roadmap' }] })
    past.inject(
      makePacket([makeWholeSection('task', lines('task', 5))], { session_id: 's1', agent: 'claude' }),
    )
    expect((await note({}, unreadable)).lost).toMatchObject([{ section: 'roadmap' }])
  })

  it('is not sent for ever to a channel that loses it each time', async () => {
    const { past, note } = world([])
    const counts: number[] = []
    for (let i = 0; i < 4; i += 1) {
      past.inject(packet())
      counts.push((await note()).lost.length)
    }
    expect(counts).toEqual([2, 2, 0, 0])
  })

  it('is unknown of what a subagent got, and nothing that the session has lost', async () => {
    const { past, parcels, note } = world([])
    past.inject(packet('s1', { asked: 'subagent-start' }))
    const { judged, lost, pending } = await note()
    expect(states(judged[0]!.sections)).toEqual(['unknown', 'unknown'])
    expect({ lost, pending }).toEqual({ lost: [], pending: 0 })
    expect(parseDeliveryBody(parcels[0]!.draft)?.why).toMatch(/subagent/)
  })

  it('is not said of other sessions, of what was refused, nor of what was read by address', async () => {
    const { past, note } = world([])
    past.inject(packet('s2'))
    past.inject({ ...packet('s1', { status: 'error', packet_digest: null }), text: null })
    past.inject(packet('s1', { level: 'read', asked: 'app://docs/adrs/0001' }))
    expect(await note()).toMatchObject({ judged: [], pending: 0 })
  })

  it('is unknown for an agent whose transcript does not show it', async () => {
    const { past, note } = world([])
    past.inject(packet())
    const { judged, lost } = await note({ agent: aider! })
    expect(states(judged[0]!.sections)).toEqual(['unknown', 'unknown'])
    expect(lost).toEqual([])
    expect((await lastDelivery(past))?.why).toMatch(/keeps no transcript/)
  })

  it('is taken from what was handed over where the agent keeps no transcript, and from nothing else', async () => {
    const sent = packet()
    const { past, note } = world([sent.text!])
    past.inject(sent)
    const order = { agent: opencode!, transcriptPath: null }
    expect(await note({ ...order, transcriptPath: '/home/dev/s1.jsonl' })).toMatchObject({ pending: 1 })
    const { judged, model } = await note({ ...order, record: '{}' })
    expect(states(judged[0]!.sections)).toEqual(['delivered', 'delivered'])
    expect(model).toBe('claude-opus-5-5')
  })

  it('is unknown at the end of a session of which nothing was handed over', async () => {
    const { past, note } = world([])
    past.inject(packet())
    const { judged } = await note({ agent: opencode!, transcriptPath: null, ended: true })
    expect(states(judged[0]!.sections)).toEqual(['unknown', 'unknown'])
    expect((await lastDelivery(past))?.why).toBe('opencode did not report what its model got')
  })

  it('stays open where the transcript cannot be read now', async () => {
    const { past, parcels, note } = world([])
    past.inject(packet())
    expect(await note({}, unreadable)).toMatchObject({ pending: 1, why: 'it is gone' })
    expect(await note({ transcriptPath: null })).toMatchObject({ pending: 1 })
    expect(parcels).toEqual([])
  })

  it('keeps no name of a model that is none', async () => {
    const sent = packet()
    const { past, parcels, note } = world([sent.text!], { model: 'a sentence of the user' })
    past.inject(sent)
    expect((await note()).model).toBeNull()
    expect(JSON.stringify(parcels)).not.toContain('sentence')
  })

  it('is part of what context and show tell', async () => {
    const sent = packet()
    const { past, note } = world([sent.text!])
    past.inject(sent)
    expect((await showInjection(past, idOf(sent))).delivery).toBeNull()
    await note()
    const shown = await showInjection(past, idOf(sent))
    expect(shown.delivery).toMatchObject({ agent: 'claude', model: 'claude-opus-5-5', why: null })
    const last = await findLastSent(past)
    const context = summarizeContext('app', {
      last,
      delivery: await lastDelivery(past),
      refused: null,
      waiting: 0,
    })
    expect(states(context.delivery!.sections)).toEqual(['delivered', 'delivered'])
  })
})
