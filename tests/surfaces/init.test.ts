import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, text, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = join(world.dir, 'shop')
  mkdirSync(repo)
})
afterEach(() => world.remove())

const init = (...args: string[]) => world.foreword(['init', '--preset=outpost', ...args], { cwd: repo })
const today = () => new Date().toISOString().slice(0, 10)
const placed = () => [
  '.foreword/manifest.yaml',
  'apps/shop/SHOP_SOUL.md',
  'docs/ANCHORS.md',
  'profiles/default/PROFILE.md',
  `session-journals/${today()}-001-first-session.md`,
]
const everything = () =>
  readdirSync(repo, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repo.length + 1))
    .sort()

describe('init with a preset', () => {
  it('Z-120 writes a manifest and a template for every section, docs/ANCHORS.md among them', () => {
    const { code, out, err } = init()
    expect([code, err]).toEqual([0, ''])
    expect(everything()).toEqual(placed())
    for (const path of placed()) expect(out).toContain(`written     ${path}\n`)
    expect(text(repo, 'docs/ANCHORS.md')).toMatch(
      /Decisions:\n\n- .+: .+ \(\d{4}-\d\d-\d\d\)\n\nNon-Negotiables:\n\n- /,
    )
    expect(text(repo, '.foreword/manifest.yaml')).toContain('extends: preset:outpost')
  })

  it('T2 leaves nothing more to trust, and trusts no manifest that was there', () => {
    const state = () =>
      JSON.parse(world.foreword(['trust', '.', '--show', '--json'], { cwd: repo }).out).state
    expect(init().out).toContain('trusted     Agents get it')
    expect(state()).toBe('trusted')
    world.foreword(['trust', '.', '--revoke'], { cwd: repo })
    expect(init().out).not.toContain('trusted')
    expect(state()).toBe('never')
  })

  it('Z-120 leaves no placeholder in names and texts', () => {
    init()
    for (const path of placed()) expect(path + text(repo, path)).not.toMatch(/[{}]/)
  })

  it('Z-120 gives a project that compiles, and names the template that is still to be filled in', () => {
    init()
    const { code, err } = world.foreword(['assemble', repo, 'standard', 'out'])
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^[^\n]*PROFILE\.md has placeholders of a template in line 1[^\n]*\n$/),
    ])
    const packet = text(world.dir, 'out/context.md')
    expect(packet.match(/^## .*/gm)).toEqual(['## SOUL', '## ANCHORS', '## PROFILE', '## JOURNAL'])
    for (const label of ['Project: shop', 'Type: venture', 'Decisions:', 'Non-Negotiables:', 'Style: ']) {
      expect(packet).toContain(label)
    }
    expect(packet).toContain(`Last Session: ${today()}\nStatus: in-progress\n`)
    expect(packet).toContain('Next Action: ')
    expect(json(world.dir, 'out/context.json')).toMatchObject({
      journal_age_days: 0,
      warnings: [expect.stringContaining('placeholders of a template')],
    })
  })

  it('Z-120 overwrites nothing and says so', () => {
    world.write(join(repo, 'docs/ANCHORS.md'), 'mine')
    world.write(join(repo, '.foreword/manifest.yaml'), 'mine too')
    const { code, out } = init()
    expect(code).toBe(0)
    expect(out).toContain('kept        docs/ANCHORS.md\n')
    expect(text(repo, 'docs/ANCHORS.md')).toBe('mine')
    expect(text(repo, '.foreword/manifest.yaml')).toBe('mine too')
    expect(everything()).toEqual(placed())
  })

  it.each([
    ['docs/OUTPOST_SOUL.md', 'SOUL', 'apps/shop/SHOP_SOUL.md'],
    ['SHOP_SOUL.md', 'SOUL', 'apps/shop/SHOP_SOUL.md'],
    ['session-journals/2025-12-20-004-cart.md', 'JOURNAL', placed()[4]!],
    ['session-journals/notes.md', 'JOURNAL', placed()[4]!],
  ])('Z-120 puts nothing in front of %s, which is the %s', (existing, heading, template) => {
    world.write(join(repo, existing), 'mine')
    expect(init('--dry-run').out).toContain(`kept        ${template} (${heading} is ${existing})\n`)
    const states = JSON.parse(init('--json').out)
    expect(states).toContainEqual({ path: template, state: 'kept', because: `${heading} is ${existing}` })
    expect(everything()).toEqual([...placed().filter((path) => path !== template), existing].sort())
  })

  it('Z-120 names the latest journal as the one there is', () => {
    for (const day of ['2025-12-20', '2025-12-30', '2025-12-25'])
      world.write(join(repo, `session-journals/${day}-001-x.md`), 'mine')
    expect(init().out).toContain('(JOURNAL is session-journals/2025-12-30-001-x.md)')
  })

  it('Z-120 does not take a README or a decision in the SOUL for the file of a section', () => {
    world.write(join(repo, 'README.md'), '# Shop\n')
    world.write(join(repo, 'session-journals/README.md'), '# Journals\n')
    world.write(join(repo, 'docs/readme_SOUL.md'), '# Souls\n')
    expect(init().out).not.toContain('kept')
    expect(everything()).toEqual(expect.arrayContaining(placed()))
  })

  it('Z-120 changes nothing when it is run again', () => {
    init()
    const before = everything().map((path) => text(repo, path))
    const states = JSON.parse(init('--json').out).map((step: { state: string }) => step.state)
    expect(new Set(states)).toEqual(new Set(['kept']))
    expect(everything().map((path) => text(repo, path))).toEqual(before)
  })

  it('Z-120 under --dry-run only says what it would write', () => {
    const { code, out } = init('--dry-run')
    expect(code).toBe(0)
    for (const path of placed()) expect(out).toContain(`would write ${path}\n`)
    expect(everything()).toEqual([])
  })

  it('Z-120 under --json is a list of paths and what became of them', () => {
    const { code, out } = init('--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(placed().map((path) => ({ path, state: 'written' })))
  })

  it('Z-120 takes variables and a path', () => {
    const ran = world.foreword([
      'init',
      'shop',
      '--preset=outpost',
      '--var',
      'app_id=store',
      '--var=profile_id=ada',
    ])
    expect(ran.code).toBe(0)
    expect(everything()).toEqual(
      expect.arrayContaining(['apps/store/STORE_SOUL.md', 'profiles/ada/PROFILE.md']),
    )
    const shown = JSON.parse(world.foreword(['explain', repo, '--json']).out)
    expect(shown.receipt.sections.map((section: { source: string }) => section.source)).toContain(
      'apps/store/STORE_SOUL.md',
    )
  })

  it('Z-120 does not follow a link out of the project', () => {
    const outside = join(world.dir, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(repo, 'docs'))
    const { code, err } = init()
    expect(code).toBe(3)
    expect(err).toContain('docs/ANCHORS.md would be written outside of the project')
    expect(readdirSync(outside)).toEqual([])
  })

  it('Z-120 does not write through a link that leads nowhere', () => {
    mkdirSync(join(repo, 'docs'))
    symlinkSync(join(world.dir, 'target'), join(repo, 'docs/ANCHORS.md'))
    init()
    expect(existsSync(join(world.dir, 'target'))).toBe(false)
  })

  it.each([
    ['climbs out of the project', ['--var=app_id=../../evil'], 3, 'outside of the project'],
    ['gives a variable without a value', ['--var=app_id'], 2, '--var must look like NAME=VALUE'],
    ['names no directory', ['nowhere'], 3, 'Directory not found: "nowhere"'],
  ])('Z-120 refuses a call that %s', (_, args, code, message) => {
    const ran = init(...args)
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(message)])
    expect(readdirSync(world.dir).sort()).not.toContain('evil')
  })

  it.each([['nope'], ['../outpost']])('Z-120 refuses the preset %s, which there is not', (name) => {
    const ran = world.foreword(['init', `--preset=${name}`], { cwd: repo })
    expect([ran.code, ran.err]).toEqual([3, expect.stringContaining(`Unknown preset: "${name}"`)])
  })
})
