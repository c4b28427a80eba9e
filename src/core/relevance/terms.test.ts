import { describe, expect, it } from 'vitest'
import { analysisVersion, extractTerms, selectTerms } from './terms.ts'

describe('terms', () => {
  it.each([
    ['Budgets and policies', ['budget', 'and', 'policy']],
    ['contextManifest', ['context', 'manifest', 'contextmanifest']],
    ['max_tokens', ['max', 'token', 'maxtoken']],
    ['XMLHttpRequest', ['xml', 'http', 'request', 'xmlhttprequest']],
    ['status, analysis, class', ['status', 'analysis', 'class']],
    ['2026 0005 a 7', []],
    ['sha256 o200k', ['sha256', 'o200k']],
    ['83fb020c1d deadbeef01', []],
    ['ÜBERSICHT naïve', ['übersicht', 'naïve']],
    ['漢字仮名', ['漢字', '字仮', '仮名']],
    ['x'.repeat(100), []],
  ])('%s gives %j', (text, terms) => {
    expect(extractTerms(text)).toEqual(terms)
  })

  it('are of the version that is written into every index', () => {
    const sample = 'contextManifest budgets 漢字仮名 max_tokens sha256 ADR 0005 policies it’s'
    expect([analysisVersion, extractTerms(sample).join(' ')]).toEqual([
      1,
      'context manifest contextmanifest budget 漢字 字仮 仮名 max token maxtoken sha256 adr policy it',
    ])
  })
})

describe('the most telling terms', () => {
  const ask = (frequencies: Record<string, number>, documents: number, active: readonly string[] = []) =>
    selectTerms(new Map(Object.keys(frequencies).map((term) => [term, 1])), {
      documents,
      countDocuments: (term) => frequencies[term] ?? 0,
      countActiveDocuments: (term) => (active.includes(term) ? 1 : 0),
    }).map(({ term }) => term)

  it('are the rare ones; a word of nearly every document does not count, in any language', () => {
    expect(ask({ the: 95, der: 60, budget: 8, tier: 2 }, 100)).toEqual(['tier', 'budget'])
  })

  it('stand somewhere besides the active documents', () => {
    expect(ask({ own: 1, shared: 2 }, 100, ['own', 'shared'])).toEqual(['shared'])
  })

  it('are found among a few documents too', () => {
    expect(ask({ the: 3, budget: 2 }, 3)).toEqual(['budget'])
  })
})
