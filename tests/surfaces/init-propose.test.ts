import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { binary, type Files, secrets, text, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = join(world.dir, 'shop')
  mkdirSync(repo)
})
afterEach(() => world.remove())

const own = '.foreword/manifest.yaml'
const init = (...args: string[]) => world.foreword(['init', ...args], { cwd: repo })
const has = (files: Files) => {
  for (const [path, content] of Object.entries(files)) world.write(join(repo, path), content!)
}
const proposal = (...args: string[]) => JSON.parse(init('--json', '--dry-run', ...args).out)
const document = (title: string, status: string) =>
  `# ${title}\n\nStatus: ${status}\n\n## Decision\n\nWe do ${title}.\n`

const usual = {
  'README.md': '# Shop\n\nSells things.\n',
  'docs/adr/0001-one.md': document('ADR 1: One', 'Accepted'),
  'docs/adr/0002-two.md': document('ADR 2: Two', 'Superseded'),
  'docs/adr/README.md': '# Decisions\n\nAll of them.\n',
  'docs/rfcs/0001-cart.md': document('RFC 1: Cart', 'In progress'),
  'docs/rfcs/0002-late.md': document('RFC 2: Late', 'Draft'),
  'journals/2025-12-31-a.md': '# Old session\n\nBegan.\n',
  'journals/2026-01-02-b.md': '# New session\n\nWent on.\n',
  'CLAUDE.md': '# Claude\n\nBe brief.\n',
  'AGENTS.md': '# Agents\n\nAda knows the carts.\n',
  'CONTRIBUTING.md': '# How\n\nSmall steps.\n',
  'ARCHITECTURE.md': '# How it is built\n\nOf rooms.\n',
  'CHANGELOG.md': '# Changes\n\nMany.\n',
  'ROADMAP.md': '# Plan\n\nSell more.\n',
  '.cursor/rules/style.mdc': '# Style\n\nTabs.\n',
} satisfies Files

describe('init without a preset', () => {
  it('proposes the project itself, the documents that are there, and its volatile state last', () => {
    has(usual)
    const { manifest, receipt, state } = proposal()
    const { sections, collections, tiers, ...rest } = parse(manifest)
    expect(state).toBe('proposed')
    expect(rest).toEqual({ foreword: 1, name: 'shop', states: { 'current-rfc': { active: 'rfcs' } } })
    expect(collections.adrs).toMatchObject({ files: ['docs/adr/*.md'], retired: ['superseded'] })
    expect(Object.keys(sections)).toEqual([
      ...['purpose', 'commands', 'conventions', 'layout'],
      ...['agents', 'decisions', 'current-rfc', 'journal', 'plan', 'state'],
    ])
    expect(tiers).toEqual({ state: { refresh: [{ every: '30m' }] } })
    expect(sections.state.tier).toBe('state')
    expect(receipt.sections.map((section: { source: string }) => section.source)).toEqual(
      expect.arrayContaining(['docs/rfcs/0001-cart.md', 'journals/2026-01-02-b.md']),
    )
    const severe = receipt.diagnostics.filter((entry: { severity: string }) => entry.severity !== 'note')
    expect(severe).toEqual([])
  })

  it('is a short manifest: a line for each section of an ordinary repository', () => {
    has({ 'README.md': '# Shop\n\nSells things.\n', 'package.json': '{ "scripts": { "test": "vitest" } }' })
    const { manifest } = proposal()
    expect(manifest.trimEnd().split('\n')).toHaveLength(11)
    expect(manifest).toContain(
      '  commands: { sources: ["foreword://project/commands"], cap: 400, over_cap: borrow }\n',
    )
  })

  it.each([['few', {}] as const, ['many', usual] as const])(
    'has caps that fit the standard level together, with %s documents',
    (_, files) => {
      has(files)
      const { sections } = parse(proposal().manifest)
      const caps = Object.values<{ cap: number }>(sections).map(({ cap }) => cap)
      expect(caps.reduce((sum, cap) => sum + cap)).toBeLessThanOrEqual(1400)
      expect(Math.min(...caps)).toBeGreaterThanOrEqual(40)
      expect(sections.commands.cap).toBe(400)
    },
  )

  it('gives a manifest that compiles without a warning, with decisions in one line each', () => {
    has(usual)
    const { code, out } = init('--yes')
    expect([code, out]).toEqual([0, expect.stringContaining(`written     ${own}\n`)])
    const ran = world.foreword(['assemble', repo, 'standard', 'out'])
    expect([ran.code, ran.err]).toEqual([0, ''])
    const packet = text(world.dir, 'out/context.md')
    expect(packet).toContain('- ADR 1: One: We do ADR 1: One.\n')
    expect(packet).not.toMatch(/ADR 2|RFC 2|Old session|All of them|Be brief|Of rooms/)
    for (const level of ['minimal', 'full', '700'])
      expect(world.foreword(['assemble', repo, level, 'out'])).toMatchObject({ code: 0, err: '' })
  })

  it('sends the state of the repository last', () => {
    has(usual)
    init('--yes')
    world.git(repo, 'init', '-q', '-b', 'main')
    world.git(repo, 'add', 'README.md')
    world.git(repo, 'commit', '-qm', 'Begin')
    world.foreword(['assemble', repo, 'standard', 'out'])
    const headings = text(world.dir, 'out/context.md').match(/^## .*$/gm)
    expect(headings?.at(-1)).toBe('## STATE')
  })

  it('sends what agents load by themselves only to those that do not', () => {
    has(usual)
    expect(init('--yes').out).toContain('loaded by Codex CLI, opencode; sent to Gemini CLI, Aider')
    const told = (agent: string) =>
      world.foreword(['explain', repo, `--executor=${agent}`]).out.includes('Ada knows the carts.')
    expect(['claude', 'codex', 'gemini', 'aider'].filter(told)).toEqual(['gemini', 'aider'])
  })

  it('knows that Claude Code loads AGENTS.md where there is no CLAUDE.md', () => {
    has({ 'AGENTS.md': '# Agents\n\nRun the tests.\n' })
    expect(proposal().found).toContainEqual({
      path: 'AGENTS.md',
      use: 'loaded by Claude Code, Codex CLI, opencode; sent to Gemini CLI, Aider',
    })
  })

  it('is the same for the same repository in every place and with every agent', () => {
    has(usual)
    const first = proposal().manifest
    world.agent('claude')
    expect(proposal().manifest).toBe(first)
    world.shell('mkdir away && cp -r shop away/shop')
    const again = world.foreword(['init', 'away/shop', '--json', '--dry-run'])
    expect(JSON.parse(again.out).manifest).toBe(first)
  })

  it.each([
    ['codex', 'Next: "foreword install --all" adds it to Codex CLI.'],
    ['aider', 'Next: foreword dispatch . "…" --executor=aider --context gives Aider a task.'],
    ['ls', 'Next: "foreword explain ." shows what agents will receive.'],
  ])('ends with the next step where %s is on PATH', (program, next) => {
    has(usual)
    world.agent(program)
    expect(init('--yes').out.trimEnd().split('\n').at(-1)).toBe(next)
  })

  it('shows what it would send and its size, as explain does', () => {
    has(usual)
    const { code, out } = init('--dry-run')
    expect(code).toBe(0)
    expect(out).toMatch(/── Packet that agents would receive ─+\nLevel standard: \d+ of 1500 \(o200k\)/)
    const table = out.slice(out.indexOf('\nsection '), out.indexOf('\nLeft out'))
    init('--yes')
    expect(world.foreword(['explain', repo]).out).toContain(table)
  })

  it('writes nothing without a terminal, and says how to accept', () => {
    has(usual)
    expect(init()).toMatchObject({
      code: 3,
      err: `Nothing was written: foreword has no terminal to ask on. Use --yes to write ${own}.\n`,
    })
    expect(init('--json')).toMatchObject({ code: 3, out: expect.stringContaining('"state": "proposed"') })
    expect(existsSync(join(repo, '.foreword'))).toBe(false)
    expect(init('--yes', '--dry-run').code).toBe(2)
  })

  it('T2 leaves nothing more to trust: the answer approves the manifest that it writes', () => {
    has(usual)
    const state = () => JSON.parse(world.foreword(['trust', repo, '--show', '--json']).out).state
    expect(init('--yes').out).toContain('trusted     Agents get it from their next session on.\n')
    expect(state()).toBe('trusted')
    const input = JSON.stringify({ cwd: repo, session_id: 'ses-1', source: 'startup' })
    const said = world.foreword(['hook', 'session-start', '--agent=claude'], { input })
    expect(said.out).toContain('Sells things.')
    expect(readdirSync(join(repo, '.foreword')).sort()).toEqual(['manifest.yaml', 'state'])
  })

  it('T2 does not trust a manifest that was there before', () => {
    has({ ...usual, [own]: 'foreword: 1\nname: shop\nextends: preset:outpost\n' })
    expect(init('--yes').out).not.toContain('trusted')
    expect(JSON.parse(world.foreword(['trust', repo, '--show', '--json']).out).state).toBe('never')
  })

  it('T2 writes the manifest and says so where the approval cannot be stored', () => {
    has(usual)
    const ran = world.foreword(['init', '--yes'], {
      cwd: repo,
      env: { XDG_CONFIG_HOME: join(repo, 'config') },
    })
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining('the manifest is not trusted.') })
    expect(existsSync(join(repo, own))).toBe(true)
  })

  it('never overwrites a manifest, also not one in a published form', () => {
    has({ ...usual, [own]: 'mine' })
    expect(init('--yes')).toMatchObject({ code: 0, out: expect.stringMatching(`^kept        ${own}\n`) })
    expect(text(repo, own)).toBe('mine')
    world.shell('rm -r shop/.foreword')
    has({ '.blue/context.manifest.yaml': 'version: 1\n' })
    expect(JSON.parse(init('--yes', '--json').out)).toMatchObject({
      state: 'kept',
      path: '.blue/context.manifest.yaml',
    })
    expect(existsSync(join(repo, '.foreword'))).toBe(false)
  })

  it('proposes a small manifest for an empty repository, and the files to write first', () => {
    const { code, out } = init('--yes')
    expect(code).toBe(0)
    expect(out).toMatch(/found no documents[\s\S]*Write first:\n {2}README\.md: [\s\S]*docs\/adr\/0001/)
    expect(Object.keys(parse(text(repo, own)).sections)).toEqual([
      ...['purpose', 'commands', 'conventions', 'layout', 'state'],
    ])
    expect(world.foreword(['explain', repo]).code).toBe(0)
  })

  it.each([
    ['outpost', { 'docs/SHOP_SOUL.md': 'Project: Shop\nPurpose: Sell\n' }, 'docs/*_SOUL.md'],
    ['blue', { '.blue/docs/adrs/0001-a.md': document('ADR 1: One', 'Accepted') }, '.blue/docs/*/*.md'],
  ])('extends the preset %s where a project has its layout', (preset, files, glob) => {
    has(files)
    expect(proposal()).toMatchObject({ preset, found: [{ path: glob }] })
    init('--yes')
    expect(text(repo, own)).toContain(`# Chosen because of ${glob}.\nforeword: 1\nname: ${preset}\n`)
    expect(world.foreword(['explain', repo]).code).toBe(0)
    expect(readdirSync(repo).sort()).toEqual(['.foreword', Object.keys(files)[0]!.split('/')[0]].sort())
  })

  it('does not extend a preset that would refuse what is there', () => {
    has({ 'session-journals/2026-01-01-a.md': '# Session\n\nWent on.\n' })
    expect(proposal().preset).toBeNull()
    expect(proposal().found).toContainEqual({ path: 'session-journals/[0-9]*.md', use: 'JOURNAL' })
  })

  it('takes variables only where a preset has them', () => {
    has({ 'docs/SHOP_SOUL.md': 'Project: Shop\nPurpose: Sell\n' })
    expect(proposal('--var=app_id=store').manifest).toContain('app_id: "store"')
    world.shell('rm -r shop/docs')
    expect(init('--var=app_id=store')).toMatchObject({ code: 2, err: expect.stringContaining('--preset') })
  })

  it('takes nothing for granted: empty files, links that lead out, binaries, odd names', () => {
    world.write(join(world.dir, 'outside.md'), '# Outside\n\nOut.\n')
    symlinkSync(join(world.dir, 'outside.md'), join(repo, 'README.md'))
    has({ 'CONTRIBUTING.md': ' \n', 'docs/adr/template.md': '# T\n\nx\n', 'journals/x"]: {.md': 'x\n' })
    writeFileSync(join(repo, 'ARCHITECTURE.md'), 'a\0b')
    has({ [`journals/2026-01-01-${secrets.github}.md`]: '# Session\n\nWent on.\n' })
    const ran = init('--dry-run')
    expect([ran.code, ran.out.includes(secrets.github)]).toEqual([0, false])
    expect(Object.keys(parse(proposal().manifest).sections)).toEqual([
      ...['purpose', 'commands', 'conventions', 'layout', 'journal', 'state'],
    ])
  })

  it('does not write through a link', () => {
    mkdirSync(join(world.dir, 'outside'))
    symlinkSync(join(world.dir, 'outside'), join(repo, '.foreword'))
    expect(init('--yes').code).toBe(3)
    expect(readdirSync(join(world.dir, 'outside'))).toEqual([])
  })
})

const terminals = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

describe.skipIf(!terminals)('a person at a terminal (with script of util-linux)', () => {
  const typing = (words: string, env: Record<string, string> = {}) => {
    const command = `"${process.execPath}" "${binary}" init "${repo}"`
    const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
      input: words,
      env: { ...world.env, TERM: 'dumb', SHELL: '/bin/sh', ...env },
      encoding: 'utf8',
    })
    return { code: ran.status, out: ran.stdout.replaceAll('\r', '') }
  }
  const editor = (line: string) => {
    const file = join(world.bin, 'ed.sh')
    world.write(file, `#!/bin/sh\n${line}\n`)
    chmodSync(file, 0o755)
    return { EDITOR: `${file} --wait` }
  }
  beforeEach(() => has(usual))

  it.each([
    ['y\n', true],
    ['\n', true],
    ['what\ny\n', true],
    ['n\n', false],
    ['\u0004', false],
  ])('who types %j decides', (words, written) => {
    const { code, out } = typing(words)
    expect([code, existsSync(join(repo, own))]).toEqual([0, written])
    expect(out).toContain(`Write ${own}? [Y/n/e/?]`)
  })

  it('may edit it first, and sees what comes of it', () => {
    const { out } = typing('e\ny\n', editor('sed -i "s/  plan: {/  plan: { heading: SHOP,/" "$2"'))
    expect(out.split('Packet that agents would receive')).toHaveLength(3)
    expect(text(repo, own)).toContain('heading: SHOP')
  })

  it('hears what is wrong with what was edited, and the text is as before', () => {
    const { out } = typing('e\ny\n', editor('echo "nonsense: 1" >> "$2"'))
    expect(out).toContain('unknown key "nonsense"')
    expect(text(repo, own)).not.toContain('nonsense')
  })

  it('hears when there is no such editor', () => {
    const { code, out } = typing('e\nn\n', { EDITOR: '/nowhere/ed' })
    expect(out).toContain('The editor "/nowhere/ed" failed.')
    expect([code, existsSync(join(repo, own))]).toEqual([0, false])
  })
})
