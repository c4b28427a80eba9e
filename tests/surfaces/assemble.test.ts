import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { at, files, json, secrets, text, visible, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = world.project()
})
afterEach(() => world.remove())

const assemble = (...args: string[]) => world.foreword(['assemble', ...args, at])
const idLine = /^INJ-20260103-183000-[a-z0-9]{6}\n$/

describe('assemble', () => {
  it.each([
    ['named', ['full', 'out'], 'full'],
    ['a number', ['1400', 'out'], '1400'],
    ['left out', ['out'], 'standard'],
    ['an empty word', ['', 'out'], 'standard'],
  ])('Z-107 prints only the injection id, with the level %s', (_, words, level) => {
    const { code, out, err } = assemble(repo, ...words)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(idLine)
    const output = join(world.dir, 'out')
    expect(visible(output)).toEqual(['context.json', 'context.md', 'receipt.json'])
    expect(json(output, 'context.json')).toMatchObject({ injection_id: out.trim(), level, run_id: null })
    expect(text(output, 'context.md')).toContain(`injection_id="${out.trim()}"`)
    expect(json(output, 'receipt.json').injection_id).toBe(out.trim())
  })

  it.each([
    ['nothing but the repository is given', []],
    ['only a level is given', ['full']],
    ['only a number is given', ['1400']],
  ])('Z-107 asks for <output_dir> when %s', (_, words) => {
    const before = readdirSync(world.dir)
    expect(assemble(repo, ...words)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('<output_dir> is missing'),
    })
    expect(readdirSync(world.dir)).toEqual(before)
  })

  it('Z-107 finds a repository by its name, or by owner and name', () => {
    const env = { FOREWORD_REPOS: world.dir }
    const elsewhere = join(world.dir, 'home')
    for (const name of ['shop', 'someone/shop']) {
      const ran = world.foreword(['assemble', name, 'full', join(world.dir, 'named')], {
        env,
        cwd: elsewhere,
      })
      expect(ran.code).toBe(0)
      expect(json(world.dir, 'named/context.json').repo).toBe('shop')
    }
  })

  it.each(['banana', '12abc'])('Z-09 refuses the level %s and writes nothing', (level) => {
    expect(assemble(repo, level, 'out')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(`Unknown level: ${level}`),
    })
    expect(existsSync(join(world.dir, 'out'))).toBe(false)
  })

  it('Z-08 warns on standard error only', () => {
    const { code, out, err } = assemble(repo, '2500', 'out')
    expect(code).toBe(0)
    expect(out).toMatch(idLine)
    expect(err).toBe('foreword: warning: level 2500 became 2000, the hard cap\n')
  })

  it('Z-115 shows decisions on standard error only', () => {
    const { out, err } = assemble(repo, 'full', 'out', '--debug')
    expect(out).toMatch(idLine)
    expect(err).toMatch(/^plan .*\n(.*\n)*budget /)
  })

  it('leaves other files of an existing directory alone and replaces its own', () => {
    world.write(join(world.dir, 'out/notes.txt'), 'mine')
    world.write(join(world.dir, 'out/context.md'), 'old')
    expect(assemble(repo, 'out').code).toBe(0)
    expect(visible(join(world.dir, 'out'))).toEqual([
      'context.json',
      'context.md',
      'notes.txt',
      'receipt.json',
    ])
    expect(text(world.dir, 'out/notes.txt')).toBe('mine')
    expect(text(world.dir, 'out/context.md')).toContain('## SOUL')
  })

  it('refuses an output directory that is a file', () => {
    world.write(join(world.dir, 'out'), 'a file')
    expect(assemble(repo, 'full', 'out')).toMatchObject({ code: 3, out: '' })
    expect(text(world.dir, 'out')).toBe('a file')
  })

  it('Z-88 names the agent it is for', () => {
    assemble(repo, 'full', 'out', '--executor=gemini')
    expect(json(world.dir, 'out/context.json').executor).toBe('gemini')
  })

  it('Z-35 takes the profile that is asked for', () => {
    world.write(join(repo, 'profiles/grace/PROFILE.md'), 'Operator: Grace\n')
    assemble(repo, 'full', 'out', '--var=profile_id=grace')
    expect(text(world.dir, 'out/context.md')).toContain('Operator: Grace')
  })

  it('Z-35 Z-37 reads from a second root only when it was opened', () => {
    world.project({ 'profiles/default/PROFILE.md': null })
    world.write(join(world.dir, 'zeos/profiles/default/PROFILE.md'), 'Operator: Zoe\n')
    assemble(repo, 'full', 'closed')
    expect(text(world.dir, 'closed/context.md')).not.toContain('Zoe')
    assemble(repo, 'full', 'open', '--root', `zeos=${world.dir}/zeos`)
    expect(json(world.dir, 'open/context.json').provenance.profile).toBe('@zeos/profiles/default/PROFILE.md')
  })
})

describe('a missing file', () => {
  const without = (path: keyof typeof files) => {
    world.project({ [path]: null })
    const { output, ...ran } = world.assemble(repo, 'full')
    return { ...ran, log: json(output, 'context.json'), packet: text(output, 'context.md') }
  }
  const all = ['soul', 'anchors', 'profile', 'journal', 'roadmap']

  it.each([
    ['Z-110', 'anchors', 'docs/ANCHORS.md', true],
    ['Z-111', 'profile', 'profiles/default/PROFILE.md', true],
    ['Z-112', 'journal', 'session-journals/2026-01-02-001-cart.md', true],
    ['Z-113', 'roadmap', 'docs/MASTER_ROADMAP.md', false],
  ] as const)('%s Z-114 Z-16 leaves out %s and nothing else', (_, section, path, warns) => {
    const { code, out, err, log, packet } = without(path)
    expect(code).toBe(0)
    expect(out).toMatch(idLine)
    expect(log.sections).toEqual(all.filter((name) => name !== section))
    expect(Object.keys(log.provenance)).toEqual(log.sections)
    expect(packet).not.toContain(`## ${section.toUpperCase()}`)
    expect(packet).not.toMatch(/not found/i)
    expect(err.includes(`warning: ${section}: `)).toBe(warns)
    expect(log.warnings.length > 0).toBe(warns)
    if (section === 'journal') expect([log.journal_age_days, log.journal_summarized]).toEqual([null, false])
  })

  it('Z-114 and three more leave the SOUL alone', () => {
    world.project(
      Object.fromEntries(
        Object.keys(files)
          .slice(1)
          .map((path) => [path, null]),
      ),
    )
    const { code, output } = world.assemble(repo, 'full')
    expect(code).toBe(0)
    expect(json(output, 'context.json').sections).toEqual(['soul'])
    expect(text(output, 'context.md').match(/^## .*/gm)).toEqual(['## SOUL'])
  })

  it('Z-22 Z-109 is replaced by the README if it is an identity file', () => {
    world.project({ 'apps/shop/SHOP_SOUL.md': null, 'README.md': '# Shop\n\nSells things.\n' })
    const { code, output } = world.assemble(repo, 'full')
    expect(code).toBe(0)
    expect(json(output, 'context.json').provenance.soul).toBe('README.md')
    expect(text(output, 'context.md')).toContain('Project: Shop\nPurpose: Sells things.')
  })

  it('Z-104 Z-109 is refused if it is an identity file and there is no README, and the refusal is on record', () => {
    world.project({ 'apps/shop/SHOP_SOUL.md': null })
    const { code, out, err } = assemble(repo, 'full', 'out')
    expect([code, out]).toEqual([3, ''])
    expect(err).toContain('Section SOUL is required')
    expect(visible(join(world.dir, 'out'))).toEqual(['context.json', 'receipt.json'])
    expect(json(world.dir, 'out/context.json').outcome.status).toBe('error')
    expect(json(world.dir, 'out/receipt.json')).toMatchObject({ status: 'error', packet_digest: null })
  })
})

describe('a secret', () => {
  it('Z-65 Z-80 Z-81 is in no file, no message and no cache', () => {
    world.project({
      'docs/ANCHORS.md': `Decisions:\n- Use ${secrets.aws}: it works (2025-12-20)\n`,
      'session-journals/2026-01-02-001-cart.md': `Status: ${secrets.github}\n\nNext Action: Use ${secrets.github}\n`,
    })
    const { out, err } = assemble(repo, 'full', 'out', '--debug')
    const written = world.shell('cat out/* cache/*/*').out
    expect(written).toContain('[REDACTED]')
    for (const secret of Object.values(secrets)) expect(`${out}${err}${written}`).not.toContain(secret)
  })
})
