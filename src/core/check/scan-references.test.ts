import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanReferences } from './scan-references.ts'

const text = [
  '# Rules',
  'See @docs/a.md and `@not/this.md`, ask @jane.',
  '<!-- @hidden.md',
  'still hidden -->',
  '[guide](docs/b.md#part) and [c](<docs/c.md> "title")',
  '```sh',
  '$ npm run build',
  '@in/code.md',
  '```',
  '~~~ts',
  'import "./x.js"',
  '~~~',
  'Run `make test`.',
].join('\n')

describe('a scan', () => {
  it('gives imports outside of code and comments, with their lines', () => {
    expect(scanReferences(text).imports).toEqual([
      { text: 'docs/a.md', line: 2 },
      { text: 'jane.', line: 2 },
    ])
  })

  it('gives the targets of links, inline code, and the lines of shell blocks', () => {
    const { links, code, shell } = scanReferences(text)
    expect(links.map((link) => `${link.line} ${link.text}`)).toEqual(['5 docs/b.md#part', '5 docs/c.md'])
    expect(code.map((span) => `${span.line} ${span.text}`)).toEqual(['2 @not/this.md', '13 make test'])
    expect(shell.map((line) => `${line.line} ${line.text}`)).toEqual(['7 npm run build', '8 @in/code.md'])
  })

  it('gives lines in order and inside of the text, for any text', () => {
    const pieces = ['```', '~~~', '`', '<!--', '-->', '@a.md', ' ', '\n', '[x](y)', 'word', '\r\n']
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces), maxLength: 60 }), (text) => {
        const lines = text.split('\n').length
        for (const list of Object.values(scanReferences(text)))
          for (const [i, { line }] of list.entries()) {
            expect(line).toBeGreaterThanOrEqual(list[i - 1]?.line ?? 1)
            expect(line).toBeLessThanOrEqual(lines)
          }
      }),
    )
  })
})
