import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hash } from '../../src/adapters/cache/index.ts'
import { computeFingerprint } from '../../src/core/values/index.ts'
import { secrets, text, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = join(world.dir, 'shop')
  mkdirSync(repo)
})
afterEach(() => world.remove())

const at = '--now=2026-01-25T12:00:00Z'
const output = 'docs/knowledge/decisions.md'
const entry = 'decisions: { from: docs/adr/*.md, to: docs/knowledge/decisions.md, title: Decisions }'
const words = ['zero', 'one', 'two', 'three', 'four']
const adr = (number: number, decision = `We choose ${words[number]}.`) =>
  `# ADR 000${number}: Choice ${words[number]}\n\n| | |\n|---|---|\n| **Status** | Accepted |\n\n## Context\n\nMuch.\n\n## Decision\n\n${decision}\n`
const build = (...args: string[]) => world.foreword(['knowledge', 'build', repo, at, ...args])
const write = (path: string, content: string) => world.write(join(repo, path), content)
const manifest = (entries: string, rest = '') =>
  write(
    '.foreword/manifest.yaml',
    `# mine\nforeword: 1 # stays\nname: own\nextends: preset:outpost\nknowledge:\n  ${entries}\n${rest}`,
  )
const bodyOf = (path = output) => text(repo, path).split('-->\n')[1]

/** A repository with three decisions and a manifest that builds one document from them. */
function decisions(entries = entry, rest = ''): void {
  for (const number of [1, 2, 3]) write(`docs/adr/000${number}.md`, adr(number))
  manifest(entries, rest)
}

describe('knowledge build', () => {
  it('M-59 generates a document that has a line for each decision', () => {
    decisions()
    const ran = build()
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain(`written      ${output} (3 documents, `)
    const lines = ['one', 'two', 'three'].map(
      (word, i) => `- ADR 000${i + 1}: Choice ${word}: We choose ${word}.\n`,
    )
    expect(bodyOf()).toBe(`# Decisions\n\n${lines.join('')}`)
  })

  it('M-60 M-61 M-62 M-63 says when, from what, at which commit and by which command', () => {
    decisions()
    world.git(repo, 'init', '-q', '-b', 'main')
    world.git(repo, 'add', '-A')
    world.git(repo, 'commit', '-qm', 'first')
    build()
    const head = world.git(repo, 'rev-parse', 'HEAD')
    expect(text(repo, output)).toMatch(
      new RegExp(
        `^<!--\nGenerated: 2026-01-25T12:00:00Z\nSource: docs/adr/\\*\\.md\nCommit: ${head}\nRegenerate: foreword knowledge build\nBody: sha256:[0-9a-f]{64}\n-->\n# Decisions\n`,
      ),
    )
  })

  it.each([
    [
      'titles',
      /^# Decisions\n\n- ADR 0001: Choice one.*\n- ADR 0002: Choice two.*\n- ADR 0003: Choice three.*\n$/,
    ],
    [
      'whole',
      /^# Decisions\n\n## docs\/adr\/0001\.md\n\n### ADR 0001: Choice one\n[\s\S]*\nMuch\.\n[\s\S]*\n\n## docs\/adr\/0002\.md\n/,
    ],
  ])('M-59 has the shape %s', (shape, expected) => {
    decisions(entry.replace(' }', `, shape: ${shape} }`))
    expect(build().code).toBe(0)
    expect(bodyOf()).toMatch(expected)
  })

  it('M-59 keeps to its budget by whole documents, and says what is missing', () => {
    decisions(entry.replace(' }', ', max_tokens: 25 }'), 'render: { cut_marker: "…" }\n')
    expect(build().out).toMatch(/\((\d) documents?, \d left out, \d+ of 25 tokens\)/)
    expect(bodyOf()).toMatch(/^# Decisions\n\n- ADR 0001: Choice one[^\n]*\n… 2 of 3 documents left out\n$/)
  })

  it('holds no secret: none by its form, none that another document names, none of .env, none in a name', () => {
    const known = ['kn0wn', 'v4lue', 'from', 'env'].join('-')
    decisions(
      `${entry.replace('Decisions', `Token ${secrets.aws}`)}\n  all: { from: [docs/adr/*.md, docs/named/*.md], to: all.md, shape: whole }`,
    )
    const own = ['hunter2', 'hunter3'].join('_')
    write('.env', `SHOP_KEY=${known}\n`)
    write('docs/adr/0004.md', adr(4, `We use ${secrets.github} and ${known} and ${own}.`))
    write('docs/named/a.md', `# Names\n\npassword = "${own}"\n`)
    write(`docs/named/${secrets.github}.md`, '# File\n\nText.\n')
    for (const args of [['decisions'], []]) {
      expect(build(...args).code).toBe(0)
      const all = [output, 'all.md']
        .filter((path) => existsSync(join(repo, path)))
        .map((path) => text(repo, path))
      for (const path of all) {
        for (const secret of [secrets.github, secrets.aws, known, own])
          expect(path.includes(secret)).toBe(false)
      }
      expect(text(repo, output)).toContain('We use [REDACTED] and [REDACTED] and [REDACTED]')
    }
  })

  it('does not read what is never read, and says so', () => {
    decisions(entry.replace('docs/adr/*.md', '[docs/adr/*.md, ../outside.md]'))
    world.write(join(world.dir, 'outside.md'), '# Outside\n\nOut.\n')
    write('docs/adr/my-secret.md', '# Mine\n\nPrivate.\n')
    symlinkSync(join(world.dir, 'outside.md'), join(repo, 'docs/adr/link.md'))
    writeFileSync(join(repo, 'docs/adr/binary.md'), 'a\0b')
    const { code, err } = build()
    expect(code).toBe(0)
    for (const name of [
      'a file at docs/adr/\\*\\.md is excluded by name',
      'link.md',
      'binary.md',
      'outside.md',
    ])
      expect(err).toMatch(new RegExp(`warning: decisions: .*${name}`))
    expect(bodyOf()).not.toMatch(/Mine|Outside|Private/)
  })

  it('says when there is nothing to build from', () => {
    manifest(entry)
    expect(build()).toMatchObject({ code: 0, out: expect.stringContaining(`no sources   ${output}`) })
    expect([existsSync(join(repo, output)), build('--check').code]).toEqual([false, 0])
    expect(world.foreword(['knowledge', 'build', repo, 'nope'])).toMatchObject({
      code: 2,
      err: 'Unknown knowledge: "nope".\nThe manifest declares: decisions.\n',
    })
  })
})

describe('a generated document', () => {
  it('M-64 that was edited by hand is not overwritten, unless forced', () => {
    decisions()
    build()
    const edited = `${text(repo, output)}- And mine\n`
    write(output, edited)
    write('docs/adr/0001.md', adr(1, 'We choose anew.'))
    const before = text(repo, '.foreword/manifest.yaml')
    const ran = build()
    expect(ran).toMatchObject({
      code: 3,
      out: expect.stringContaining(`edited       ${output}`),
      err: expect.stringMatching(/Nothing was written: .*\n.*--force/s),
    })
    expect(ran.out).toContain('changed by hand since 2026-01-25T12:00:00Z')
    expect([text(repo, output), text(repo, '.foreword/manifest.yaml')]).toEqual([edited, before])
    expect(build('--force').code).toBe(0)
    expect(bodyOf()).toMatch(/We choose anew/)
    expect(bodyOf()).not.toMatch(/And mine/)
  })

  it.each([
    ['somebody wrote', '# Mine\n', 'it has no header'],
    ['another program generated', '# Generated: 2026-01-01T00:00:00Z\n# Source: x\n\n# X\n', 'no Body line'],
  ])('M-64 is not put in the place of one that %s', (_, mine, why) => {
    decisions()
    write(output, mine)
    expect(build()).toMatchObject({ code: 3, out: expect.stringContaining(why) })
    expect(text(repo, output)).toBe(mine)
    expect(build('--force').code).toBe(0)
  })

  it('M-64 is not taken for edited when git has changed its line ends', () => {
    decisions()
    build()
    write(output, text(repo, output).replaceAll('\n', '\r\n'))
    expect(build().out).toContain('up to date')
  })

  it('M-65 changes with the manifest, of which nothing else changes', () => {
    decisions()
    const before = text(repo, '.foreword/manifest.yaml')
    expect(build().out).toContain('updated      .foreword/manifest.yaml')
    const stamped = (time: string) =>
      before.replace('# stays\n', `# stays\ngenerated_at: ${time}\nsource_commit: none\n`)
    expect(text(repo, '.foreword/manifest.yaml')).toBe(stamped('2026-01-25T12:00:00Z'))
    write('docs/adr/0004.md', adr(4))
    world.foreword(['knowledge', 'build', repo, '--now=2026-02-01T00:00:00Z'])
    expect(text(repo, '.foreword/manifest.yaml')).toBe(stamped('2026-02-01T00:00:00Z'))
    expect(world.foreword(['explain', repo, '--preset=outpost']).code).toBe(3)
    write('README.md', '# Shop\n\nSells.\n')
    expect(world.foreword(['explain', repo]).code).toBe(0)
  })

  it('M-65 stays with its time when nothing has changed, and is built anew when its header would', () => {
    decisions()
    build()
    const before = [output, '.foreword/manifest.yaml'].map((path) => statSync(join(repo, path)).mtimeMs)
    const again = world.foreword(['knowledge', 'build', repo, '--now=2026-03-01T00:00:00Z'])
    expect(again.out).toMatch(/^up to date {3}/)
    expect([output, '.foreword/manifest.yaml'].map((path) => statSync(join(repo, path)).mtimeMs)).toEqual(
      before,
    )
    manifest(entry.replace('docs/adr/*.md', 'docs/adr/000*.md'))
    expect(build().out).toContain('written')
  })

  it('M-65 in a preset has no manifest to change', () => {
    decisions()
    const elsewhere = join(world.dir, 'own.yaml')
    writeFileSync(elsewhere, readFileSync(join(repo, '.foreword/manifest.yaml')))
    expect(JSON.parse(build(`--manifest=${elsewhere}`, '--json').out)).toMatchObject({
      manifest: null,
      generated_at: '2026-01-25T12:00:00Z',
      entries: [{ state: 'written' }],
    })
    expect(readFileSync(elsewhere, 'utf8')).not.toContain('generated_at')
  })

  it('is not written by --dry-run and --check, which exits with 1 when it is not as it would be', () => {
    decisions()
    expect(build('--dry-run')).toMatchObject({ code: 0, out: expect.stringMatching(/^missing /) })
    expect(build('--check').code).toBe(1)
    expect(existsSync(join(repo, output))).toBe(false)
    build()
    expect(build('--check')).toMatchObject({ code: 0, err: '' })
    write('docs/adr/0001.md', adr(1, 'We choose anew.'))
    expect(build('--check')).toMatchObject({ code: 1, out: expect.stringMatching(/^would change /) })
    build()
    write(output, `${text(repo, output)}x\n`)
    expect(build('--check')).toMatchObject({ code: 1, out: expect.stringMatching(/^edited /) })
    world.shell('rm shop/docs/adr/*')
    expect(build('--check')).toMatchObject({ code: 1, out: expect.stringMatching(/^orphaned /) })
  })
})

describe('a build that was interrupted', () => {
  it('M-65 is told by --check, and finished by the next one', () => {
    decisions()
    build()
    const [before, after] = [text(repo, output), text(repo, output).replace('one', 'uno')]
    const journal = join(world.dir, `home/.local/state/foreword/knowledge/${computeFingerprint(repo)}.json`)
    world.write(journal, JSON.stringify({ changes: [{ path: output, before: hash(before), after }] }))
    expect(build('--check')).toMatchObject({ code: 1, err: expect.stringContaining('was interrupted') })
    expect(text(repo, output)).toBe(before)
    const ran = build('--force')
    expect(ran.out).toContain(`finished     ${output} (a build was interrupted)\n`)
    expect([existsSync(journal), build('--check').code]).toEqual([false, 0])
  })
})

describe('the place of a generated document', () => {
  it.each([
    ['../out.md', 'outside of the project'],
    ['/tmp/out.md', 'outside of the project'],
    ['.git/x.md', 'would be in .git'],
    ['.github/workflows/x.yml', 'must end in .md'],
    ['docs/adr/0001.md, from: docs/adr/0001.md', 'from itself'],
  ])('cannot be %s', (to, message) => {
    decisions(
      to.includes('from:') ? `decisions: { to: ${to} }` : `decisions: { from: docs/adr/*.md, to: ${to} }`,
    )
    const ran = build()
    expect(ran.code).toBe(3)
    expect(ran.err).toMatch(new RegExp(`manifest.yaml:6:\\d+: knowledge.decisions.to: .*${message}`))
  })

  it('is a file for each entry, whatever its spelling', () => {
    decisions(`${entry}\n  others: { from: x.md, to: ./docs/Knowledge/decisions.md }`)
    expect(build().err).toContain('knowledge.others.to: "decisions" is generated into this file too')
  })

  it('is never behind a link', () => {
    decisions()
    const outside = join(world.dir, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(repo, 'docs/knowledge'))
    expect(build('--force')).toMatchObject({
      code: 3,
      err: expect.stringContaining('docs/knowledge is a link'),
    })
    expect(existsSync(join(outside, 'decisions.md'))).toBe(false)
  })

  it('is never a document that knowledge is built from, and is not built from itself', () => {
    decisions('decisions: { from: docs/**/*.md, to: docs/adr/0002.md }')
    expect(build('--force')).toMatchObject({
      code: 3,
      err: expect.stringContaining('is a source of knowledge'),
    })
    expect(text(repo, 'docs/adr/0002.md')).toBe(adr(2))
    manifest('decisions: { from: docs/**/*.md, to: docs/all.md }')
    build()
    const once = bodyOf('docs/all.md')
    write('docs/adr/0004.md', adr(4))
    build()
    expect(bodyOf('docs/all.md')).toBe(`${once}- ADR 0004: Choice four: We choose four.\n`)
  })
})

describe('a manifest in its published form', () => {
  it('M-63 M-65 gets the stamp where it keeps it', () => {
    const published = (time: string, commit: string) =>
      `version: 1\ngenerated_at: ${time} # by the build\nsource_commit: ${commit}\nidentity:\n  sources:\n    - uri: blue://docs/adrs/\n  max_tokens: 500\n`
    write('.blue/context.manifest.yaml', published('2025-12-31T00:00:00Z', '1234567'))
    write('.blue/docs/adrs/0001-one.accepted.md', adr(1))
    expect(build()).toMatchObject({ code: 0, err: '' })
    expect(text(repo, '.blue/context.manifest.yaml')).toBe(published('2026-01-25T12:00:00Z', 'none'))
    expect(text(repo, 'knowledge/blue-adrs.md')).toContain('- ADR 0001: Choice one: We choose one.\n')
  })
})
