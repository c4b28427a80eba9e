import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseProse, splitSentences, stripInline } from './prose.ts'

const texts = (text: string) => parseProse(text).map((block) => block.text)

describe('parseProse', () => {
  it('leaves out badges, images, HTML and comments', () => {
    const text = [
      '<p align="center"><img src="logo.svg" alt="Logo"></p>',
      '',
      '[![build](https://ci.test/badge.svg)](https://ci.test) ![npm](https://img.test/v.svg)',
      '',
      '<!-- sponsors -->',
      'Kestrel <b>watches</b> folders and [syncs](https://sync.test) them.',
    ].join('\n')
    expect(texts(text)).toEqual(['Kestrel watches folders and syncs them.'])
  })

  it('reads headings of Markdown, AsciiDoc and reStructuredText', () => {
    const headings = (text: string) => parseProse(text).filter(({ kind }) => kind === 'heading')
    for (const text of [
      '## Running tests\n',
      '== Running tests\n',
      'Running tests\n-------------\n',
      '<h2>Running tests</h2>\n',
    ])
      expect(headings(text).map((block) => block.text)).toEqual(['Running tests'])
  })

  it('joins the lines of an item and keeps code blocks with their lines', () => {
    const text = '- Use tabs,\n  never spaces.\n\n```sh\nmake test\nmake lint\n```\n'
    expect(parseProse(text)).toEqual([
      { kind: 'item', text: 'Use tabs, never spaces.', under: '' },
      { kind: 'code', text: 'make test\nmake lint', under: '' },
    ])
  })

  it('leaves out code of a programming language', () => {
    expect(texts('```js\nnpm.run("test")\n```\n')).toEqual([])
  })

  it('reads the code below a line of reStructuredText that ends with two colons', () => {
    expect(texts('Run the tests::\n\n    pytest -x\n\nThen stop here.\n')).toContain(
      '    pytest -x'.replace(/^/, '\n'),
    )
  })

  it('ends on any input', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('`', '-', '#', '\n', ' ', 'a', '<', '!', '[', ']', '(', ')', '>', ':'),
        }),
        (text) => {
          expect(Array.isArray(parseProse(text))).toBe(true)
        },
      ),
    )
  })
})

it.each([
  ['[`a`](b) and [c][d]', '`a` and c'],
  ['**bold** and _italic_ but snake_case', 'bold and italic but snake_case'],
  ['see :ref:`the guide` and `Flask <https://x.test>`__', 'see `the guide` and Flask'],
  ['https://x.test[Style Guide] applies', 'Style Guide applies'],
  ['run `docs update <lang>` <b>now</b>', 'run `docs update <lang>` now'],
  ['run `go test ./...` first .', 'run `go test ./...` first.'],
])('strips the markup of %s', (text, plain) => {
  expect(stripInline(text)).toBe(plain)
})

it.each([
  ['Run `a.b. C` first. Then go.', ['Run `a.b. C` first.', 'Then go.']],
  ['Needs Node 20.19 or newer. Use npm.', ['Needs Node 20.19 or newer.', 'Use npm.']],
  ['Use tools, e.g. Make, to build.', ['Use tools, e.g. Make, to build.']],
])('splits %s into sentences', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences)
})
