// A question about the latest packet, an empty packet, and the path in a cut marker: each has an answer.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, secrets, World } from './program.ts'

const manifest = (sections: string) => `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 200 } }
default_level: standard
ceiling: 200
exclude: [docs/private/**]
collections: { notes: { files: docs/notes/*.md } }
sections:
${sections}`

let world: World
let root: string
beforeEach(() => {
  world = new World()
  root = world.repository({
    '.foreword/manifest.yaml': manifest('  project: { sources: ["file:README.md"] }\n'),
    'README.md': `# Shop\n\n${'A line about the shop.\n\n'.repeat(100)}The key is ${secrets.github}.\n`,
    'OTHER.md': 'Not for agents.\n',
    'docs/notes/one.md': '# One\n\nA note.\n',
    'docs/private/plan.md': 'Private.\n',
  })
  run('trust', '--yes')
})
afterEach(() => world.remove())

const run = (...args: string[]) => world.foreword(args, { cwd: root })
const write = (sections: string) => {
  world.write(join(root, '.foreword/manifest.yaml'), manifest(sections))
  run('trust', '--yes')
}
const assemble = (...args: string[]) => run('assemble', '.', 'standard', 'out', ...args)

describe('the latest packet', () => {
  it('is one that was sent: why, replay and diff pass over a refusal and name it', () => {
    const sent = assemble().out.trim()
    assemble()
    write('  project: { sources: ["file:gone.md"], missing: fail }\n')
    expect(assemble().code).toBe(3)
    const refused = json(join(root, 'out/receipt.json')).injection_id
    for (const args of [
      ['why', 'about the shop'],
      ['replay', 'latest'],
      ['diff', 'latest~1', 'latest'],
    ]) {
      const { code, err } = run(...args)
      expect([args[0], code]).toEqual([args[0], 0])
      expect(err).toContain(`note: ${refused} is later and sent nothing: Section PROJECT is required`)
    }
    const told = JSON.parse(run('replay', 'latest~1', '--json').out)
    expect(told).toMatchObject({ injection_id: sent, skipped: [{ injection_id: refused }] })
    expect(run('show', 'latest').out).toContain(refused)
  })
})

describe('a packet without content', () => {
  it.each([
    ['a source that does not exist', '  project: { sources: ["file:nope.md"] }\n'],
    ['a source that may be missing', '  project: { sources: ["file:nope.md"], missing: skip }\n'],
  ])('is a warning: %s', (_, sections) => {
    write(sections)
    const { code, out, err } = assemble('--json')
    expect(code).toBe(0)
    const detail = 'the packet has no content: project (no source found)'
    expect(JSON.parse(out).warnings).toContain(detail)
    expect(err).toContain(detail)
    expect(run('explain', '.').out).toContain(`warning: ${detail}`)
    const { diagnostics } = json(join(root, 'out/receipt.json'))
    expect(diagnostics).toContainEqual({ code: 'packet-empty', severity: 'warning', detail })
  })

  it('warns of one missing source in a packet that has others', () => {
    write('  project: { sources: ["file:docs/notes/one.md"] }\n  more: { sources: ["file:nope.md"] }\n')
    const { warnings } = JSON.parse(assemble('--json').out)
    expect(warnings).toEqual(['none found of: nope.md'])
  })
})

describe('foreword read with a path', () => {
  it.each(['README.md', './README.md', 'file:README.md'])(
    'reads %s, which a source names, redacted and cut',
    (path) => {
      const { code, out, err } = run('read', path)
      expect(code).toBe(0)
      expect(out).toContain('A line about the shop.')
      expect(err).toContain('cut to its budget of 200')
      const whole = JSON.parse(run('read', path, '--budget=all', '--json').out)
      expect(whole).toMatchObject({ cut: false, kept: 'store', sources: [{ path: 'README.md' }] })
      expect(whole.text).toContain('The key is ')
      expect(whole.text).not.toContain(secrets.github)
      expect(run('show', whole.injection_id).code).toBe(0)
    },
  )

  it('reads a document of a collection by its path, too', () => {
    expect(run('read', 'docs/notes/one.md').out).toContain('A note.')
    expect(run('read', 'file:docs/notes/one.md').out).toContain('A note.')
  })

  it.each([
    'OTHER.md',
    'file:OTHER.md',
    'docs/private/plan.md',
    'file:../outside.md',
    'file:*.md',
    '.env',
    'file:',
  ])('refuses %s, which no source names', (path) => {
    const { code, out } = run('read', path)
    expect([code, out]).toEqual([3, ''])
  })

  it('refuses what the deny-list and the root refuse, also if a source names it', () => {
    world.write(join(root, '.env'), 'KEY=value-of-the-key\n')
    world.write(join(world.dir, 'outside.md'), 'Outside.\n')
    symlinkSync(join(world.dir, 'outside.md'), join(root, 'link.md'))
    write(
      '  all: { sources: ["file:.env", "file:docs/private/plan.md", "file:link.md", "file:../outside.md"] }\n',
    )
    for (const path of ['.env', 'docs/private/plan.md', 'link.md', 'file:../outside.md']) {
      const { code, out } = run('read', path)
      expect([path, code, out]).toEqual([path, 3, ''])
    }
  })
})
