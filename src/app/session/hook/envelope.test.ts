import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrapInEnvelope } from './envelope.ts'

const rule = { name: 'SessionStart', takes: 'json', timeoutSeconds: 10 } as const

describe('the output that an agent reads', () => {
  it('is one line of ASCII that says just what was meant', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const printed = wrapInEnvelope(rule, 'BeforeAgent', text, 'a notice: é')
        expect(printed).toMatch(/^[ -\x7f]*\n$/)
        expect(JSON.parse(printed)).toEqual({
          systemMessage: 'a notice: é',
          hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: text },
        })
      }),
    )
  })

  it('is nothing where there is nothing to say, and the text itself where that is asked for', () => {
    expect(wrapInEnvelope(rule, null, '', null)).toBe('')
    for (const notice of [null, 'a notice'])
      expect(wrapInEnvelope({ ...rule, takes: 'nothing' }, null, 'é', notice)).toBe('')
    expect(wrapInEnvelope({ ...rule, takes: 'plain' }, null, 'é\n', 'a notice')).toBe('é\n')
  })
})
