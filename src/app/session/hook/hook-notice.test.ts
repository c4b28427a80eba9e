import { describe, expect, it } from 'vitest'
import { agents, type EventRule } from '../../../agents/index.ts'
import { formatHookFailure, formatHookNotice } from './hook-notice.ts'

const [agent, gemini] = ['claude', 'gemini'].map((name) => agents.find(({ id }) => id === name)!)
const claude = agent!.hooks!.events['session-start']!
const plain: EventRule = { ...claude, takes: 'plain' }
const long = formatHookNotice(
  { message: `docs/a.md: ${'something went wrong here '.repeat(40)}`, fix: 'Repair it.' },
  'session-start',
)
const fail = (rule: EventRule, notice: string, failing = agent!) =>
  formatHookFailure({ agent: failing, rule, event: 'session-start', name: 'SessionStart' }, notice)

describe('the notice of a hook that failed', () => {
  it('makes no agent act on what it quotes', () => {
    const notice = 'foreword: docs/a.md: @config/deploy.txt is not YAML'
    const { hookSpecificOutput } = JSON.parse(fail(claude, notice, gemini))
    expect(hookSpecificOutput.additionalContext).toBe(notice.replace('@', '\\@'))
  })

  it('gives the model one line of at most 200 characters, and the person all of it', () => {
    const { systemMessage, hookSpecificOutput } = JSON.parse(fail(claude, long))
    const line: string = hookSpecificOutput.additionalContext
    expect(line.length).toBeLessThanOrEqual(200)
    expect(line).toMatch(
      /^foreword: no project context this time: docs\/a\.md: [^\n]* (here|wrong|went|something)…/,
    )
    expect(line).toContain('the user was told the rest')
    expect(systemMessage).toBe(long)
  })

  it('keeps a short line whole', () => {
    const short = formatHookNotice({ message: 'README.md is missing', fix: 'Write it.' }, 'session-start')
    const { systemMessage, hookSpecificOutput } = JSON.parse(fail(claude, short))
    expect([systemMessage, hookSpecificOutput.additionalContext]).toEqual([undefined, short])
  })

  it('cuts a word that is longer than the line', () => {
    const word = formatHookNotice({ message: 'x'.repeat(500), fix: undefined }, 'session-start')
    expect(fail(plain, word).length).toBeLessThanOrEqual(200)
  })

  it('is one short line for an agent that takes plain text', () => {
    expect(fail(plain, long).length).toBeLessThanOrEqual(200)
    expect(fail(plain, long)).not.toContain('\n')
  })
})
