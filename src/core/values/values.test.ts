import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDiagnostic, Refusal, refusalCodes } from './diagnostic.ts'
import { joinLines } from './line.ts'
import { mapToSourceLine } from './observation.ts'

describe('sourceLine', () => {
  const gap = { afterLine: 10, skippedLines: 90, skippedBytes: 4000 }

  it.each([
    [1, 1],
    [10, 10],
    [11, 101],
    [25, 115],
  ])('maps line %i of a windowed text to line %i of its source', (line, at) => {
    expect(mapToSourceLine(gap, line)).toBe(at)
  })

  it('is the identity without a gap', () => {
    expect([1, 7, 1_000_000].map((line) => mapToSourceLine(undefined, line))).toEqual([1, 7, 1_000_000])
  })

  it('names each line of what was read by its place in the whole', () => {
    const source = fc.array(fc.nat(9).map(String), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(source, fc.nat(40), fc.nat(40), (whole, a, b) => {
        const head = Math.min(a, whole.length)
        const tail = Math.min(b, whole.length - head)
        const skippedLines = whole.length - head - tail
        const window = [...whole.slice(0, head), ...whole.slice(whole.length - tail)]
        const map = { afterLine: head, skippedLines, skippedBytes: 0 }
        for (const [i, text] of window.entries()) expect(whole[mapToSourceLine(map, i + 1) - 1]).toBe(text)
      }),
    )
  })
})

describe('joinLines', () => {
  it('joins with line feeds and adds none at the end', () => {
    expect(joinLines([])).toBe('')
    expect(joinLines([{ text: 'a', at: 1 }])).toBe('a')
    expect(joinLines(['a', '', 'b'].map((text, i) => ({ text, at: i + 1 })))).toBe('a\n\nb')
  })
})

describe('trouble', () => {
  it('leaves the section out of a diagnostic about the whole packet', () => {
    expect(makeDiagnostic('sweep', 'error', 'found')).toEqual({
      code: 'sweep',
      severity: 'error',
      detail: 'found',
    })
    expect(makeDiagnostic('sweep', 'error', 'found', 'soul')).toHaveProperty('section', 'soul')
  })

  it('gives every refusal an exit code that is not success, and a sentence', () => {
    for (const [code, { exit, about }] of Object.entries(refusalCodes)) {
      expect([2, 3], code).toContain(exit)
      expect(about, code).toMatch(/^[A-Z].*\.$/)
    }
  })

  it('keeps code, message and fix apart', () => {
    const refusal = new Refusal('usage', 'Not understood.', 'Look at --help.')
    expect(refusal).toBeInstanceOf(Error)
    expect(refusal).toMatchObject({
      name: 'Refusal',
      code: 'usage',
      message: 'Not understood.',
      fix: 'Look at --help.',
    })
    expect(new Refusal('usage', 'Not understood.').fix).toBeUndefined()
  })
})
