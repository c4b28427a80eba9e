import { describe, expect, it } from 'vitest'
import type { FallbackRule } from '../../manifest/index.ts'
import { makeManifest } from '../../manifest/manifest.fixture.ts'
import { Refusal } from '../../values/index.ts'
import { listAttempts } from './attempts.ts'

function ruleOf(over: object = {}): FallbackRule {
  return makeManifest({
    tiers: { task: {} },
    fallback: {
      needs: ['task'],
      steps: { more: { times: 2.5, documents: 2, excerpt: 200 }, all: { unlimited: true } },
      default: 'more',
      ...over,
    },
  }).fallback!
}

const limits = { documents: 3, excerpt: 101 }
const none = { name: 'none', ...limits }
const more = { name: 'more', documents: 7, excerpt: 252 }
const all = { name: 'all', documents: null, excerpt: null }

describe('the list of attempts', () => {
  it.each([
    ['none', [none]],
    ['more', [none, more]],
    ['all', [none, more, all]],
    [null, [none, more]],
  ])('C-21 C-33 up to %s', (upTo, tries) => {
    expect(listAttempts(limits, ruleOf(), upTo)).toEqual(tries)
  })

  it('C-21 is the numbers alone without a fallback, or without a default', () => {
    expect(listAttempts(limits, undefined, null)).toEqual([none])
    expect(listAttempts(limits, ruleOf({ default: undefined }), null)).toEqual([none])
  })

  it('grows to the least of a step, and leaves what has no limit without one', () => {
    const [, small] = listAttempts({ documents: 1, excerpt: 10 }, ruleOf({ steps: stepsOf(1, 2, 200) }), null)
    expect(small).toEqual({ name: 'more', documents: 2, excerpt: 200 })
    const [, open] = listAttempts({ documents: null, excerpt: 10 }, ruleOf({ steps: stepsOf(2, 1, 1) }), null)
    expect(open).toEqual({ name: 'more', documents: null, excerpt: 20 })
  })

  it.each(['constructor', '__proto__', 'More', ''])(
    'refuses "%s", which is not a step, and names those that are',
    (upTo) => {
      const refused = () => listAttempts(limits, ruleOf(), upTo)
      expect(refused).toThrow(Refusal)
      expect(refused).toThrow(`Unknown fallback: "${upTo}".`)
      try {
        refused()
      } catch (refusal) {
        expect((refusal as Refusal).fix).toBe('Use none, more, all.')
      }
    },
  )
})

function stepsOf(times: number, documents: number, excerpt: number) {
  return { more: { times, documents, excerpt } }
}
