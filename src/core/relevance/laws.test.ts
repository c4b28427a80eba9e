import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeActiveWork } from './active-work.ts'
import { fillBudget } from './fill-budget.ts'
import { fuseEvidence, type RelevanceEvidence } from './fuse-evidence.ts'
import { renderRelevance } from './relevance-result.ts'
import { scanDocument } from './scan-document.ts'

const paths = Array.from({ length: 12 }, (_, i) => `docs/${String.fromCharCode(97 + i)}.md`)
const hit = fc.record({
  path: fc.constantFrom(...paths),
  score: fc.constantFrom(0.5, 1, 1, 2, 3),
  reasons: fc.constant(['linked from docs/x.md']),
})
const hits = fc.uniqueArray(hit, { selector: ({ path }) => path })
const evidence = fc.record({
  links: hits,
  steps: hits,
  terms: hits.map((list) => list.map((hit) => ({ ...hit, reasons: [] }))),
  changes: hits,
})
const line = fc.constantFrom(
  ...[
    '# ADR 0005: One',
    '## Part',
    'about the budget of a tier',
    '',
    '',
    'see [x](x.md)',
    '```',
    '~~~~',
    '````js',
  ],
  ...['x'.repeat(300), 'manifest', '---', '漢字 😀', 'docs/x.md is linked from RFC 16'],
)
const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))
const sought = {
  terms: [
    { term: 'budget', weight: 3 },
    { term: 'manifest', weight: 2 },
  ],
  keys: new Set(['path:docs/x.md', 'path:x.md']),
}
const counts = {
  characters: (counted: string) => counted.length,
  quarters: (counted: string) => Math.ceil(counted.length / 4),
  lines: (counted: string) => (counted === '' ? 0 : counted.split('\n').length),
  words: (counted: string) => counted.split(/\s+/).filter((word) => word !== '').length,
}
const filled = fc.record({
  evidence,
  texts: fc.array(text, { minLength: paths.length, maxLength: paths.length }),
  budget: fc.integer({ min: 0, max: 3000 }),
  count: fc.constantFrom(...Object.values(counts)),
})
const fillFrom = ({
  evidence: found,
  texts,
  budget,
  count,
}: typeof filled extends fc.Arbitrary<infer T> ? T : never) => {
  const document = (path: string) => ({
    text: texts[paths.indexOf(path)]!,
    modifiedAt: '2026-01-01T00:00:00Z',
  })
  const addressOf = (path: string) => `foreword://${path}`
  const answer = fillBudget(fuseEvidence(found), { query: sought, budget, count, addressOf, document })
  return { answer, rendered: renderRelevance(answer, addressOf), document }
}

describe('M-82 laws of relevance', () => {
  it('ranks the same whatever order the evidence comes in', () => {
    const shuffled = (found: RelevanceEvidence): RelevanceEvidence => ({
      links: found.links.toReversed(),
      steps: found.steps.toReversed(),
      terms: found.terms.toSorted((a, b) => a.score - b.score),
      changes: found.changes.toReversed(),
    })
    fc.assert(
      fc.property(evidence, (found) => {
        expect(fuseEvidence(shuffled(found))).toEqual(fuseEvidence(found))
      }),
    )
  })

  it('asks the same whatever order the active documents come in', () => {
    const documents = fc.uniqueArray(fc.record({ path: fc.constantFrom(...paths), text }), {
      selector: ({ path }) => path,
    })
    fc.assert(
      fc.property(documents, (around) => {
        expect(describeActiveWork(around.toReversed(), 'a task')).toEqual(
          describeActiveWork(around, 'a task'),
        )
      }),
    )
  })

  it('M-86 never exceeds the budget, in any unit', () => {
    fc.assert(
      fc.property(filled, (given) => {
        expect(given.count(fillFrom(given).rendered)).toBeLessThanOrEqual(given.budget)
      }),
      { numRuns: 500 },
    )
  })

  it('gives every document a reason, and counts those that it leaves out', () => {
    fc.assert(
      fc.property(filled, (given) => {
        const { answer } = fillFrom(given)
        for (const { reasons } of answer.chosen) {
          expect(reasons.length).toBeGreaterThan(0)
          for (const reason of reasons) expect(reason).not.toBe('')
        }
        expect(answer.chosen.length + answer.left).toBe(fuseEvidence(given.evidence).length)
      }),
    )
  })

  it('quotes whole lines where they stand, and no part of a fence', () => {
    fc.assert(
      fc.property(filled, (given) => {
        const { answer, document } = fillFrom(given)
        for (const { path, lines, excerpt } of answer.chosen) {
          const scanned = scanDocument(path, document(path).text)
          const [first, last] = [lines[0] - 1, lines[1] - 1]
          expect(excerpt).toBe(scanned.lines.slice(first, last + 1).join('\n'))
          for (const [start, end] of scanned.fences) {
            const written = scanned.lines.slice(start, end + 1).findLastIndex((line) => line.trim() !== '')
            const apart = last < start || first > end
            expect(apart || (first <= start && last >= start + written)).toBe(true)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keeps what is quoted inside of its fence', () => {
    fc.assert(
      fc.property(filled, (given) => {
        const { answer, rendered } = fillFrom(given)
        const headings = scanDocument('answer.md', rendered).headings.length
        expect(headings).toBe(answer.chosen.length)
      }),
      { numRuns: 300 },
    )
  })
})
