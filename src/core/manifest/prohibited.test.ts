import { describe, expect, it } from 'vitest'
import { changeManifest, findProblems, makeManifest } from './manifest.fixture.ts'

describe('a prohibited class', () => {
  it('redacts unless it says otherwise', () => {
    const { prohibited } = makeManifest({ prohibited: { people: { rules: ['hex-40'] } } })
    expect(prohibited.people).toMatchObject({ action: 'redact', marker: '[REDACTED]', words: [], names: [] })
  })

  it('may name known values and the patterns of the redaction', () => {
    const over = {
      redact: { patterns: { ticket: 'TKT' } },
      prohibited: { own: { rules: ['known-value', 'ticket'], markers: { ticket: '[TICKET]' } } },
    }
    expect(findProblems(changeManifest(over))).toEqual([])
  })

  it.each([
    [{ own: { rules: ['hex-41'] } }, 'prohibited.own.rules.0', 'did you mean "hex-40"?'],
    [{ own: { words: ['A'], markers: { nobody: '[X]' } } }, 'prohibited.own.markers.nobody', 'unknown'],
    [{ own: {} }, 'prohibited.own', 'the class has no rules, so it finds nothing'],
    [{ own: { words: ['A'], marker: 'gone' } }, 'prohibited.own.marker', 'capitals, digits and "_"'],
    [{ own: { words: ['A'], action: 'allow' } }, 'prohibited.own.action', '"redact" or "drop"'],
    [{ own: { words: ['two\nlines'] } }, 'prohibited.own.words.0', 'must be one line'],
    [{ own: { names: ['a b'] } }, 'prohibited.own.names.0', 'must be a name'],
    [{ own: { sets: ['secret'] } }, 'prohibited.own.sets.0', '"default" or "published" or "personal"'],
    [{ own: { patterns: { 'hex-40': 'x' } } }, 'prohibited.own.patterns.hex-40', 'name of another rule'],
    [{ 'hidden-text': { words: ['A'] } }, 'prohibited.hidden-text', 'is reserved for hidden text'],
    [{ own: { word: ['A'] } }, 'prohibited.own.word', 'did you mean "words"?'],
  ])('%j is refused', (prohibited, path, message) => {
    const problems = findProblems(changeManifest({ prohibited }))
    expect(problems[0]?.path.join('.')).toBe(path)
    expect(problems[0]!.message).toContain(message)
  })
})
