import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Relevance, RelevanceInput, RelevanceResult } from '../../../ports/index.ts'
import { readRelevance } from './read-relevance.ts'

const order: RelevanceInput = {
  ...{ root: '/', around: [], task: null, candidates: [], budget: 100, rules: '' },
  read: () => null,
  stamp: () => null,
  redact: (text) => text,
  count: (text) => text.length,
  formatAddress: (path) => `foreword://docs/${path}`,
}
const readFor = (answer: RelevanceResult) => {
  const relevance: Pick<Relevance, 'find'> = { find: async () => answer }
  return readRelevance(
    relevance,
    order,
    'foreword://context/relevance',
    (content) => `sha256:${hash('sha256', content)}`,
  )
}
const chosen = (path: string, modifiedAt: string) => ({
  ...{ path, title: `Title of ${path}`, score: 1, modifiedAt },
  reasons: ['linked from x.md', 'shares: tier'],
  lines: [3, 4] as const,
  excerpt: 'one ü\ntwo ``` three',
})

it('M-33 an answer is a document of its own, as new as the newest that was chosen', async () => {
  const found = await readFor({
    chosen: [chosen('a.md', '2026-01-02T00:00:00Z'), chosen('b.md', '2026-01-01T00:00:00.000Z')],
    left: 3,
  })
  expect(found.text.split('\n\n## ')[0]).toBe(
    [
      ...['## Title of a.md', '', 'foreword://docs/a.md (a.md, lines 3 to 4)'],
      ...['Why: linked from x.md; shares: tier.', '', '````markdown', 'one ü', 'two ``` three', '````'],
    ].join('\n'),
  )
  expect(found.text).toMatch(/3 more documents are linked or similar; there was no room\.$/)
  expect(found).toMatchObject({
    ...{ state: 'found', uri: 'foreword://context/relevance', path: 'foreword://context/relevance' },
    digest: `sha256:${hash('sha256', found.text)}`,
    bytes: Buffer.byteLength(found.text),
    modifiedAt: '2026-01-02T00:00:00Z',
  })
})

it('M-33 nothing is an empty document, as old as time', async () => {
  expect(await readFor({ chosen: [], left: 0 })).toMatchObject({
    text: '',
    bytes: 0,
    modifiedAt: '1970-01-01T00:00:00Z',
  })
})
