import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest, own } from './past-asking.ts'
import { secrets, visible } from './program.ts'

let engine: Asking
let first: string
let second: string

const sections = `  soul: { sources: ['file:SOUL.md'] }
  rules: { sources: ['file:rules/*.md'], select: all }
  notes: { sources: ['file:NOTES.md'], cap: 100 }
  journal: { sources: ['file:journal/*.md'], select: latest, decay: { steps: [{ upto: 3, use: full }, { use: 'head(5)' }] } }
  extra: { sources: ['file:EXTRA.md'], when: { flag: more }, missing: skip }
  env: { sources: ['file:.env'], missing: skip }
  gone: { sources: ['file:GONE.md'], missing: skip }
`
const precedence = 'precedence:\n  - { section: notes, by: drop }\n  - { section: rules, by: drop }\n'
const journal = 'Began with the cart\n\nThen came the checkout\n\nEnded with the invoice\n'.repeat(3)

beforeAll(() => {
  engine = new Asking({
    ...own,
    '.foreword/manifest.yaml': manifest({ sections, rest: precedence }),
    'SOUL.md': `I am a shop.\nThe key is ${secrets.github} for now.\n`,
    'NOTES.md': `First note\n${'Some note in between\n'.repeat(40)}Last note\n`,
    'journal/2025-11-01-first.md': journal,
    'EXTRA.md': 'Only on demand\n',
    'OTHER.md': 'Never declared\n',
    '.env': `AWS=${secrets.aws}\n`,
  })
  const { world, repo } = engine
  world.git(repo, 'init', '-q', '-b', 'main')
  world.git(repo, 'add', '-A', '-f')
  world.git(repo, 'commit', '-qm', 'Begin the shop')
  first = world.git(repo, 'rev-parse', 'HEAD')
  engine.write({ 'rules/b.md': 'Rule B: no force-push\nRule C: no surprises\n' })
  world.git(repo, 'commit', '-qam', 'Add a rule')
  second = world.git(repo, 'rev-parse', 'HEAD')
  engine.inject('standard')
})
afterAll(() => engine.remove())

describe('why, of what is there', () => {
  it.each([
    ['Rule B', 1, () => first, 'Begin the shop'],
    ['Rule C', 2, () => second, 'Add a rule'],
  ])('names the file, the line and the commit that brought "%s"', (asked, line, commit, summary) => {
    const { found, absent, asked_as } = engine.ask('why', asked)
    expect([asked_as, absent, found.length]).toEqual(['text', [], 1])
    expect(found[0]).toMatchObject({
      section: 'rules',
      source: 'rules/b.md',
      lines: [line, line],
      state: 'committed',
    })
    expect(found[0].commit).toMatchObject({ id: commit(), author: 'A', summary })
    const page = engine.read('why', asked)
    expect(page).toContain(`rules, from rules/b.md:${line}, line ${found[0].packet_line} of the packet\n`)
    expect(page).toContain(`${commit().slice(0, 12)}, ${found[0].commit.date.slice(0, 10)}, A: ${summary}\n`)
  })

  it('points at the line of the packet', () => {
    const { packet_line } = engine.ask('why', 'no force-push').found[0]
    expect(engine.run('replay', 'latest').out.split('\n')[packet_line - 1]).toBe('Rule B: no force-push')
  })

  it('says of a heading that no file holds it', () => {
    const { found } = engine.ask('why', '## SOUL')
    expect(found[0]).toMatchObject({ source: null, lines: null, commit: null })
    expect(engine.read('why', '## SOUL')).toContain('foreword wrote it.')
  })

  it('finds text regardless of case and white space', () => {
    expect(engine.ask('why', 'rule  b:  NO force-push').found[0].source).toBe('rules/b.md')
  })

  it('answers for a path with every place that it gave, lines of two commits apart', () => {
    for (const path of ['rules/b.md', './rules/b.md', join(engine.repo, 'rules/b.md')]) {
      const { asked_as, found } = engine.ask('why', path)
      expect(asked_as).toBe('path')
      const places = found.map(({ source, lines }: { source: string; lines: number[] }) => [source, lines])
      expect(places).toEqual([
        ['rules/b.md', [1, 1]],
        ['rules/b.md', [2, 2]],
      ])
      expect(found[0].commit.id).not.toBe(found[1].commit.id)
      expect(found[1]).toMatchObject({ text: 'Rule C: no surprises', packet_line: found[0].packet_line + 1 })
    }
  })

  it('says that a line was not committed when it was read', () => {
    engine.write({ 'rules/a.md': 'Rule A: tests last\n' })
    engine.inject('standard')
    const { found } = engine.ask('why', 'tests last')
    expect(found[0]).toMatchObject({
      source: 'rules/a.md',
      lines: [1, 1],
      state: 'uncommitted',
      commit: null,
    })
    expect(engine.read('why', 'tests last')).toContain('Not committed when it was read.')
  })

  it('still answers for an injection of before, after the file has changed', () => {
    const { found } = engine.ask('why', 'tests first', '@1')
    expect(found[0]).toMatchObject({ source: 'rules/a.md', state: 'committed', commit: { id: first } })
  })

  it('answers without version control', () => {
    const plain = new Asking(own, 'plain', engine.world)
    plain.inject('standard')
    const { found } = plain.ask('why', 'Rule B')
    expect(found[0]).toMatchObject({ source: 'rules/b.md', lines: [1, 1], state: 'unknown', commit: null })
    expect(plain.read('why', 'Rule B')).toContain('git does not know the commit.')
  })

  it.each(['markdown', 'json'])('names file and line in a packet of %s', (format) => {
    const other = new Asking(
      { ...own, '.foreword/manifest.yaml': manifest({ render: format }) },
      format,
      engine.world,
    )
    other.inject('standard')
    expect(other.ask('why', 'no force-push').found[0]).toMatchObject({
      section: 'rules',
      source: 'rules/b.md',
      lines: [1, 1],
    })
  })
})

describe('why, of what is not there', () => {
  const absence = (asked: string, ref = '@1') => {
    const { found, absent } = engine.ask('why', asked, ref)
    expect(found).toEqual([])
    return absent
  }

  it('says that a line fell to the cap of its section', () => {
    const [answer] = absence('Last note')
    expect(answer).toMatchObject({ section: 'notes', source: 'NOTES.md', lines: [42, 42], reason: 'reduced' })
    expect(answer.detail).toMatch(/^The section was shortened by \S+ for its cap, \d+ → \d+\.$/)
    const page = engine.read('why', 'Last note', '@1').replaceAll(/\s+/g, ' ')
    expect(page).toContain('"Last note" is not in INJ-')
    expect(page).toContain(`notes, NOTES.md:42: shortened: ${answer.detail}`)
  })

  it('says that a line fell to the age of its section', () => {
    const [answer] = absence('Ended with the invoice')
    expect(answer).toMatchObject({
      section: 'journal',
      source: 'journal/2025-11-01-first.md',
      reason: 'reduced',
    })
    expect(answer.detail).toContain('for its age')
  })

  it('says that the section was left out for the budget', () => {
    engine.inject('small')
    const small = engine.ask('log', '--limit=1').injections[0].injection_id
    const [answer] = absence('First note', small)
    expect(answer).toMatchObject({ section: 'notes', source: 'NOTES.md', lines: [1, 1], reason: 'left-out' })
    expect(answer.detail).toBe('The section was left out: over budget.')
    expect(absence('NOTES.md', small)[0]).toMatchObject({ section: 'notes', reason: 'left-out' })
  })

  it('knows all the files of a section that was left out', () => {
    const many = new Asking({ ...own, 'rules/b.md': 'A long rule\n'.repeat(40) }, 'many', engine.world)
    many.inject('small')
    for (const asked of ['A long rule', 'rules/b.md']) {
      const [answer] = many.ask('why', asked).absent
      expect(answer).toMatchObject({ section: 'rules', source: 'rules/b.md', reason: 'left-out' })
    }
  })

  it('says that a secret stood there, by its kind alone', () => {
    const [answer] = absence(secrets.github)
    expect(answer).toMatchObject({ section: 'soul', source: 'SOUL.md', lines: [2, 2], reason: 'redacted' })
    expect(answer.detail).toContain('github')
  })

  it('says that a file may not be read', () => {
    const [answer] = absence('.env')
    expect(answer).toMatchObject({ section: 'env', source: '.env', reason: 'unread' })
    expect(answer.detail).toContain('excluded')
  })

  it('says that no section that was asked for reads a file', () => {
    expect(absence('OTHER.md')[0]).toMatchObject({ source: 'OTHER.md', reason: 'undeclared' })
    const [extra] = absence('EXTRA.md')
    expect(extra).toMatchObject({ section: 'extra', source: 'EXTRA.md', reason: 'left-out' })
    expect(extra.detail).toBe('The section was not asked for: only for flag more.')
  })

  it('says where it looked for what is nowhere', () => {
    const [answer] = absence('Never declared')
    expect(answer).toMatchObject({ section: null, source: null, reason: 'unknown' })
    for (const path of ['SOUL.md', 'rules/a.md', 'NOTES.md', 'gone (no source found)'])
      expect(answer.detail).toContain(path)
  })

  it('refuses an empty question', () => {
    expect(engine.refused(2, 'why', '  ')).toContain('empty')
    expect(engine.refused(2, 'why')).toContain('text|path')
    expect(engine.refused(3, 'why', 'x', '@99')).toContain('Entry 99 was not found')
  })
})

describe('show', () => {
  it('tells what was shortened, redacted, left out and not read, and why', () => {
    const page = engine.read('show', '@1')
    for (const fact of [
      /\nsoul +SOUL\.md +- +\d+ +1 redacted\n/,
      /\nnotes +NOTES\.md .* head \(cap\) \d+→\d+\n/,
      /\njournal .* \d+ d .* head \(age\) \d+→\d+\n/,
      /\nLeft out:\n(?:.*\n)* {2}gone: no source found\n/,
      /\nNot requested:\n {2}extra: only for flag more\n/,
      /\nRedacted: github-personal-token ×1\n/,
      /\n {2}warning: env: "\.env" is excluded/,
    ])
      expect(page).toMatch(fact)
  })
})

describe('a secret', () => {
  /** The JSON document has everything that the page has, so the page is checked only where the secret is nearest. */
  const commands = [
    ['show', 'latest'],
    ['why', 'the key is'],
    ['why', secrets.github],
    ['why', secrets.aws],
    ['diff', '@1', 'latest'],
    ['why --json', 'SOUL.md'],
    ['why --json', '.env'],
    ['why --json', 'AWS='],
    ['show --json', 'latest'],
    ['why --json', secrets.github],
    ['log --json'],
    ['diff --json', '@1', 'latest'],
    ['replay', '@1'],
    ['context show --json', '--verbose'],
    ['bisect --json', '@1', 'latest', '--', 'grep', '-q', 'First note'],
  ] as const

  it('is printed by no command, for people or as JSON', () => {
    engine.write({ 'SOUL.md': `I am a shop.\nNow the key is ${secrets.github}, and ${secrets.aws} too.\n` })
    engine.inject('standard')
    for (const [command, ...args] of commands) {
      const { out, err } = engine.run(command, ...args)
      for (const secret of Object.values(secrets))
        expect(out + err, `${command} ${args}`).not.toContain(secret.slice(0, 16))
      expect(out + err).not.toBe('')
    }
  })

  it('is in no export, and nowhere in the state', () => {
    const { out } = engine.run('store export', '-')
    expect(out).toContain('[REDACTED]')
    for (const secret of Object.values(secrets)) expect(out).not.toContain(secret)
    const state = join(engine.repo, '.foreword/state')
    expect(visible(state)).toContain('store.db')
    for (const secret of Object.values(secrets))
      expect(
        engine.world.shell(
          `grep -rlaF '${secret}' '${state}' '${engine.world.cache}' '${engine.world.env.HOME}'`,
        ).out,
      ).toBe('')
  })
})
