import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hash } from '../../../adapters/cache/index.ts'
import { openFiles } from '../../../adapters/files/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { makeTestPlan } from './select-documents.fixture.ts'
import { selectDocuments } from './select-documents.ts'

const levels = { standard: { budget: 1000, documents: 3, excerpt: 50 }, full: { budget: 2000 } }
const sections = {
  state: { sources: ['file:state.json'], tier: 'rules' },
  decisions: {
    sources: ['file:decisions/*.md'],
    tier: 'rules',
    each: true,
    missing: 'skip',
    order: { register: 'register.json', list: 'entries', path: 'file', newest: 'at' },
  },
  task: {
    sources: ['file:task/*.md', 'file:more/*.md'],
    tier: 'task',
    each: true,
    labels: { by: '{pattern}' },
  },
}

/** Selects documents of the plan from these files on a real disk. */
async function selectFrom(
  files: Readonly<Record<string, string>>,
  over: object = {},
  output: string | null = null,
) {
  const root = mkdtempSync(join(tmpdir(), 'spread-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const plan = makeTestPlan(sections, { levels, ...over }, output)
  return selectDocuments(plan, {
    reader: openFiles({ root, exclude: [], hash }),
    trusted: async () => false,
    resolver: () => Promise.reject(new Error('nothing here has an address')),
    readExternalDocuments: () => Promise.reject(new Error('no external source is read')),
  })
}

const full = {
  'state.json': '{}',
  'task/b.md': 'B',
  'task/a.md': 'A',
  'more/c.md': 'C',
  'decisions/x.md': 'X',
  'decisions/y.md': 'Y',
}
const listIds = ({ plan }: Awaited<ReturnType<typeof selectDocuments>>) => plan.sections.map(({ id }) => id)
const listTried = ({ account }: Awaited<ReturnType<typeof selectDocuments>>) =>
  account.attempts.map(({ name, documents, excerpt, success }) => [name, documents, excerpt, success])
const listDetails = ({ plan }: Awaited<ReturnType<typeof selectDocuments>>) =>
  plan.diagnostics.map(({ code, detail }) => `${code}: ${detail}`)

describe('the documents of a plan', () => {
  it('C-08 C-26 C-36 become sections of their own, in the order of sections, sources and names', async () => {
    const made = await selectFrom(full)
    expect(listIds(made)).toEqual(['state', 'decisions/decisions/y.md', 'task/task/a.md'])
    expect(made.plan.sections.at(-1)).toMatchObject({
      heading: 'task/a.md',
      labels: { by: 'task/*.md' },
      cap: 50,
      each: null,
    })
    expect(made.readings.map(({ section, of = null }) => [section, of])).toEqual([
      ['state', null],
      ['decisions/decisions/y.md', 'decisions'],
      ['task/task/a.md', 'task'],
    ])
  })

  it('C-21 C-22 need no second try where every needed tier has one', async () => {
    expect(listTried(await selectFrom(full))).toEqual([['none', 3, 50, true]])
  })

  it('C-21 C-22 are chosen anew with more room where want of it leaves a needed tier empty, and every try is told', async () => {
    const made = await selectFrom(full, {
      levels: { ...levels, standard: { budget: 1000, documents: 2, excerpt: 50 } },
    })
    expect(listTried(made)).toEqual([
      ['none', 2, 50, false],
      ['more', 4, 100, true],
    ])
    expect(listIds(made)).toEqual(['state', 'decisions/decisions/y.md', 'task/task/a.md', 'task/task/b.md'])
    expect(made.plan.sections.at(-1)?.cap).toBe(100)
  })

  it('C-33 C-49 are not chosen anew where there is nothing that more room could hold', async () => {
    const { 'task/a.md': _, 'task/b.md': __, 'more/c.md': ___, ...rest } = full
    const made = await selectFrom(rest)
    expect(listTried(made)).toEqual([['none', 3, 50, false]])
    expect(listIds(made)).toContain('task')
  })

  it('C-18 C-21 say what has no room even in the last try, and what was reserved beyond the number', async () => {
    const made = await selectFrom(full, {
      levels: { ...levels, standard: { budget: 1000, documents: 1, excerpt: 50 } },
    })
    expect(listTried(made).map(([name, , , success]) => [name, success])).toEqual([
      ['none', false],
      ['more', false],
    ])
    expect(listDetails(made)).toEqual([
      'partition-over: 2 documents of rules are there although 1 were asked for: they are reserved',
      'partition-full: 1 more document could be in rules, which has 2: decisions/x.md',
      'partition-empty: task is needed and has none: there is no room for the 3 documents that it could have',
    ])
    expect(made.plan.skipped.find(({ id }) => id === 'task')?.why).toBe('task has room for 0 of them')
  })

  it.each([
    ['by its dates', '{"entries": [{"file": "decisions/x.md", "at": "2026-01-01"}]}', 'x', []],
    [
      'by name where it has no time, which is told',
      '{"entries": [{"file": "decisions/x.md", "at": "soon"}]}',
      'y',
      ['register-unreadable: register.json has no time that can be read for decisions/x.md, taken by name'],
    ],
    [
      'by name where it is none, which is told',
      '{"entries": 5}',
      'y',
      [
        'register-unreadable: register.json has no list "entries"; the documents of this section are taken by name',
      ],
    ],
  ])('C-10 C-68 are ordered by a register: %s', async (_, register, first, said) => {
    const made = await selectFrom({ ...full, 'register.json': register })
    expect(listIds(made)[1]).toBe(`decisions/decisions/${first}.md`)
    expect(listDetails(made).filter((detail) => detail.startsWith('register'))).toEqual(said)
  })

  it('C-X4 C-49 leave out those that a source names and that do not exist: they take no room, and none is refused', async () => {
    const plain = { sources: ['file:task/*.md', 'file:map.md'], tier: 'task', each: true }
    const two = { ...levels, standard: { budget: 1000, documents: 2, excerpt: 50 } }
    const rules = { 'state.json': '{}', 'decisions/x.md': 'X' }
    const without = await selectFrom(rules, {
      levels: two,
      sections: { ...sections, soul: null, task: plain },
    })
    expect(listTried(without)).toEqual([['none', 2, 50, false]])
    expect(without.account).toMatchObject({ refused: [], refusedCount: 0 })
    expect(without.readings.flatMap(({ tried }) => tried)).toContainEqual(
      expect.objectContaining({ state: 'absent', uri: 'file:map.md' }),
    )
    const withIt = await selectFrom(
      { ...rules, 'map.md': 'M' },
      { levels: two, sections: { ...sections, soul: null, task: plain } },
    )
    expect(listTried(withIt).map(([name]) => name)).toEqual(['none', 'more'])
    expect(listIds(withIt)).toContain('task/map.md')
  })

  it('C-10 are ordered by all of a register, however large it is, and by name where it is too large', async () => {
    const entry = (i: number) => ({
      file: `decisions/${i === 3000 ? 'x' : i}.md`,
      at: '2026-01-01',
      why: 'w'.repeat(200),
    })
    const large = JSON.stringify({ entries: Array.from({ length: 6000 }, (_, i) => entry(i)) }, null, 1)
    const made = await selectFrom({ ...full, 'register.json': large })
    expect(listIds(made)[1]).toBe('decisions/decisions/x.md')
    const far = await selectFrom({ ...full, 'register.json': `${' '.repeat(16 * 1024 * 1024)}${large}` })
    expect(listIds(far)[1]).toBe('decisions/decisions/y.md')
    expect(listDetails(far)[0]).toMatch(
      /^register-unreadable: "register\.json" has \d+ bytes; .*; the documents of this section are taken by name$/,
    )
  })

  it('C-X6 C-28 are never what the bundle overwrites, unless it is a bundle itself, and then it is none of them', async () => {
    const bundle = { template: { files: '$documents', warnings: '$warnings' } }
    const written = { ...full, 'task/a.md': '{"files": [], "warnings": []}' }
    expect(listIds(await selectFrom(written, { bundle }, 'task/a.md')).at(-1)).toBe('task/task/b.md')
    expect(listIds(await selectFrom(full, { bundle }, 'task/new.md')).at(-1)).toBe('task/task/a.md')
    for (const output of ['task/a.md', 'state.json', 'register.json'])
      await expect(selectFrom(full, { bundle }, output)).rejects.toThrow(Refusal)
  })

  it('C-12 are named tier by tier: many of one hide none of another', async () => {
    const many = (folder: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/${i + 1000}.md`, 'x']))
    const { account } = await selectFrom({
      'state.json': '{}',
      ...many('decisions', 600),
      ...many('task', 3),
    })
    expect(account.parts.map(({ tier, refused, unnamed }) => [tier, refused, unnamed])).toEqual([
      ['rules', 599, 99],
      ['task', 2, 0],
      ['outside', 0, 0],
    ])
    expect(account.refused.filter(({ tier }) => tier === 'task').map(({ path }) => path)).toEqual([
      'task/1001.md',
      'task/1002.md',
    ])
  })

  it('C-12 are named up to a number, and counted beyond it', async () => {
    const many = Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`task/${i + 1000}.md`, 'x']))
    const { account, plan } = await selectFrom({ 'state.json': '{}', ...many })
    expect([account.refused.length, account.refusedCount]).toEqual([500, 699])
    expect(account.parts[1]).toMatchObject({ used: 1, refused: 699, unnamed: 199 })
    expect(plan.diagnostics[0]?.detail).toMatch(/^699 more documents .*task\/1100\.md and 599 more$/)
  })
})
