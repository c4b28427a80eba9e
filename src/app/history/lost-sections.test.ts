import { describe, expect, it } from 'vitest'
import { receiptFor, sectionOf } from '../../core/receipt/receipt.fixture.ts'
import { findLostSections, type PacketDelivery } from './lost-sections.ts'

type State = PacketDelivery['sections'][number]['state']

/** Sections by name, each with its size, whether the channel cut it, and its delivery state. */
function came(
  seq: number,
  sections: Readonly<Record<string, readonly [number, boolean, State]>>,
): PacketDelivery {
  const all = Object.entries(sections)
  const held = all.map(([id, [size, isCut]]) => {
    const reductions = isCut ? [{ by: 'head', why: 'channel' as const, before: 1000, after: size }] : []
    return { ...sectionOf(), id, size, reductions }
  })
  return {
    seq,
    injection_id: `INJ-${seq}`,
    sections: all.map(([id, [, , state]]) => ({ id, state })),
    account: receiptFor({ sections: held }),
  }
}
const lost = (...packets: readonly PacketDelivery[]) =>
  findLostSections(packets).map(({ section }) => section)

const start = came(1, { a: [900, false, 'dropped'], b: [900, false, 'dropped'] })

describe('a section that was lost', () => {
  it('is found when it has arrived whole, or is on its way', () => {
    expect(lost(start)).toEqual(['a', 'b'])
    expect(lost(start, came(2, { a: [900, false, 'delivered'] }))).toEqual(['b'])
    expect(lost(start, came(2, { a: [900, false, null] }))).toEqual(['b'])
    expect(lost(start, came(2, { a: [400, false, 'delivered'] }))).toEqual(['b'])
  })

  it('is lost still where only a piece of it arrived beside another one', () => {
    const piece = came(2, { a: [900, false, 'delivered'], b: [130, true, 'delivered'] })
    expect(lost(start, piece)).toEqual(['b'])
    expect(lost(start, piece, came(3, { b: [900, false, 'delivered'] }))).toEqual([])
  })

  it('is found where it was cut as much as when it was sent first', () => {
    const first = came(1, { a: [900, false, 'delivered'], b: [130, true, 'dropped'] })
    const again = came(2, { a: [900, false, 'delivered'], b: [130, true, 'delivered'] })
    expect(lost(first, again)).toEqual([])
  })

  it('is left alone when it stood alone and was too long, and after three times', () => {
    expect(lost(start, came(2, { b: [400, true, 'delivered'] }))).toEqual(['a'])
    const piece = (seq: number) => came(seq, { a: [900, false, 'delivered'], b: [130, true, 'delivered'] })
    expect(lost(start, piece(2), piece(3))).toEqual([])
  })
})
