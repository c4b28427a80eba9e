import { describe, expect, it } from 'vitest'
import { findNameFaults, listAvoidedWords } from '../../scripts/checks/names.ts'
import { findMarkdownFaults, findProseFaults } from '../../scripts/checks/prose.ts'
import { findVariableFaults } from '../../scripts/checks/variables.ts'

const glossary = `| word | meaning | avoid |
| --- | --- | --- |
| **source** | a place content is read from | provider, loader (of modules) |
| **manifest** | what may be injected | |
`

function checkNames(files: Record<string, string>): string[] {
  return findNameFaults(new Map(Object.entries(files)), glossary)
}

describe('the check of names', () => {
  it('passes a file that is named after one of its exports', () => {
    const files = {
      'src/core/packet/packet-cache.ts': 'export function openPacketCache() {}\nexport const maxBytes = 1',
      'src/core/packet/entries.ts': 'export interface Entry {}',
      'src/core/packet/index.ts': "export { openPacketCache } from './packet-cache.ts'",
    }
    expect(checkNames(files)).toEqual([])
  })

  it('finds a file whose name occurs in none of its exports', () => {
    const faults = checkNames({
      'src/core/packet/told.ts': 'export const baseline = 1\nexport class Session {}',
    })
    expect(faults).toEqual([
      'src/core/packet/told.ts: its name occurs in none of its exports (baseline, Session)',
    ])
  })

  it('finds a name that two files of one top folder export, and not one that is passed on', () => {
    const files = {
      'src/core/history/place.ts': 'export type Place = 1',
      'src/core/plan/place.ts': 'interface Place {}\nexport { Place }',
      'src/core/plan/index.ts': "export type { Place } from './place.ts'",
      'src/app/engine/place.ts': 'export interface Place {}',
    }
    expect(checkNames(files)).toEqual([
      'Place is exported by src/core/history/place.ts and src/core/plan/place.ts',
    ])
  })

  it('finds a word that the glossary avoids, in a file name and in an export', () => {
    const faults = checkNames({ 'src/core/plan/source-provider.ts': 'export class SourceProvider {}' })
    expect(faults).toEqual([
      'src/core/plan/source-provider.ts: source-provider: GLOSSARY.md says "source" instead of "provider"',
      'src/core/plan/source-provider.ts: SourceProvider: GLOSSARY.md says "source" instead of "provider"',
    ])
  })

  it('reads the avoided words from the last column, without brackets', () => {
    expect([...listAvoidedWords(glossary).keys()]).toEqual(['provider', 'loader'])
  })

  it('leaves tests and fixtures alone', () => {
    expect(checkNames({ 'src/core/plan/told.fixture.ts': 'export const provider = 1' })).toEqual([])
  })
})

describe('the check of prose', () => {
  it.each([
    ['// What is kept here is lost.', 'start the sentence with its subject'],
    ['/** The cache. Of each file, one entry. */', 'start the sentence with its subject'],
    ['/** Where there is none, null. */', 'start the sentence with its subject'],
    ['// Called by whoever waits.', 'name the actor'],
    ['// A comment\n// that nobody reads.', 'name the actor'],
    ["throw new Error('this is no manifest')", 'write "is not a"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    ['const text = `the file ${path} is no manifest`', 'write "is not a"'],
  ])('finds the fault in %s', (text, advice) => {
    expect(findProseFaults('src/core/plan/plan.ts', `const before = 1\n${text}\n`)).toEqual([
      expect.stringContaining(`src/core/plan/plan.ts:2: ${advice}`),
    ])
  })

  it.each([
    '// What is a packet?',
    '// It is no longer there.',
    '// There is no store.',
    '// The store is not a cache.',
    "const url = 'https://example.org/a/b' // a link",
    'const pattern = /\\/\\* What it is no good for *\\//',
  ])('leaves %s alone', (text) => {
    expect(findProseFaults('src/core/plan/plan.ts', `${text}\n`)).toEqual([])
  })

  it('reads comments of tests, and not their strings', () => {
    const text = "// Nobody knows.\nconst title = 'nobody knows it'\n"
    expect(findProseFaults('src/core/plan/plan.test.ts', text)).toHaveLength(1)
  })

  it.each([
    ["it('what was sent is kept', () => {})", 'start the sentence with its subject'],
    ["describe('Z-12 C-X4 where it is kept', () => {})", 'start the sentence with its subject'],
    ["it.each([1])('T20 of %s entries', () => {})", 'start the sentence with its subject'],
    ["it.skipIf(isRoot)('asks nobody', () => {})", 'name the actor'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
    ['test(`${path} is no file`, () => {})', 'write "is not a"'],
    ["law('holds for whoever asks', (world) => {})", 'name the actor'],
  ])('finds the fault in the title of %s', (text, advice) => {
    expect(findProseFaults('src/core/plan/plan.test.ts', `const before = 1\n${text}\n`)).toEqual([
      expect.stringContaining(`src/core/plan/plan.test.ts:2: ${advice}`),
    ])
  })

  it.each([
    "it('Z-12 keeps the section that was sent', () => {})",
    "it.each(['nobody'])('a user called %s', () => {})",
    "post('what it is no good for')",
  ])('leaves the titles of %s alone', (text) => {
    expect(findProseFaults('tests/surfaces/plan.test.ts', text)).toEqual([])
  })

  it('reads paragraphs, lists and tables of a document, and neither headings nor code', () => {
    const document = [
      '# What this is not',
      'Nobody knows.',
      '- Where it is, is unknown.',
      '| What | it is |',
      '| --- | --- |',
      '| a | whoever asks |',
      '```sh',
      'echo nobody',
      '```',
      '`nobody` is a user of the system.',
    ].join('\n')
    expect(findMarkdownFaults('README.md', document).map((fault) => fault.split(':')[1])).toEqual([
      '2',
      '3',
      '6',
    ])
  })
})

describe('the check of variables', () => {
  it.each([
    'for (const one of sections) send(one)',
    'sections.map((one) => one.id)',
    'sections.map(function (one) { return one.id })',
    'const [one, two] = sections',
    'const { section: one } = packet',
    'function send(one: Section) {}',
  ])('finds the one in %s', (text) => {
    expect(findVariableFaults('src/core/plan/plan.ts', `const before = 1\n${text}\n`)).toEqual([
      'src/core/plan/plan.ts:2: name the element instead of "one": section, entry, file',
    ])
  })

  it.each([
    'for (const section of sections) send(section)',
    'const counts = { one: 1 }',
    "const text = 'one'",
    '// one',
  ])('leaves %s alone', (text) => {
    expect(findVariableFaults('src/core/plan/plan.ts', text)).toEqual([])
  })
})
