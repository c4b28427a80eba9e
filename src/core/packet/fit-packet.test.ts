import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assembleBundle } from './bundle-facts.fixture.ts'
import { finishSelection } from './finish-selection.ts'

const parts = [
  { tier: 'control', documents: 1, used: 1, refused: 0, unnamed: 0 },
  { tier: 'outside', documents: 9999, used: 9999, refused: 2, unnamed: 0 },
]
const room = (path: string) =>
  ({ section: 'notes', tier: 'outside', path, reason: 'room', why: 'no room' }) as const
const account = {
  parts,
  refused: [room('notes/y.md'), room('notes/z.md')],
  refusedCount: 2,
  asked: [{ by: 'somebody', selected: 9999 }],
}
const template = {
  files: { $each: '$documents', $as: { path: '$path', text: '$excerpt', ref: '$path' } },
  parts: '$partitions',
  warnings: '$warnings',
}
const notes = (count: number, size: (i: number) => number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `notes/${String(i).padStart(5, '0')}.md`,
      'word '.repeat(size(i)),
    ]),
  )
const bundleOf = (documents: Readonly<Record<string, string>>, budget: number, asBundle = true) =>
  assembleBundle({
    documents,
    budget,
    account,
    template,
    asBundle,
    told: { by: 'somebody' },
    parts: { control: 1, outside: 'rest' },
  })
const idsOf = ({ packet }: ReturnType<typeof assembleBundle>) => packet.sections.map(({ id }) => id)

describe('a bundle that is too large', () => {
  it.each([
    ['a bundle', true],
    ['a packet to be read', false],
  ])('C-12 C-48 takes few measurements, however many documents have to go: %s', (_, asBundle) => {
    for (const count of [40, 400, 4000]) {
      const made = bundleOf(
        notes(count, (i) => 10 + (i % 7) * 10),
        count * 100,
        asBundle,
      )
      expect(idsOf(made).length).toBeLessThan(count)
      expect(made.text.length).toBeLessThanOrEqual(count * 100)
      expect(made.measured).toBeLessThanOrEqual(40)
    }
  })

  it('C-30 C-46 says what is not there, counts what is, and fits with all that it says', () => {
    const made = bundleOf(
      notes(2000, () => 40),
      200_000,
    )
    const kept = made.packet.sections.filter(({ tier }) => tier === 'outside').length
    const [, outside] = made.json.parts
    expect(kept).toBeGreaterThan(0)
    expect(made.json.files).toHaveLength(kept + 1)
    expect(outside).toMatchObject({ used: kept, refused: 2000 - kept + 2 })
    expect(outside.refused_paths.length + outside.unnamed).toBe(outside.refused)
    expect(outside.refused_paths[0]).not.toBe('notes/y.md')
    expect(made.json.warnings).toEqual([
      `documents-left-out: ${2000 - kept} documents of outside had to be left out: the whole may take 200000 (chars), and does not hold more`,
    ])
    expect(finishSelection(made.packet)).toMatchObject({
      refusedCount: 2000 - kept + 2,
      asked: [{ by: 'somebody', selected: kept }],
    })
    expect(finishSelection(made.packet)?.refused[0]).toMatchObject({ reason: 'size', why: 'over budget' })
  })

  it('C-11 C-55 keeps the beginning of a document that is one line, to the letter', () => {
    const line = 'abc '.repeat(2000)
    const { json, text } = bundleOf({ 'notes/a.md': line }, 4000)
    const kept = json.files[1].text
    expect([kept.length > 1000, line.startsWith(kept), text.length <= 4000]).toEqual([true, true, true])
  })

  it('C-18 C-28 keeps what is reserved until nothing else is left, wherever it stands', () => {
    const documents = notes(3, () => 100)
    const swapped = (budget: number) =>
      assembleBundle({
        documents,
        budget,
        account,
        template,
        control: `{"a": "${'x'.repeat(500)}"}`,
        parts: { control: 'rest', outside: 3 },
      })
    const sizesAt = (budget: number) => swapped(budget).packet.sections.map(({ id, size }) => [id, size])
    const [state, ...others] = sizesAt(10_000)
    for (const budget of [2700, 2600, 2500, 2400, 2300, 2200]) {
      const [first, ...rest] = sizesAt(budget)
      if (first?.[0] === 'state') expect(rest).toEqual(others)
      else expect([first, ...rest].length).toBeLessThanOrEqual(others.length)
    }
    expect(sizesAt(2700)[0]?.[1]).toBeLessThan(Number(state?.[1]))
    expect(idsOf(swapped(2200))).not.toContain('state')
  })

  it('never exceeds its budget, and keeps at a larger one what it kept at a smaller one', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1500, max: 9000 }), fc.nat({ max: 500 }), (all, budget, more) => {
        const documents = notes(all.length, (i) => all[i]!)
        const [small, large] = [bundleOf(documents, budget), bundleOf(documents, budget + more)]
        expect(small.text.length).toBeLessThanOrEqual(budget)
        expect(idsOf(large)).toEqual(expect.arrayContaining(idsOf(small)))
        for (const section of small.packet.sections)
          expect(large.packet.sections.find(({ id }) => id === section.id)?.size).toBeGreaterThanOrEqual(
            section.size,
          )
        const fewer = small.packet.sections.length
        expect(idsOf(small)).toEqual(idsOf(bundleOf(documents, 1_000_000)).slice(0, fewer))
      }),
      { numRuns: 60 },
    )
  })
})
