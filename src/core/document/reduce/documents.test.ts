import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../../adapters/markdown/index.ts'
import { parseCheckedReducer } from '../../manifest/index.ts'
import { joinLines, type SourceLine } from '../../values/index.ts'
import { reduceLines } from './reduce-lines.ts'

const count = (text: string) => [...text].length
const tools = { count, outline: outlineMarkdown, marker: '…', atoms: [], reference: '- see' }
const rule: readonly SourceLine[] = ['', '---', ''].map((text) => ({ text, at: 0 }))

/** Joins documents as a section does. */
function joined(documents: readonly string[], between: readonly SourceLine[] = []): SourceLine[] {
  return documents.flatMap((document, i) => {
    const written = document.split('\n').map((text, at) => ({ text, at: at + 1 }))
    const lines = reduceLines(written, parseCheckedReducer('full'), tools).map((line) => ({
      ...line,
      path: `${i}.md`,
    }))
    return i === 0 ? lines : [...between, ...lines]
  })
}
const cut = (lines: readonly SourceLine[], amount: number) =>
  joinLines(reduceLines(lines, parseCheckedReducer(`documents(${amount})`), tools))

describe('M-86 M-X4 documents(n)', () => {
  const three = ['- aaaaaaaaaa', '- bbbbbbbbbb', '- cccccccccc']

  it('keeps all that fit', () => {
    expect(cut(joined(three), 38)).toBe(three.join('\n'))
  })

  it('leaves out whole documents from the end, and says how many', () => {
    const many = Array.from({ length: 10 }, (_, i) => `- ${'x'.repeat(18)}${i}`)
    expect(cut(joined(many), 100)).toBe(`${many.slice(0, 3).join('\n')}\n… 7 of 10 documents left out`)
  })

  it('leaves no rule behind that stood before a document', () => {
    const two = [`# A\n\n${'a'.repeat(40)}`, `# B\n\n${'b'.repeat(80)}`]
    expect(cut(joined(two, rule), 90)).toBe(`${two[0]}\n… 1 of 2 documents left out`)
  })

  it('keeps the end of a code fence that a document left open', () => {
    const two = ['```js\ncode', 'b'.repeat(80)]
    expect(cut(joined(two), 60)).toBe('```js\ncode\n```\n… 1 of 2 documents left out')
  })

  it('cuts the first where not even that fits, and says that the others are missing too', () => {
    const lines = Array.from({ length: 9 }, (_, i) => `line number ${i}`).join('\n')
    expect(cut(joined([lines, lines, lines]), 60)).toBe(
      'line number 0\nline number 1\n… 2 of 3 documents left out',
    )
  })

  it('never leaves out a document without a word, even where only the word does not fit', () => {
    expect(cut(joined(['a'.repeat(40), 'b'.repeat(40)]), 41)).toBe('… 2 of 2 documents left out')
    expect(cut(joined(['aaa\n'.repeat(10), 'bbb\n'.repeat(10)]), 41)).toContain('1 of 2 documents left out')
  })

  it('never keeps a part of a line that stands for a document', () => {
    expect(cut(joined(['a'.repeat(40), 'b'.repeat(40)]), 20)).toBe('')
  })

  it('cuts one document like any text', () => {
    expect(cut(joined(['aaa\nbbb\nccc']), 7)).toBe('aaa\n…')
  })

  it('never takes more than n, keeps a beginning of the documents, and a larger n never keeps fewer', () => {
    const documents = fc.array(fc.stringMatching(/^[a-z]{1,30}(\n[a-z]{1,30}){0,3}$/), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(documents, fc.nat(200), fc.nat(50), (all, amount, more) => {
        const small = cut(joined(all, rule), amount)
        expect(count(small)).toBeLessThanOrEqual(amount)
        const whole = (text: string) =>
          all.filter((_, i) => text.startsWith(all.slice(0, i + 1).join('\n\n---\n\n'))).length
        expect(whole(cut(joined(all, rule), amount + more))).toBeGreaterThanOrEqual(whole(small))
      }),
    )
  })
})
