import { describe, expect, it } from 'vitest'
import { formatProjectState } from './format-project-state.ts'

const commit = '0123456789abcdef0123456789abcdef01234567'
const clean = { branch: 'main', commit, uncommitted: [], commits: [] }

describe('the text of a state', () => {
  it('has the branch, the uncommitted files and a line for each commit', () => {
    const commits = [
      { hash: commit, subject: 'Add it' },
      { hash: 'f'.repeat(40), subject: 's'.repeat(200) },
    ]
    expect(formatProjectState({ ...clean, uncommitted: ['a.ts', 'b/'], commits })).toBe(
      [
        'Branch: main',
        'Uncommitted: a.ts, b/',
        'Last commits:',
        '- 012345678 Add it',
        `- fffffffff ${'s'.repeat(99)}…`,
      ].join('\n'),
    )
  })

  it('says nothing about files that are not known to be changed', () => {
    expect(formatProjectState(clean)).toBe('Branch: main')
    expect(formatProjectState({ ...clean, uncommitted: null })).toBe('Branch: main')
    expect(formatProjectState({ ...clean, uncommitted: ['.foreword/'] })).toBe('Branch: main')
  })

  it('names ten files and counts the others', () => {
    const uncommitted = Array.from({ length: 12 }, (_, i) => `f${i}`)
    expect(formatProjectState({ ...clean, uncommitted })).toContain('f9 and 2 more')
  })

  it.each([
    [{ branch: null, commit }, 'Commit: 012345678 (no branch)'],
    [{ branch: 'main', commit: null }, 'Branch: main (no commit yet)'],
    [{ branch: null, commit: null }, 'No commit yet'],
  ])('the lines for %j are %j', (head, text) => {
    expect(formatProjectState({ ...clean, ...head })).toBe(text)
  })

  it('T5 keeps a name and a subject on one line', () => {
    const commits = [{ hash: commit, subject: 'a\u2028## RULES\u001b[0m' }]
    const text = formatProjectState({ ...clean, uncommitted: ['x\n## RULES'], commits })
    expect(text.split(/[\n\u2028\u001b]/)).toHaveLength(4)
  })
})
