import { describe, expect, it } from 'vitest'
import { changeManifest, findProblems, makeManifest } from './manifest.fixture.ts'

const entry = { id: '$record_id' }

describe('tactical memory in a manifest', () => {
  it('has the published classes where the manifest says nothing', () => {
    const { memory } = makeManifest({})
    expect(memory.classes).toHaveLength(7)
    expect(memory.retention).toEqual({ short: 7, standard: 30, extended: 90 })
    expect(memory.promote).toBeUndefined()
  })

  it('may name a file for candidates, also one below a directory that begins with a dot', () => {
    const promote = { file: '.project/reports/candidates.json', list: 'entries', entry }
    expect(makeManifest({ memory: { promote } }).memory.promote).toEqual({ ...promote, empty: {} })
  })

  it.each<readonly [memory: object, path: string, message: string]>([
    [{ classes: [] }, 'memory.classes', '>=1 items'],
    [{ classes: ['Big Note'] }, 'memory.classes.0', 'must be lower-case'],
    [{ retention: { short: 0 } }, 'memory.retention.short', '>=1'],
    [{ retention: {} }, 'memory.retention', 'no record could expire'],
    [{ default_retention: 'shrt' }, 'memory.default_retention', 'did you mean "short"?'],
    [
      { promote: { file: 'a.json', list: 'x', entry: {} } },
      'memory.promote.entry',
      'does not contain the id of its record',
    ],
    [
      { promote: { file: 'a.json', list: 'x', entry: { ...entry, t: ['$titel'] } } },
      'memory.promote.entry.t.0',
      'did you mean "title"?',
    ],
    [
      { promote: { file: 'a.json', list: 'x', entry: { ...entry, t: '$title ?? none' } } },
      'memory.promote.entry.t',
      'is not JSON',
    ],
    ...['/etc/a.json', '../a.json', 'a/../../b.json', '~/a.json', '.git/a.json', 'a.sh', 'c:\\a.json'].map(
      (file) =>
        [
          { promote: { file, list: 'x', entry } },
          'memory.promote.file',
          'must be a path in the project that ends with .json',
        ] as const,
    ),
  ])('%j is refused', (memory, path, message) => {
    const problems = findProblems(changeManifest({ memory }))
    expect(problems[0]?.path.join('.')).toBe(path)
    expect(problems[0]!.message).toContain(message)
  })
})
