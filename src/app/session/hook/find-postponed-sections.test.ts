import { describe, expect, it } from 'vitest'
import { channelReason } from '../../../core/plan/index.ts'
import { leftOut, receiptFor, sectionOf } from '../../../core/receipt/receipt.fixture.ts'
import { buildSessionBaseline, computeSourcesDigest } from '../../record/index.ts'
import { findPostponedSections } from './find-postponed-sections.ts'

const cutBy = (why: 'channel' | 'cap' | 'delivery', before: number) => [{ by: 'head', why, before, after: 1 }]

/** The total of the receipt is 30, so a text of 120 characters has four for each unit. */
const text = 'x'.repeat(120)
const limit = { amount: 400, unit: 'utf-16', cutProtected: true } as const

function find(over: Parameters<typeof receiptFor>[0], promptLimit: typeof limit | null = limit) {
  const receipt = receiptFor(over)
  const baseline = buildSessionBaseline(receipt)
  return { receipt, baseline, ...findPostponedSections({ receipt, text, baseline }, promptLimit) }
}

describe('the sections that wait', () => {
  it('are those that the channel left out, and not those of a budget', () => {
    const { waiting } = find({
      leftOut: [leftOut({ id: 'a', why: channelReason }), leftOut({ id: 'b', why: 'over budget' })],
    })
    expect(waiting).toEqual(['a'])
  })

  it('are those that the channel cut and a prompt carries whole', () => {
    const sections = [
      sectionOf({ id: 'whole' }),
      sectionOf({ id: 'short', reductions: cutBy('channel', 100) }),
      sectionOf({ id: 'long', reductions: cutBy('channel', 101) }),
      sectionOf({ id: 'capped', reductions: cutBy('cap', 50) }),
      sectionOf({ id: 'declared', reductions: [...cutBy('delivery', 50), ...cutBy('channel', 50)] }),
    ]
    const { waiting, sections: known, baseline, receipt } = find({ sections })
    expect(waiting).toEqual(['short'])
    const others = (entry: { readonly section: string }) => entry.section !== 'short'
    expect(known.filter(others)).toEqual(baseline.filter(others))
    expect(known.find(({ section }) => section === 'short')).toMatchObject({
      form: 'declared',
      digest: computeSourcesDigest(receipt.sections[1]!),
    })
  })

  it('are none where the agent does not limit the output', () => {
    const { waiting, sections, baseline } = find({ leftOut: [leftOut({ why: channelReason })] }, null)
    expect([waiting, sections]).toEqual([[], baseline])
  })
})
