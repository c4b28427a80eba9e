import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyHookInput, parseHookInput } from './hook-input.ts'

const read = (data: unknown) => parseHookInput(JSON.stringify(data))

describe('the input of a hook', () => {
  it('is taken as it was said', () => {
    expect(
      read({
        session_id: 'b5d4',
        cwd: '/home/u/a b',
        hook_event_name: 'experimental.chat.system.transform',
        source: 'startup',
        prompt: 'a\nb',
        prompt_id: 'p1',
        transcript_path: '/t.jsonl',
        agent_id: 'a45',
        model: 'claude-opus-5-5',
      }),
    ).toEqual({
      session: 'b5d4',
      subagent: 'a45',
      cwd: '/home/u/a b',
      name: 'experimental.chat.system.transform',
      source: 'startup',
      prompt: 'a\nb',
      turn: 'p1',
      transcript: '/t.jsonl',
      record: null,
      model: 'claude-opus-5-5',
    })
  })

  it.each([
    ['numbers and lists', { session_id: 7, cwd: ['/'], hook_event_name: null, source: {} }],
    ['a session of many lines', { session_id: 'a\nb' }],
    ['a session with half a character', { session_id: 'a\ud800' }],
    ['a session of a megabyte', { session_id: 'x'.repeat(1_000_000) }],
    ['a path with a NUL', { cwd: '/a\0b', transcript_path: '/t\0' }],
    ['a path with half a character', { cwd: '/a\udc00' }],
    ['a name that is no name', { hook_event_name: 'Session"Start', source: 'x y' }],
    ['keys of every object', { constructor: 'x', __proto__: 'y' }],
  ])('is left out where it is of no use: %s', (_, data) => {
    expect(read(data)).toEqual(emptyHookInput)
  })

  it.each(['', 'null', '[]', '7', '"a"', '{', `${'['.repeat(200_000)}`])('is nothing: %.12s', (text) => {
    expect(parseHookInput(text)).toBeNull()
  })

  it('never throws, and keeps nothing but texts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify(value).slice(1)),
        ),
        (text) => {
          const input = parseHookInput(text)
          for (const value of Object.values(input ?? {}))
            expect(value === null || typeof value === 'string').toBe(true)
        },
      ),
    )
  })
})
