import { describe, expect, it } from 'vitest'
import type { PluginRule } from '../manifest/index.ts'
import {
  evaluateSalienceTriggers,
  findNeededSalienceFacts,
  type PatternSearch,
  type SalienceFacts,
} from './salience-triggers.ts'

const nothing: SalienceFacts = { commits: [], files: [], task: null }
const search: PatternSearch = (pattern, text) => new RegExp(pattern, 'm').test(text)

function check(trigger: PluginRule['salience_triggers'][number], facts: Partial<SalienceFacts>, by = search) {
  const rule: PluginRule = { provides: [], salience_triggers: [trigger] }
  return evaluateSalienceTriggers(rule, { ...nothing, ...facts }, by)[0]!
}

describe('M-67 salience triggers', () => {
  it('are none where a manifest registers none', () => {
    expect(evaluateSalienceTriggers({ provides: [], salience_triggers: [] }, nothing, search)).toEqual([])
  })

  it('M-68 commit_msg_pattern fires on a recent message, and says which', () => {
    const trigger = { commit_msg_pattern: '^[A-Z]+-\\d+' }
    expect(check(trigger, { commits: ['Tidy up', 'SHOP-12 Add the cart\n\nWith tests'] })).toEqual({
      kind: 'commit_msg_pattern',
      wanted: '^[A-Z]+-\\d+',
      fires: true,
      why: 'a recent commit says "SHOP-12 Add the cart"',
    })
    expect(check(trigger, { commits: ['Tidy up after shop-12'] })).toMatchObject({
      fires: false,
      why: 'no recent commit message matches',
    })
    expect(check(trigger, {})).toMatchObject({ fires: false, why: 'no commit was found' })
  })

  it('T15 a pattern sees 4 KB of a message, and no more', () => {
    const seen: number[] = []
    const measuring: PatternSearch = (_, text) => {
      seen.push(text.length)
      return false
    }
    check({ commit_msg_pattern: 'x' }, { commits: ['a'.repeat(1_000_000), 'b'] }, measuring)
    expect(seen).toEqual([4096, 1])
  })

  it('a pattern that cannot be looked for does not fire, and says why', () => {
    const told = check(
      { commit_msg_pattern: '(' },
      { commits: ['('] },
      () => 'is not a valid regular expression',
    )
    expect(told).toMatchObject({ fires: false, why: 'is not a valid regular expression' })
  })

  it('M-69 file_annotation fires on text in a changed file, exactly as written', () => {
    const files = [
      { path: 'a.ts', text: 'nothing\n' },
      { path: 'src/cart.ts', text: '// @jira SHOP-12\n' },
    ]
    expect(check({ file_annotation: '@jira' }, { files })).toMatchObject({
      fires: true,
      why: '"src/cart.ts" contains it',
    })
    expect(check({ file_annotation: '@JIRA' }, { files })).toMatchObject({
      fires: false,
      why: 'no changed file contains it',
    })
    expect(check({ file_annotation: '@jira' }, {})).toMatchObject({
      fires: false,
      why: 'no file has changed',
    })
  })

  it.each([
    ['ticket', 'Close the TICKET.', true],
    ['ticket', 'Sell ticketing software', false],
    [['bug', 'pull request'], 'Open a pull-request', true],
    [['bug', 'pull request'], 'Request a pull', false],
    ['ui', 'Build it', false],
  ] as const)('keyword_match %j in the task "%s": %j', (words, task, fires) => {
    const keyword_match = typeof words === 'string' ? words : [...words]
    expect(check({ keyword_match }, { task })).toMatchObject({ fires })
  })

  it('keyword_match does not fire without a task', () => {
    expect(check({ keyword_match: 'x' }, {})).toMatchObject({ fires: false, why: 'no task was given' })
  })

  it("show a stranger's words short and on one line", () => {
    const message = `\u001b[31mSHOP-1\u202e\t${'x'.repeat(500)}\nrest`
    const { why } = check({ commit_msg_pattern: 'SHOP' }, { commits: [message] })
    expect(why.length).toBeLessThan(140)
    expect(why).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('ask only for the facts that one of them looks at', () => {
    const rule = (...salience_triggers: PluginRule['salience_triggers']): PluginRule => ({
      provides: [],
      salience_triggers,
    })
    expect(findNeededSalienceFacts([rule({ keyword_match: 'x' })])).toEqual({ commits: false, files: false })
    expect(findNeededSalienceFacts([rule(), rule({ commit_msg_pattern: 'x' })])).toEqual({
      commits: true,
      files: false,
    })
    expect(findNeededSalienceFacts([rule({ file_annotation: 'x' })])).toEqual({ commits: false, files: true })
  })
})
