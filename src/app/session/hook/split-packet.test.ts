import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutputLimit } from '../../../agents/index.ts'
import { computeChannelLimit, fitsOutputParts, listPossiblePieces, splitPacket } from './split-packet.ts'

const sizeIn = (text: string, { unit }: OutputLimit) =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length
const cap = (amount: number, unit: OutputLimit['unit'] = 'utf-16'): OutputLimit => ({
  amount,
  unit,
  beyond: 'head',
})
const caps = fc
  .record({ amount: fc.integer({ min: 200, max: 600 }), unit: fc.constantFrom('utf-16', 'bytes') })
  .map(({ amount, unit }) => cap(amount, unit as OutputLimit['unit']))
const lines = fc.array(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 120 }), fc.constant('## HEADING')), {
  maxLength: 40,
})

describe('the values of an event', () => {
  it('are one where there is no cap, or the packet fits', () => {
    expect(splitPacket('x'.repeat(50_000), null, 1)).toEqual(['x'.repeat(50_000)])
    expect(splitPacket('short\n', cap(10_000), 3)).toEqual(['short\n'])
  })

  it('begin with sections where that is possible', () => {
    const text = `${'a'.repeat(150)}\n\n## TWO\n\n${'b'.repeat(150)}\n\n## THREE\n\n${'c'.repeat(100)}\n`
    const firstLines = splitPacket(text, cap(330), 3).map((part) => part.split('\n')[1]!.slice(0, 8))
    expect(firstLines).toEqual(['aaaaaaaa', '## TWO', '## THREE'])
  })

  it('never exceed what the agent lets through, in its own unit', () => {
    fc.assert(
      fc.property(lines, caps, fc.integer({ min: 1, max: 4 }), (all, limit, parts) => {
        const values = splitPacket(all.join('\n'), limit, parts)
        expect(values.length).toBeLessThanOrEqual(parts)
        for (const value of values) expect(sizeIn(value, limit)).toBeLessThanOrEqual(limit.amount)
      }),
    )
  })

  it('are together the packet, each numbered, unless it is cut with a mark', () => {
    fc.assert(
      fc.property(lines, caps, fc.integer({ min: 1, max: 4 }), (all, limit, parts) => {
        const text = all.join('\n')
        const together = splitPacket(text, limit, parts)
          .map((value) => value.replace(/^\[part \d\]\n/, ''))
          .join('')
        expect(fitsOutputParts(text, limit, parts)).toBe(together === text)
        if (together === text) return
        expect(together).toContain('[cut: the channel carries no more]')
        expect(text.startsWith(together.slice(0, together.lastIndexOf('\n[cut:')))).toBe(true)
      }),
    )
  })

  it('hold all of a packet that was planned to them, whatever its lines and sections are', () => {
    const sizes = fc.constantFrom<OutputLimit['unit']>('utf-16', 'bytes')
    fc.assert(
      fc.property(lines, sizes, fc.integer({ min: 1, max: 4 }), fc.boolean(), (all, unit, parts, wrapped) => {
        const limit = cap(2_000, unit)
        const room = computeChannelLimit(limit, parts)!.amount
        const text = wrapped ? `<context>\n${all.join('\n')}\n</context>\n` : all.join('\n')
        if (sizeIn(text, limit) > room) return
        expect(splitPacket(text, limit, parts).join('')).not.toContain('[cut:')
      }),
    )
  })

  it('are split within sections where whole ones would need too many values', () => {
    const section = (i: number) => `## S${i}\n\n${`line ${i} of it\n`.repeat(460)}\n`
    const text = [1, 2, 3, 4].map(section).join('')
    const values = splitPacket(text, cap(10_000), 3)
    expect(text.length).toBeLessThanOrEqual(computeChannelLimit(cap(10_000), 3)!.amount)
    expect(values).toHaveLength(3)
    expect(values.map((value) => value.replace(/^\[part \d\]\n/, '')).join('')).toBe(text)
    expect(listPossiblePieces(text, cap(10_000))[1]?.join('')).toBe(text)
  })

  it('stand alone in a wrapper of their own, because an agent may put them in any order', () => {
    const text = `<context a="1">\n\n## ONE\n\n${'a'.repeat(200)}\n\n## TWO\n\n${'b'.repeat(200)}\n\n</context>\n`
    const values = splitPacket(text, cap(500), 3)
    expect(values).toHaveLength(2)
    expect(values[0]).toMatch(/^<context a="1" part="1">\n[\s\S]*\n<\/context>\n$/)
    expect(values[1]).toMatch(/^<context a="1" part="2">\n## TWO[\s\S]*\n<\/context>\n$/)
  })

  it('leave room for what is lost where sections are kept whole', () => {
    expect(computeChannelLimit(null, 3)).toBeNull()
    expect(computeChannelLimit(cap(10_000), 1)).toEqual({ amount: 9_900, unit: 'utf-16', cutProtected: true })
    expect(computeChannelLimit(cap(10_000), 3)!.amount).toBeLessThan(29_700)
  })

  it('use almost the whole channel', () => {
    expect(computeChannelLimit(cap(10_000), 3)!.amount).toBeGreaterThan(28_000)
  })

  it('leave what is protected as it is, until it is known that several of them do not carry it', () => {
    expect(computeChannelLimit(cap(10_000), 3)!.cutProtected).toBe(false)
    const text = `${'a'.repeat(99)}\n`.repeat(290)
    expect(text.length).toBeGreaterThan(computeChannelLimit(cap(10_000), 3)!.amount)
    expect([fitsOutputParts(text, cap(10_000), 3), fitsOutputParts(text, cap(10_000), 2)]).toEqual([
      true,
      false,
    ])
  })
})
