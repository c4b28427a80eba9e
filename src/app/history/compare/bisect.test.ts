import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitPacketText } from '../../../core/history/index.ts'
import {
  type MemoryLedger,
  makeMemoryLedger,
  makePacket,
  makeWholeSection,
  type Sent,
} from '../past.fixture.ts'
import { bisectInjections } from './bisect.ts'
import { listSectionChanges } from './section-changes.ts'
import { spliceChanges } from './splice.ts'

const sections = (...texts: string[]) => texts.map((text, i) => makeWholeSection(`s${i}`, text))

/** A command that fails depending on its input, and records that input. */
function searching(past: MemoryLedger, fails: (text: string) => boolean | number | null) {
  const seen: string[] = []
  const said: string[] = []
  return {
    seen,
    said,
    run: (good = '@1', bad = 'latest') =>
      bisectInjections(past, {
        good,
        bad,
        command: ['test', 'it'],
        async test(text) {
          seen.push(text)
          const answer = fails(text)
          return typeof answer === 'boolean' ? Number(answer) : answer
        },
        tell: ({ what }) => said.push(what),
      }),
  }
}

function recorded(...packets: Sent[]): MemoryLedger {
  const past = makeMemoryLedger()
  for (const packet of packets) past.inject(packet)
  return past
}

const refusal = (doing: Promise<unknown>) =>
  doing.then(
    () => null,
    ({ code, message }) => [code, message],
  )

describe('bisect', () => {
  it('finds the first packet with which a command fails, and the section that makes it', async () => {
    const history = Array.from({ length: 20 }, (_, i) =>
      makePacket(sections(`a ${i}`, i < 13 ? 'fine' : 'broken', `c ${i}`)),
    )
    const search = searching(recorded(...history), (text) => text.includes('broken'))
    const answer = await search.run()
    expect(answer.first_bad.seq).toBe(14)
    expect(answer.culprit).toMatchObject({ section: 's1', change: 'changed' })
    expect(answer.culprit!.hunks[0]!.lines.map(({ op, text }) => op + text)).toEqual(['-fine', '+broken'])
    expect(answer.note).toBeNull()
    expect(new Set(search.seen).size).toBe(search.seen.length)
    expect(answer.tries.length).toBe(search.seen.length)
    expect(search.said).toEqual(answer.tries.map(({ what }) => what))
    expect(search.seen.length).toBeLessThan(12)
  })

  it('goes back in time when the good one is the later', async () => {
    const history = Array.from({ length: 9 }, (_, i) => makePacket(sections(i < 4 ? `old ${i}` : `new ${i}`)))
    const { first_bad } = await searching(recorded(...history), (text) => text.includes('old')).run(
      'latest',
      '@1',
    )
    expect(first_bad.seq).toBe(4)
  })

  it('passes over other levels, other manifests, what was refused, what was pruned, and repetitions', async () => {
    const past = recorded(makePacket(sections('fine')))
    past.inject(makePacket(sections('broken'), { level: 'other' }))
    past.inject(makePacket(sections('broken'), { manifest: 'other' }))
    past.inject({ receipt: makePacket([], { status: 'error', packet_digest: null }).receipt, text: null })
    past.add('event', { name: 'repaired', lost: [], lost_blobs: [] })
    const pruned = makePacket(sections('broken, pruned'))
    past.inject(pruned)
    for (const [digest, content] of past.blobs)
      if (content.includes('broken, pruned')) past.blobs.delete(digest)
    past.inject(makePacket(sections('fine')))
    past.inject(makePacket(sections('broken')))
    past.inject(makePacket(sections('broken')))
    const search = searching(past, (text) => text.includes('broken'))
    expect((await search.run()).first_bad.seq).toBe(8)
    expect(search.seen).toHaveLength(3)
  })

  it('names a section that was added, removed or moved', async () => {
    const culprit = async (before: string[], after: string[], fails: (text: string) => boolean) => {
      const packet = (ids: string[]) => makePacket(ids.map((id) => makeWholeSection(id, `text ${id}`)))
      const { culprit } = await searching(recorded(packet(before), packet(after)), fails).run()
      return [culprit?.section, culprit?.change]
    }
    expect(await culprit(['a', 'b'], ['x', 'a', 'b', 'c'], (text) => text.includes('text c'))).toEqual([
      'c',
      'added',
    ])
    expect(await culprit(['a', 'b', 'c'], ['n', 'c'], (text) => !text.includes('text b'))).toEqual([
      'b',
      'removed',
    ])
    const order = (text: string) => text.indexOf('text c') < text.indexOf('text a')
    expect(await culprit(['a', 'b', 'c'], ['c', 'a', 'b'], order)).toEqual(['c', 'moved'])
  })

  it('names no section when it takes several together, or only the frame', async () => {
    const both = recorded(makePacket(sections('a', 'b', 'c')), makePacket(sections('A', 'B', 'C')))
    const together = await searching(both, (text) => /A\n[\s\S]*B\n/.test(text)).run()
    expect([together.culprit, together.note]).toEqual([
      null,
      expect.stringContaining('s1 alone passes, but fails after s0'),
    ])
    const framed = recorded(makePacket(sections('a')), makePacket(sections('b'), {}, { tag: 'other' }))
    const frame = await searching(framed, (text) => text.includes('</other>')).run()
    expect([frame.culprit, frame.note]).toEqual([
      null,
      expect.stringContaining('only the text around the sections'),
    ])
    const formats = recorded(makePacket(sections('a')), makePacket(sections('b'), {}, { format: 'json' }))
    const laidOut = await searching(formats, (text) => text.startsWith('{')).run()
    expect([laidOut.culprit, laidOut.note]).toEqual([null, expect.stringContaining('laid out differently')])
  })

  it('refuses ends that are not good and bad, and a command that does not answer', async () => {
    const past = recorded(makePacket(sections('a')), makePacket(sections('b')))
    expect(await refusal(searching(past, () => 3).run())).toEqual([
      'usage',
      expect.stringMatching(/good.*exit code 3/),
    ])
    expect(await refusal(searching(past, () => 0).run())).toEqual([
      'usage',
      expect.stringMatching(/bad.*passes/),
    ])
    expect(await refusal(searching(past, () => 125).run())).toEqual(['usage', expect.stringContaining('125')])
    expect(await refusal(searching(past, () => null).run())).toEqual([
      'usage',
      expect.stringContaining('test it'),
    ])
    expect(await refusal(searching(past, () => 0).run('@1', '@1'))).toEqual([
      'usage',
      expect.stringContaining('same packet'),
    ])
  })
})

describe('splicing', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 })
  const packet = fc
    .tuple(ids, fc.array(fc.constantFrom('one', 'two\nlines', 'three'), { minLength: 6, maxLength: 6 }))
    .map(([names, texts]) => names.map((id, i) => makeWholeSection(id, `${id} ${texts[i]}`)))

  it.each(['xml+markdown', 'markdown', 'json'])(
    'leads with all changes from any packet to any other, in %s',
    (format) => {
      const side = (written: ReturnType<typeof makeWholeSection>[]) => {
        const { receipt, text } = makePacket(written, { injection_id: 'INJ-1' }, { format })
        return {
          injectionId: 'INJ-1',
          account: receipt,
          text: text!,
          parts: splitPacketText(text!, receipt.map, receipt.sections),
        }
      }
      fc.assert(
        fc.property(packet, packet, (before, after) => {
          const [was, is] = [side(before), side(after)]
          const changes = listSectionChanges(was, is).filter(({ change }) => change !== 'same')
          expect(spliceChanges(was.parts, is.parts, changes)).toBe(is.text)
          expect(spliceChanges(was.parts, is.parts, [])).toBe(was.text)
        }),
      )
    },
  )
})
