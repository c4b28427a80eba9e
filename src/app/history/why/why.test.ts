import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hash } from '../../../adapters/cache/index.ts'
import { openGitCommand } from '../../../adapters/git/git-command.ts'
import { openHistory } from '../../../adapters/git/history.ts'
import { makeWorld } from '../../../adapters/git/world.fixture.ts'
import type { Receipt } from '../../../core/receipt/index.ts'
import type { SourceLine } from '../../../core/values/index.ts'
import { makeMemoryLedger, makePacket, makeWholeSection, type Written } from '../past.fixture.ts'
import { findText } from './find-text.ts'
import { explainWhy, type WhyInput } from './why.ts'

const secret = `ghp_${'A1b2C3d4'.repeat(4)}`

/** Some lines of a source, with their positions. */
function taken(
  id: string,
  source: string,
  lines: readonly (number | SourceLine)[],
  over: Written['over'] = {},
): Written {
  const all = source.split('\n')
  const own = lines.map((line) => (typeof line === 'number' ? { text: all[line - 1]!, at: line } : line))
  return { id, lines: own, source: { path: `docs/${id}.md`, text: source }, over }
}

interface World {
  readonly sections: readonly Written[]
  readonly over?: Partial<Receipt>
  readonly rule?: object
  /** Files in the project now, besides the sources. */
  readonly files?: Readonly<Record<string, string>>
}

async function ask(
  asked: string,
  { sections, over = {}, rule = {}, files = {} }: World,
  order: Partial<WhyInput> = {},
) {
  const past = makeMemoryLedger()
  past.inject(makePacket(sections, over, rule))
  const sources = sections.map(({ source }) => [source!.path, source!.text])
  const now: Record<string, string> = { ...Object.fromEntries(sources), ...files }
  const read = (path: string) => {
    const text = now[path]
    return text === undefined ? null : { text, digest: hash(text) }
  }
  const list = (pattern: string) => (pattern in now ? [pattern] : [])
  const matches = (pattern: string, path: string) => pattern === path
  const origins = { directory: '/project', read, list, matches, history: null }
  return explainWhy(past, { asked, injection: 'latest', ...origins, ...order })
}

describe('a computed section', () => {
  const uri = 'foreword://project/commands'
  const computed = (...lines: string[]): Written => ({
    id: 'commands',
    lines: lines.map((text, i) => ({ text, at: i + 1 })),
    source: { path: uri, text: lines.join('\n') },
    over: {},
  })
  const files = {
    'package.json': '{\n  "scripts": {\n    "lint": "biome check .",\n    "ci": "x"\n  }\n}\n',
    'README.md': '# Kestrel\n\nKestrel watches large trees of files.\n',
    'CHANGELOG.md': '',
  }
  const traced = async (line: string, wanted: string) =>
    (await ask(wanted, { sections: [computed('Branch: main', line)], files })).found[0]

  it.each([
    ['- lint: `npm run lint`: biome check . (package.json)', 'run lint', { path: 'package.json', line: 3 }],
    ['- test: `npm run ci` (package.json)', 'run ci', { path: 'package.json', line: 4 }],
    ['- changes are listed in CHANGELOG.md', 'are listed', { path: 'CHANGELOG.md', line: null }],
    ['Kestrel watches large trees of files.', 'watches', { path: 'README.md', line: 3 }],
    ['- src/ (core/)', 'core/', null],
    ['- lint: `x` (gone.json)', 'gone', null],
  ])('names the file behind %j', async (line, wanted, origin) => {
    expect(await traced(line, wanted)).toMatchObject({
      source: uri,
      lines: [2, 2],
      computed_from: origin,
      state: 'unknown',
    })
  })
})

/** A section that is not in the packet, with the texts of its sources. */
const leftOut = (id: string, texts: Readonly<Record<string, string>> = {}, over: object = {}) => {
  const sources = Object.entries(texts).map(([path, text]) => ({
    path,
    digest: hash(text),
    bytes: text.length,
  }))
  const source = sources[0]?.path ?? null
  const empty = { looked: [], size: 9 }
  return { left_out: [{ id, reason: 'over-budget', why: 'over budget', source, sources, ...empty, ...over }] }
}

describe('a text in the packet', () => {
  it('is traced to section, source, line and packet line', async () => {
    const journal = taken('journal', 'one\ntwo\nthree\nfour 漢字\nfive', [1, 2, 4, 5])
    const { found, more, absent, asked_as } = await ask('four 漢字', {
      sections: [makeWholeSection('soul', 'x\ny'), journal],
    })
    expect(found).toEqual([
      {
        section: 'journal',
        source: 'docs/journal.md',
        lines: [4, 4],
        computed_from: null,
        packet_line: 12,
        text: 'four 漢字',
        commit: null,
        state: 'unknown',
      },
    ])
    expect([more, absent, asked_as]).toEqual([0, [], 'text'])
  })

  it('may run over lines, over a hole, and be written in another way', async () => {
    const journal = taken('journal', 'The Quick\nbrown fox\ngone\njumps', [1, 2, 4])
    const lines = async (text: string) =>
      (await ask(text, { sections: [journal] })).found.map((hit) => hit.lines)
    expect(await lines('quick   BROWN')).toEqual([[1, 2]])
    expect(await lines('fox\njumps')).toEqual([
      [2, 2],
      [4, 4],
    ])
  })

  it('lists twenty places and counts the rest', async () => {
    const { found, more } = await ask('word', {
      sections: [makeWholeSection('soul', 'word word\n'.repeat(30))],
    })
    expect([found.length, more]).toEqual([20, 40])
  })

  it('knows what no source wrote: headings, the mark of a cut', async () => {
    const cut = taken('journal', 'one\ntwo', [1, { text: '...[cut]...', at: 0 }])
    const of = async (text: string) => (await ask(text, { sections: [cut] })).found
    expect(await of('[cut]')).toMatchObject([
      { section: 'journal', source: null, lines: null, packet_line: 6 },
    ])
    expect(await of('## JOURNAL')).toMatchObject([{ section: null, source: null, packet_line: 3 }])
  })

  it('gives the lines it can be when one line of a source became several', async () => {
    const lines = [
      { text: 'a', at: 1 },
      { text: 'b', at: 1 },
      { text: 'c', at: 2 },
      { text: 'd', at: 3 },
    ]
    const { found } = await ask('b', {
      sections: [{ id: 's', lines, source: { path: 'docs/s.md', text: 'ab\nc\nd' } }],
    })
    expect(found[0]?.lines).toEqual([1, 2])
  })

  it('is found in JSON too, with the line where the source is still there', async () => {
    const sections = [makeWholeSection('soul', 'x'), taken('journal', 'say "one"\n\nthen\ntwo', [1, 2, 3, 4])]
    const rule = { format: 'json' }
    const [hit] = (await ask('say "one"', { sections, rule })).found
    expect(hit).toMatchObject({
      section: 'journal',
      source: 'docs/journal.md',
      lines: [1, 1],
      text: 'say "one"',
    })
    const changed = { 'docs/journal.md': 'other' }
    expect((await ask('then', { sections, rule, files: changed })).found[0]?.lines).toEqual([1, 4])
    expect((await ask('"omitted"', { sections, rule })).found[0]).toMatchObject({
      section: null,
      packet_line: 2,
    })
  })

  it('is refused when it is empty', async () => {
    await expect(ask(' \n', { sections: [] })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('version control', () => {
  it('names the commit of a line, where the source was as committed', async () => {
    const world = makeWorld()
    try {
      const text = 'one\ntwo\n'
      const first = world.init({ 'docs/soul.md': 'two\n', 'docs/edited.md': 'then\n' })
      const commit = world.commit({ 'docs/soul.md': text })
      const sections = [
        makeWholeSection('soul', 'one\ntwo'),
        makeWholeSection('edited', 'now'),
        { ...makeWholeSection('fresh', 'new'), source: { path: 'docs/fresh.md', text: 'new\n' } },
      ]
      const order = { directory: world.repo, history: openHistory(openGitCommand(world.env)) }
      const hit = async (asked: string, at: string | null = commit) =>
        (await ask(asked, { sections, over: { commit: at } }, order)).found[0]!
      expect(await hit('one')).toMatchObject({ state: 'committed', commit: { id: commit, author: 'A' } })
      expect(await hit('two')).toMatchObject({ state: 'committed', commit: { id: first } })
      expect(await hit('now')).toMatchObject({ state: 'uncommitted', commit: null })
      expect(await hit('new')).toMatchObject({ state: 'uncommitted', commit: null })
      expect(await hit('one', null)).toMatchObject({ state: 'unknown', commit: null })
      expect(await hit('one', 'a'.repeat(40))).toMatchObject({ state: 'unknown', commit: null })
    } finally {
      world.remove()
    }
  })

  it('still has what a source said, when the file has changed since', async () => {
    const world = makeWorld()
    try {
      const source = '\ufeffkept\r\ndropped line\r\n'
      const commit = world.init({ 'docs/soul.md': source })
      const soul = {
        id: 'soul',
        lines: [{ text: 'kept', at: 1 }],
        source: { path: 'docs/soul.md', text: source },
      }
      const order = { directory: world.repo, history: openHistory(openGitCommand(world.env)) }
      const files = { 'docs/soul.md': 'rewritten\n' }
      const { absent } = await ask('dropped line', { sections: [soul], over: { commit }, files }, order)
      expect(absent).toMatchObject([{ section: 'soul', reason: 'reduced', lines: [2, 2] }])
    } finally {
      world.remove()
    }
  })
})

describe('a text that is not in the packet', () => {
  const absence = async (asked: string, world: World) => (await ask(asked, world)).absent

  it('was shortened away, and by what', async () => {
    const reductions = [{ by: 'head', why: 'cap', before: 90, after: 20 }]
    const journal = taken('journal', 'kept\ncut away', [1], { reductions })
    const [absent] = await absence('cut away', { sections: [journal] })
    expect(absent).toMatchObject({
      section: 'journal',
      source: 'docs/journal.md',
      lines: [2, 2],
      reason: 'reduced',
    })
    expect(absent?.detail).toContain('by head for its cap, 90 → 20')
  })

  it('was not asked for by the shape of its section, or stands there in another form', async () => {
    const soul = taken('soul', '**Goal:** whole\nignored', [{ text: 'Goal: whole', at: 1 }])
    expect((await absence('ignored', { sections: [soul] }))[0]).toMatchObject({
      reason: 'reduced',
      detail: expect.stringContaining('shape'),
    })
    expect((await absence('**Goal:**', { sections: [soul] }))[0]?.detail).toContain('another form')
  })

  it('was redacted, and the answer does not say what it was', async () => {
    const source = `first\ntoken ${secret} here\nlast`
    const lines = [
      { text: 'first', at: 1 },
      { text: 'token [REDACTED] here', at: 2 },
      { text: 'last', at: 3 },
    ]
    const soul = { ...taken('soul', source, lines), over: { redactions: { 'github-personal-token': 1 } } }
    const answer = await ask(secret, { sections: [soul] })
    expect(answer.absent).toMatchObject([{ reason: 'redacted', lines: [2, 2], source: 'docs/soul.md' }])
    expect(JSON.stringify(answer.absent)).not.toContain(secret)
    expect((await absence('token ghp_A1', { sections: [soul] }))[0]?.reason).toBe('redacted')
  })

  it('was part of a key that stood over many lines', async () => {
    const key = `-----BEGIN RSA PRIVATE ${'KEY'}-----\nMIIEow\nAAAA\n-----END RSA PRIVATE ${'KEY'}-----`
    const lines = [
      { text: 'a', at: 1 },
      { text: '[REDACTED]', at: 2 },
      { text: 'b', at: 6 },
    ]
    const soul = { ...taken('soul', `a\n${key}\nb`, lines), over: { redactions: { 'published-pem-key': 1 } } }
    expect((await absence('AAAA', { sections: [soul] }))[0]).toMatchObject({
      reason: 'redacted',
      lines: [4, 4],
    })
  })

  it('belongs to a section that was left out', async () => {
    const files = { 'docs/roadmap.md': 'Phase: 3\nGoal: far' }
    const [absent] = await absence('goal:  far', {
      sections: [makeWholeSection('soul', 'x')],
      over: leftOut('roadmap', files),
      files,
    })
    expect(absent).toMatchObject({
      section: 'roadmap',
      source: 'docs/roadmap.md',
      lines: [2, 2],
      reason: 'left-out',
    })
    expect(absent?.detail).toContain('over budget')
    const two = { 'docs/first.md': 'Nothing', ...files }
    const [second] = await absence('Goal', { sections: [], over: leftOut('roadmap', two), files: two })
    expect(second).toMatchObject({ source: 'docs/roadmap.md', reason: 'left-out' })
  })

  it('lies where a section would have looked that was not asked for, or that found nothing', async () => {
    const files = { 'docs/roadmap.md': 'Phase: 3\nGoal: far' }
    const looked = ['file:docs/roadmap.md', 'file:docs/other.md']
    const over = leftOut('roadmap', {}, { reason: 'not-asked', why: 'only for level full', looked })
    const [text] = await absence('Goal: far', { sections: [], over, files })
    expect(text).toMatchObject({ section: 'roadmap', source: 'docs/roadmap.md', lines: [2, 2] })
    expect(text?.detail).toBe('The section was not asked for: only for level full.')
    expect((await absence('docs/other.md', { sections: [], over }))[0]).toMatchObject({
      section: 'roadmap',
      reason: 'left-out',
    })
  })

  it('is found nowhere, and the answer says where it was looked for', async () => {
    const over = leftOut('roadmap', {}, { reason: 'not-asked', why: 'only for level full' })
    const sections = [makeWholeSection('soul', 'x'), makeWholeSection('journal', 'y')]
    const files = { 'docs/journal.md': 'changed since' }
    const [absent] = await absence('nowhere', { sections, over, files })
    expect(absent).toMatchObject({ section: null, source: null, lines: null, reason: 'unknown' })
    for (const said of [
      'sources (docs/soul.md)',
      'read from docs/journal.md',
      'roadmap (only for level full)',
    ])
      expect(absent?.detail).toContain(said)
  })
})

describe('a path', () => {
  const sections = [makeWholeSection('soul', 'one\ntwo'), taken('journal', 'a\nb\nc', [1, 3])]

  it.each(['docs/journal.md', './docs/journal.md', '/project/docs/journal.md', '/elsewhere/docs/journal.md'])(
    'is taken as one when it is a source, as in %s',
    async (asked) => {
      const { asked_as, found, absent } = await ask(asked, { sections })
      expect(asked_as).toBe('path')
      expect(found.map(({ section, lines, text }) => [section, lines, text])).toEqual([
        ['journal', [1, 1], 'a'],
        ['journal', [3, 3], 'c'],
      ])
      expect(absent).toEqual([])
    },
  )

  it('shows in JSON the first line of its section', async () => {
    const { found } = await ask('docs/journal.md', { sections, rule: { format: 'json' } })
    expect(found).toMatchObject([{ section: 'journal', lines: [1, 3], text: 'a' }])
  })

  it('is told to be shortened, though part of it is there', async () => {
    const cut = taken('journal', 'a\nb', [1], {
      reductions: [{ by: 'head', why: 'budget', before: 9, after: 4 }],
    })
    const { found, absent } = await ask('docs/journal.md', { sections: [cut] })
    expect([found.length, absent[0]?.reason]).toEqual([1, 'reduced'])
  })

  it('was left out with its section', async () => {
    const { asked_as, absent } = await ask('docs/roadmap.md', {
      sections,
      over: leftOut('roadmap', { 'docs/roadmap.md': 'x' }),
    })
    expect([asked_as, absent[0]?.reason]).toEqual(['path', 'left-out'])
  })

  it('was not read, and why', async () => {
    const detail = '"docs/logo.png" is binary (a NUL byte at 3); name a text file.'
    const diagnostics = [{ code: 'source-binary', severity: 'warning', section: 'art', detail } as const]
    const { absent } = await ask('docs/logo.png', { sections, over: { diagnostics } })
    expect(absent).toEqual([
      { section: 'art', source: 'docs/logo.png', lines: null, reason: 'unread', detail },
    ])
  })

  it('is in the project, and no section names it', async () => {
    const files = { 'src/main.ts': 'code' }
    const { asked_as, absent } = await ask('src/main.ts', { sections, files })
    expect([asked_as, absent[0]?.reason]).toEqual(['path', 'undeclared'])
    expect((await ask('src/other.ts', { sections, files })).asked_as).toBe('text')
  })
})

describe('a golden packet', () => {
  it('leads every mapped line back to the line of its source', async () => {
    const directory = join(import.meta.dirname, '../../../../presets/outpost/cases/trim-3-journal')
    const receipt = JSON.parse(readFileSync(join(directory, 'receipt.json'), 'utf8')) as Receipt
    const text = readFileSync(join(directory, 'packet.md'), 'utf8')
    const past = makeMemoryLedger()
    past.inject({ receipt: { ...receipt, session_id: 's', commit: null }, text })
    const asked = 'Decision 7: the reason'
    const order = {
      asked,
      injection: 'latest',
      directory: '/',
      read: () => null,
      list: () => [],
      matches: () => false,
      history: null,
    }
    const { found } = await explainWhy(past, order)
    const source = readFileSync(join(directory, 'repo/docs/ANCHORS.md'), 'utf8').split('\n')
    expect(found).toHaveLength(1)
    expect(source[found[0]!.lines![0] - 1]).toContain(asked)
    expect(text.split('\n')[found[0]!.packet_line - 1]).toContain(asked)
  })
})

describe('searching', () => {
  it('prefers what is exactly there', () => {
    expect(findText('Abc abc ABC', 'abc')).toEqual([{ start: 4, end: 7 }])
    expect(findText('x  A\n\tB y', 'a b')).toEqual([{ start: 3, end: 7 }])
    expect(findText('İstanbul İ', 'stanbul İ')).toEqual([{ start: 1, end: 10 }])
    expect(findText('anything', ' ')).toEqual([])
  })
})
