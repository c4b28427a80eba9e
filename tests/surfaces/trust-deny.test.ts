// Files on the deny-list, through every way a manifest can name a file: sources, globs, collections, contexts, links.
import { linkSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, json, text, World } from './program.ts'

const world = new World()
afterAll(() => world.remove())

const canary = 'canary-that-must-not-be-told'
const manifest = `foreword: 1
name: deny
levels:
  standard: { budget: 4000 }
default_level: standard
ceiling: 8000
collections:
  notes: { files: 'docs/**/*.md' }
contexts:
  voice: { files: ['voice/*'] }
sections:
  notes: { sources: [deny://docs/notes/], missing: skip }
  voice: { sources: [deny://context/voice], missing: skip }
  all: { sources: ['file:**'], select: all, missing: skip }
  env: { sources: [file:.env], missing: skip }
  link: { sources: [file:innocent.md], missing: skip }
  folder: { sources: [file:Secrets/plain.md], missing: skip }
scheme: deny
`
const denied = [
  '.env',
  'docs/0002-client-secret.md',
  'docs/Credentials-of-the-shop.md',
  'docs/SECRETS/0003-plain.md',
  'voice/my-credentials.md',
  'Secrets/plain.md',
]

let root: string
beforeAll(() => {
  root = join(world.dir, 'shop')
  world.write(join(root, '.foreword/manifest.yaml'), manifest)
  world.write(join(root, 'docs/0001-open.md'), '# Open\n\nThis may be told.\n')
  for (const path of denied) world.write(join(root, path), `# ${canary}\n`)
  symlinkSync('.env', join(root, 'innocent.md'))
  symlinkSync('../.env', join(root, 'docs/0004-innocent.md'))
  symlinkSync('../Secrets', join(root, 'voice/linked'))
  mkdirSync(join(world.dir, 'outside'))
  world.write(join(world.dir, 'outside/o.md'), canary)
  symlinkSync('../../outside/o.md', join(root, 'docs/0005-out.md'))
})

const foreword = (...args: string[]) => world.foreword(args, { cwd: root })

describe('the deny-list', () => {
  it('M-51 M-52 M-53 M-54 holds for sources, globs, collections and contexts, whatever leads there', () => {
    const output = mkdtempSync(join(world.dir, 'out-'))
    expect(foreword('assemble', root, 'standard', output, at).code).toBe(0)
    expect(text(output, 'context.md')).toContain('This may be told')
    for (const name of ['context.md', 'receipt.json']) expect(text(output, name)).not.toContain(canary)
    const said = json(output, 'receipt.json').diagnostics.map(
      (diagnostic: { detail: string }) => diagnostic.detail,
    )
    expect(said).toContainEqual('3 names that "**" matches are excluded and not read.')
    for (const path of ['.env', 'innocent.md', 'Secrets/plain.md'])
      expect(said, path).toContainEqual(expect.stringMatching(new RegExp(`^"${path}" is `)))
  })

  it.each([
    ['read', 'docs/notes/'],
    ['read', 'docs/notes/0002'],
    ['read', 'docs/notes/0002-client-secret'],
    ['read', 'docs/notes/client'],
    ['read', 'docs/notes/0003'],
    ['read', 'docs/notes/0004'],
    ['read', 'docs/notes/0005'],
    ['read', 'docs/notes/../../.env'],
    ['read', 'docs/notes/..%2f..%2f.env'],
    ['read', 'context/voice'],
    ['ls'],
    ['ls', 'docs/notes/'],
    ['ls', 'context/voice'],
  ])('M-54 holds by address: %s %s', (...words) => {
    for (const more of [[], ['--json']]) {
      const ran = foreword(...words, ...more)
      expect(ran.code).not.toBe(70)
      expect(ran.out + ran.err).not.toContain(canary)
    }
  })

  it('M-54 keeps names out of a list of documents', () => {
    const { out } = foreword('ls', 'docs/notes/')
    expect(out).toContain('0001-open')
    expect(out).not.toMatch(/client-secret|redentials|plain/)
  })
})

describe('a hard link', () => {
  it('T7 is told in a note: no path shows where its other name is', () => {
    const project = world.project({}, 'linked')
    world.write(join(project, '.foreword/manifest.yaml'), manifest)
    linkSync(join(world.dir, 'outside/o.md'), join(project, 'docs/0006-hard.md'))
    const output = mkdtempSync(join(world.dir, 'out-'))
    const ran = world.foreword(['assemble', project, 'standard', output, at])
    expect(ran.err).not.toContain('hard link')
    expect(json(output, 'receipt.json').diagnostics).toContainEqual({
      code: 'source-hard-link',
      severity: 'note',
      section: 'notes',
      detail: expect.stringContaining('docs/0006-hard.md has another name'),
    })
  })

  it('T7 is not reported if the manifest is trusted, because the user has reviewed it', () => {
    const project = world.project({}, 'linked-and-trusted')
    world.write(join(project, '.foreword/manifest.yaml'), manifest)
    linkSync(join(world.dir, 'outside/o.md'), join(project, 'docs/0006-hard.md'))
    const codes = () => {
      const output = mkdtempSync(join(world.dir, 'out-'))
      expect(world.foreword(['assemble', project, 'standard', output, at]).code).toBe(0)
      return json(output, 'receipt.json').diagnostics.map(({ code }: { code: string }) => code)
    }
    expect(codes()).toContain('source-hard-link')
    expect(world.foreword(['trust', project, '--yes']).code).toBe(0)
    expect(codes()).not.toContain('source-hard-link')
  })
})
