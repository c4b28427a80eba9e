import { describe, expect, it } from 'vitest'
import { findReferences, getDocumentKeys } from './references.ts'
import { scanDocument } from './scan-document.ts'

const from = 'docs/rfcs/0016-context.md'
const keysIn = (text: string, path = from) =>
  findReferences(path, scanDocument(path, text)).map(({ key }) => key)

describe('M-82 the documents that a document names', () => {
  it.each([
    ['[one](../adrs/0005-single-source.md)', 'path:docs/adrs/0005-single-source.md'],
    ['[one](0007-x.md#part "title")', 'path:docs/rfcs/0007-x.md'],
    ['[one](</docs/a%20b.md>)', 'path:docs/a b.md'],
    ['[one](/docs/a%20b.md)', 'path:docs/a b.md'],
    ['[id]: ./other.md', 'path:docs/rfcs/other.md'],
    ['as ADR 0005 says', 'number:adr:5'],
    ['as ADR-5 says', 'number:adr:5'],
    ['RFC 16 is about it', 'number:rfc:16'],
    ['References: ADR 0005, ADR 0007', 'number:adr:7'],
    ['ADRs 0005 and 0007', 'number:adr:7'],
    ['see 0005-single-source', 'name:0005-single-source'],
    ['see 0005-single-source.accepted.md', 'name:0005-single-source'],
    ['| **Supersedes** | 0003 |', 'number:rfc:3'],
    ['| **Depends On** | RFC 0001 |', 'number:rfc:1'],
    ['in `src/core/plan.ts`', 'path:src/core/plan.ts'],
    ['in `src/core/plan.ts:12`', 'path:src/core/plan.ts'],
    ['in `other.md`', 'path:docs/rfcs/other.md'],
    ['[[0005-single-source|that]]', 'name:0005-single-source'],
    ['foreword://docs/adrs/0005', 'number:adr:5'],
  ])('%s is %s', (text, key) => {
    expect(keysIn(text)).toContain(key)
  })

  it.each([
    ['[one](https://example.org/x.md)'],
    ['[one](#part)'],
    ['[one](../../../etc/passwd)'],
    ['[one](%zz)'],
    ['```\nADR 0005 and [a](b.md)\n```'],
    ['on 2026-01-20 at 10:30'],
    ['`npm run check`'],
    ['version 0.12.3'],
  ])('%j names nothing in the project', (text) => {
    expect(keysIn(text).filter((key) => !key.startsWith('name:2026'))).toEqual([])
  })

  it('knows under which field a name stands, and keeps the place that says more', () => {
    const text = 'See RFC 0001.\n\n| **Depends On** | RFC 0001 |\n\nSupersedes: RFC 0002\n'
    expect(findReferences(from, scanDocument(from, text))).toEqual([
      { key: 'number:rfc:1', under: 'depends on', line: 2 },
      { key: 'number:rfc:2', under: 'supersedes', line: 4 },
    ])
  })

  it('takes time in proportion to the text, whatever it holds', () => {
    for (const piece of ['[', '](', '`', '[[', 'ADR 0005, ', '0005-', '| ** ', 'A ', '1/', ' ']) {
      const text = piece.repeat(4000 / piece.length)
      expect(keysIn(`${text}\n`.repeat(50)).length).toBeLessThan(5000)
    }
  })
})

describe('M-82 the name of a document', () => {
  it.each([
    ['docs/adrs/0005-single-source.accepted.md', 'ADR 0005: Single Source', 'number:adr:5'],
    ['docs/adrs/0005-single-source.accepted.md', 'x', 'name:0005-single-source'],
    ['docs/rfcs/0016-D-context.md', 'x', 'name:0016-context'],
    ['docs/rfcs/0016-D-context.md', 'x', 'path:docs/rfcs/0016-D-context.md'],
    ['notes/x.md', 'RFC 7: y', 'number:rfc:7'],
  ])('%s, "%s": %s', (path, title, key) => {
    expect(getDocumentKeys(path, title)).toContain(key)
  })

  it('has no number where its name begins with a date', () => {
    expect(
      getDocumentKeys('spikes/2026-01-20T1030Z-x.md', 'x').filter((key) => key.startsWith('number')),
    ).toEqual([])
  })
})
