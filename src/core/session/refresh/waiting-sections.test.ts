import { describe, expect, it } from 'vitest'
import { facts, found, session } from './refresh.fixture.ts'
import type { CurrentSection, SectionToSend } from './refresh-facts.ts'
import { findLongestWaitingSections, findUnsentSections, findWaitingSections } from './waiting-sections.ts'

const ids = ['a', 'b', 'c']
const given = (...waiting: readonly (readonly [string, number])[]) =>
  facts({
    sections: ids.map((id) => ({ id, tier: 'workflow', uris: [] })),
    session: session({ waiting: waiting.map(([section, turn]) => ({ section, turn })) }),
  })
const news = (...sections: readonly string[]) =>
  sections.map((section): SectionToSend => ({ section, as: 'update', digest: section }))

describe('sections that had no room', () => {
  it('are those that the manifest still has, in its order', () => {
    expect(findWaitingSections(given(['c', 1], ['gone', 1], ['a', 2]))).toEqual(['a', 'c'])
    expect(findWaitingSections(facts({ session: null }))).toEqual([])
  })

  it('have their turn before all others, those first that have waited longest', () => {
    expect(findLongestWaitingSections(given(['b', 3], ['c', 2]), news('a', 'b', 'c'))).toEqual(['c'])
    expect(findLongestWaitingSections(given(['b', 2], ['c', 2]), news('a', 'b', 'c'))).toEqual(['b', 'c'])
    expect(findLongestWaitingSections(given(['b', 2]), news('a'))).toEqual([])
  })
})

describe('the list of waiting sections after something was sent', () => {
  function check(present: readonly CurrentSection[], sent: readonly string[], expected: readonly string[]) {
    const send = news('a', 'b')
    const left = findUnsentSections(given(['c', 1]), present, { send, sent: news(...sent) })
    expect(left).toEqual(expected)
  }

  it('is what was to be sent and was not', () => {
    check([], ['a'], ['b'])
    check([], ['a', 'b'], [])
    check([], [], ['a', 'b'])
  })

  it('is what waited and cannot be read, and not what is as the session has it', () => {
    check([{ section: 'c', state: 'unavailable', why: 'closed' }], ['a', 'b'], ['c'])
    check([found('c', 'as before')], ['a'], ['b'])
  })
})
