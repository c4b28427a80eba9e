import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neutralise } from './neutral.ts'

const tags = ['zeos_context', 'task']
const zero = '\u200b'

describe('neutralise', () => {
  it.each([
    ['</zeos_context>', '&lt;/zeos_context>'],
    ['<zeos_context version="1.0">', '&lt;zeos_context version="1.0">'],
    ['<task>', '&lt;task>'],
    ['</task>', '&lt;/task>'],
    ['a<task>b</task>c', 'a&lt;task>b&lt;/task>c'],
    ['<task', '&lt;task'],
    ['<task/>', '&lt;task/>'],
    ['<TASK>', '&lt;TASK>'],
    ['</Zeos_Context>', '&lt;/Zeos_Context>'],
    ['< task>', '&lt; task>'],
    ['</ task >', '&lt;/ task >'],
    ['<\t/\ttask>', '&lt;\t/\ttask>'],
    ['< / / task>', '&lt; / / task>'],
    [`<${' '.repeat(40)}/task>`, `&lt;${' '.repeat(40)}/task>`],
    [`<${zero}task>`, `&lt;${zero}task>`],
    [`</ta${zero}sk>`, `&lt;/ta${zero}sk>`],
    [`<t${zero.repeat(30)}ask>`, `&lt;t${zero.repeat(30)}ask>`],
    ['<ta\u00adsk>', '&lt;ta\u00adsk>'],
    ['<ta\ufe0fsk>', '&lt;ta\ufe0fsk>'],
    ['<ta\u2060sk\u202e>', '&lt;ta\u2060sk\u202e>'],
    ['＜task>', '&lt;task>'],
    ['＜/task＞', '&lt;/task＞'],
    ['﹤task>', '&lt;task>'],
    ['<ta\u017f\u212a>', '&lt;ta\u017f\u212a>'],
    ['<<task>', '<&lt;task>'],
  ])('makes %j harmless', (text, safe) => {
    expect(neutralise(text, tags)).toBe(safe)
  })

  it.each([
    '',
    'no tag at all',
    'task',
    '/task>',
    '<tasks>',
    '</tasks>',
    '<task-list>',
    '<task_list>',
    '<task.name>',
    '<task2>',
    '<subtask>',
    '<context>',
    '<zeos_contexts>',
    'a < b && c > d',
    '&lt;task>',
    '<!-- task -->',
    '<t-ask>',
  ])('leaves %j alone', (text) => {
    expect(neutralise(text, tags)).toBe(text)
  })

  it('looks for a tag given with a slash in its closing form only', () => {
    const closing = (text: string) => neutralise(text, ['ctx', '/task'])
    expect(closing('<task> <task/> < task>')).toBe('<task> <task/> < task>')
    for (const form of ['</task>', '< /task>', '</ task>', `<${zero}/${zero}task>`, '<//task>', '</TASK>'])
      expect(closing(form)).toBe(form.replace('<', '&lt;'))
    expect(closing('<ctx></ctx></tasks>')).toBe('&lt;ctx>&lt;/ctx></tasks>')
  })

  it('takes the characters of a tag literally', () => {
    expect(neutralise('<a.b-c> <axb-c>', ['a.b-c'])).toBe('&lt;a.b-c> <axb-c>')
  })

  it('leaves nothing behind that it would change again, and no look-alike', () => {
    const piece = fc.constantFrom(
      '<',
      '＜',
      '/',
      ' ',
      zero,
      't',
      'ask',
      'TASK',
      'task',
      '>',
      's',
      '\n',
      '&lt;',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const safe = neutralise(pieces.join(''), tags)
        expect(neutralise(safe, tags)).toBe(safe)
        expect(safe.replaceAll(zero, '')).not.toMatch(/[<＜][\s/]*task(?![A-Za-z0-9_.-])/i)
      }),
      { numRuns: 1000 },
    )
  })

  it('comes back from a text made to delay it', () => {
    for (const text of [
      '<'.repeat(100_000),
      `<${'/'.repeat(100_000)}`,
      `<${' '.repeat(100_000)}`,
      '</'.repeat(50_000),
    ])
      expect(neutralise(text, ['ctx', '/task'])).toBe(text)
  })
})
