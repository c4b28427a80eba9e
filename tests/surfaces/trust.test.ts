// `foreword trust`: what the user approves, where the approval is stored, and its effect after changes.

import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { at, binary, json, type Ran, text, World } from './program.ts'

const world = new World()
const script = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0
afterAll(() => world.remove())

const manifest = `foreword: 1
name: shop
levels:
  standard: { budget: 1000 }
default_level: standard
ceiling: 2000
tiers:
  identity: { budget: 500 }
plugins:
  tracker: { provides: [issues] }
sections:
  rules:
    sources: [file:RULES.md]
  shared:
    tier: identity
    sources:
      - { uri: file:../shared/style.md, allow_external: true }
  plan:
    sources:
      - { uri: file:docs/secret-plan.md, allow_sensitive: true }
`

let root: string
let config: string
beforeEach(() => {
  const base = mkdtempSync(join(world.dir, 'trust-'))
  root = join(base, 'shop')
  config = join(base, 'config')
  world.write(join(root, '.foreword/manifest.yaml'), manifest)
  world.write(join(root, 'RULES.md'), 'Prices are integers.\n')
  world.write(join(root, 'docs/secret-plan.md'), 'The plan is to sell.\n')
  world.write(join(base, 'shared/style.md'), 'Short sentences.\n')
})

const records = () => join(config, 'foreword', 'trust')
const foreword = (...args: string[]): Ran => world.foreword(args, { env: { XDG_CONFIG_HOME: config } })
const trust = (...args: string[]): Ran => foreword('trust', root, ...args)
// biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
const shown = (...args: string[]): any => JSON.parse(trust('--show', '--json', ...args).out)
const edit = (from: string, to: string) =>
  writeFileSync(
    join(root, '.foreword/manifest.yaml'),
    text(root, '.foreword/manifest.yaml').replace(from, to),
  )

/** The context that agents get, and the diagnostics. */
function told(): { packet: string; warnings: string[]; code: number | null } {
  const output = mkdtempSync(join(world.dir, 'out-'))
  const ran = foreword('assemble', root, 'standard', output, at)
  const { diagnostics } = json(output, 'receipt.json')
  return {
    packet: text(output, 'context.md'),
    warnings: diagnostics.map((diagnostic: { detail: string }) => diagnostic.detail),
    code: ran.code,
  }
}

describe('trust', () => {
  it('T4 does not ask without a terminal: says what the manifest would do and what to do, and ends with 3', () => {
    const ran = trust()
    expect(ran.code).toBe(3)
    for (const words of [
      'shop: not trusted',
      'Manifest .foreword/manifest.yaml',
      '3 sections in 1 tier',
      'file:../shared/style.md',
      'file:docs/secret-plan.md',
      'tracker (only you can enable them)',
      'foreword has no terminal to ask on',
      'foreword trust --yes',
    ])
      expect(ran.err).toContain(words)
    expect(existsSync(config)).toBe(false)
    const document = foreword('trust', root, '--json')
    expect([document.code, JSON.parse(document.out).error.code]).toEqual([3, 'not-trusted'])
    expect(document.err).not.toContain('Manifest .foreword/manifest.yaml')
  })

  it('M-48 M-50 counts with --yes: what the manifest allows is read', () => {
    expect(told()).toMatchObject({ code: 0, packet: expect.not.stringContaining('Short sentences') })
    expect(trust('--yes')).toMatchObject({ code: 0, out: expect.stringContaining('shop: trusted since') })
    const { packet } = told()
    for (const words of ['Prices are integers', 'Short sentences', 'The plan is to sell'])
      expect(packet).toContain(words)
    expect(trust()).toMatchObject({ code: 0, out: expect.stringContaining('trusted since') })
  })

  it('M-49 T4 leaves the rest as it is where nothing is trusted, and says what is missing', () => {
    const { packet, warnings } = told()
    expect(packet).toContain('Prices are integers')
    expect(packet).not.toMatch(/Short sentences|The plan is to sell/)
    expect(warnings.filter((warning) => warning.includes('look at it with "foreword trust"'))).toHaveLength(2)
  })

  it('M-49 shows no path of this machine for what lies outside', () => {
    trust('--yes')
    const output = mkdtempSync(join(world.dir, 'out-'))
    foreword('assemble', root, 'standard', output, at)
    for (const name of ['context.md', 'receipt.json']) expect(text(output, name)).not.toContain(world.dir)
    expect(text(output, 'receipt.json')).toContain('"../shared/style.md"')
  })

  it('T21 keeps one private file, outside of the repository', () => {
    trust('--yes')
    const [name, ...others] = readdirSync(records())
    expect([name, others]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.json$/), []])
    expect([records(), join(records(), name!)].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600,
    ])
    expect(json(records(), name!)).toMatchObject({ trust: 2, root, digest: shown().digest })
    expect(readdirSync(join(root, '.foreword'))).toEqual(['manifest.yaml'])
  })

  it('M-48 T2 does not mind comments, formatting, key order, and what a build writes', () => {
    trust('--yes')
    const { digest } = shown()
    edit('name: shop\n', '# ours\nname:   "shop"\n')
    edit('levels:\n  standard: { budget: 1000 }\ndefault_level: standard\n', 'default_level: standard\n')
    edit('ceiling: 2000\n', 'ceiling: 2000\nlevels:\n  standard:\n    budget: 1000\n')
    expect(shown()).toMatchObject({ state: 'trusted', digest })
    expect(told().packet).toContain('Short sentences')
  })

  it('M-48 T2 ends when it reaches further: nothing that it allows is read, and --show says just what is new', () => {
    trust('--yes')
    expect(told().packet).toContain('Short sentences')
    edit('file:docs/secret-plan.md', 'file:docs/secret-plot.md')
    world.write(join(root, 'docs/secret-plot.md'), 'The plot.\n')
    const { packet, warnings } = told()
    expect(packet).not.toMatch(/Short sentences|The plot/)
    expect(warnings.join('\n')).toContain('is not trusted')
    const ran = trust('--show')
    expect(ran.code).toBe(0)
    expect(ran.out).toContain('shop: not trusted, changed since')
    expect(ran.out).toContain('New\nreads sensitive names            file:docs/secret-plot.md\n\n')
    expect(ran.out).not.toMatch(/secret-plan|style\.md|tracker/)
    expect(shown()).toMatchObject({
      state: 'changed',
      trusted: expect.stringMatching(/^sha256:/),
      widening: [{ kind: 'sensitive', what: 'file:docs/secret-plot.md' }],
    })
    expect(trust('--yes').code).toBe(0)
    expect(told().packet).toContain('The plot')
  })

  it('T2 is for what was shown, whatever file is there under the same name', () => {
    trust('--yes')
    const file = join(root, '.foreword/manifest.yaml')
    cpSync(file, `${file}.new`)
    renameSync(`${file}.new`, file)
    expect(shown().state).toBe('trusted')
    renameSync(root, `${root}.old`)
    mkdirSync(join(root, '.foreword'), { recursive: true })
    cpSync(join(`${root}.old`, '.foreword/manifest.yaml'), file)
    expect(shown().state).toBe('trusted')
    edit('ceiling: 2000', 'ceiling: 2001')
    expect(shown().state).toBe('changed')
  })

  it('T2 stays at its place: a project that was moved or copied was never trusted; a link to it leads to it', () => {
    trust('--yes')
    const other = `${root}-copy`
    cpSync(root, other, { recursive: true })
    symlinkSync(root, `${root}-link`)
    const stateOf = (path: string) => JSON.parse(foreword('trust', path, '--show', '--json').out).state
    expect([stateOf(other), stateOf(`${root}-link`), stateOf(root)]).toEqual(['never', 'trusted', 'trusted'])
    renameSync(root, `${root}-moved`)
    expect(stateOf(`${root}-moved`)).toBe('never')
  })

  it('T2 is not taken from the repository', () => {
    trust('--yes')
    const taken = [join(root, '.foreword/trust'), join(root, '.config/foreword/trust'), join(root, 'trust')]
    for (const place of taken) cpSync(records(), place, { recursive: true })
    rmSync(config, { recursive: true })
    expect(shown().state).toBe('never')
    const inside = (path: string) =>
      world.foreword(['trust', root, '--show', '--json'], { env: { XDG_CONFIG_HOME: path } })
    expect(JSON.parse(inside(join(root, '.config')).out)).toMatchObject({
      state: 'never',
      problem: expect.stringContaining('is in the project itself'),
    })
    const refused = world.foreword(['trust', root, '--yes'], {
      env: { XDG_CONFIG_HOME: join(root, '.config') },
    })
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('Trust cannot be stored') })
  })

  it('T2 is not taken from a directory that others can write to', () => {
    trust('--yes')
    chmodSync(records(), 0o777)
    expect(shown()).toMatchObject({ state: 'never', problem: expect.stringContaining('by other users') })
    expect(told().packet).not.toContain('Short sentences')
  })

  it('M-50 holds for what an address stands for', () => {
    const both = `collections:
  guides: { files: '../shared/*.md' }
  inner: { files: 'docs/*.md' }
scheme: shop
sections:
  guides: { sources: [{ uri: 'shop://docs/guides/', allow_external: true }], missing: skip }
  inner: { sources: [shop://docs/inner/], missing: skip }
`
    edit(manifest.slice(manifest.indexOf('sections:')), both)
    const read = () => foreword('read', 'docs/guides/style', `--repo=${root}`)
    expect(told().packet).not.toContain('Short sentences')
    expect(read()).toMatchObject({ code: 3, out: '' })
    trust('--yes')
    const { packet } = told()
    expect(packet).toContain('Short sentences')
    expect(packet).not.toContain('The plan is to sell')
    expect(read()).toMatchObject({ code: 0, out: expect.stringContaining('Short sentences') })
    expect(foreword('read', 'docs/guides/', `--repo=${root}`).out).toContain('Short sentences')
  })

  it('is taken back, and that counts at once', () => {
    expect(trust('--revoke')).toMatchObject({ code: 0, out: 'The manifest of shop was not trusted.\n' })
    trust('--yes')
    expect(told().packet).toContain('Short sentences')
    expect(trust('--revoke')).toMatchObject({ code: 0, out: 'The manifest of shop is no longer trusted.\n' })
    expect(told().packet).not.toContain('Short sentences')
    expect(JSON.parse(trust('--revoke', '--json').out)).toEqual({ project: 'shop', revoked: false })
    expect(shown().state).toBe('never')
  })

  it('lists what is trusted', () => {
    expect(foreword('trust', '--list').out).toContain('No manifest is trusted')
    trust('--yes')
    expect(foreword('trust', '--list').out).toContain(root)
    const { projects } = JSON.parse(foreword('trust', '--list', '--json').out)
    expect(projects).toEqual([{ root, digest: shown().digest, since: expect.stringMatching(/Z$/) }])
  })

  it('keeps no secret that stands in a manifest, and shows none', () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`
    edit('file:../shared/style.md', `file:../shared/${token}.md`)
    trust('--yes')
    expect(text(records(), readdirSync(records())[0]!)).not.toContain(token)
    edit(token, `${token.slice(0, -1)}X`)
    const ran = trust('--show')
    expect(ran.out).toContain('Only redacted text changed.')
    expect(ran.out).not.toContain(token.slice(0, 20))
  })

  it('T2 shows the file that a hook would write when a session ends', () => {
    const line = (file: string) => `writes when a session ends       ${file}\n`
    expect(trust('--show').out).toContain(line('none'))
    expect(shown().does.journal).toBeNull()
    edit('name: shop\n', 'name: shop\njournal: { when: session-end, file: "notes/{date}.md" }\n')
    expect(trust('--show').out).toContain(line('notes/{date}.md'))
    expect(trust().err).toContain(line('notes/{date}.md'))
    expect(shown().does.journal).toBe('notes/{date}.md')
  })

  it('T2 shows the plugins that a manifest would have asked for work items', () => {
    const before = shown().does.plugins
    edit('name: shop\n', 'name: shop\nadapters: { beads: {}, board: { file: work/items.json } }\n')
    expect(shown().does.plugins).toEqual([...before, 'beads'])
    expect(trust('--show').out).toMatch(/plugins.*beads/)
  })

  it('M-48 is about every file of the project that the manifest extends', () => {
    world.write(join(root, '.foreword/base.yaml'), manifest)
    writeFileSync(join(root, '.foreword/manifest.yaml'), 'foreword: 1\nname: shop\nextends: base.yaml\n')
    expect(shown().files).toEqual(['.foreword/manifest.yaml', '.foreword/base.yaml'])
    trust('--yes')
    expect(told().packet).toContain('Short sentences')
    const rewrite = (from: string, to: string) =>
      writeFileSync(join(root, '.foreword/base.yaml'), manifest.replace(from, to))
    rewrite('ceiling: 2000', 'ceiling: 1999')
    expect(shown().state).toBe('trusted')
    rewrite('file:../shared/style.md', 'file:../shared/*.md')
    expect(shown().state).toBe('changed')
  })

  it('is needed for a file of the repository, and for none that the user brings', () => {
    const mine = join(root, '..', 'mine.yaml')
    writeFileSync(mine, manifest)
    const own = foreword('trust', root, '--show', '--json', `--manifest=${mine}`)
    expect(JSON.parse(own.out)).toMatchObject({ state: 'own', files: ['mine.yaml'] })
    const output = mkdtempSync(join(world.dir, 'out-'))
    expect(foreword('assemble', root, 'standard', output, at, `--manifest=${mine}`).code).toBe(0)
    expect(text(output, 'context.md')).toContain('Short sentences')
    symlinkSync(join(root, '.foreword/manifest.yaml'), join(root, '..', 'link.yaml'))
    const linked = foreword('trust', root, '--show', '--json', `--manifest=${join(root, '..', 'link.yaml')}`)
    expect(JSON.parse(linked.out).state).toBe('never')
  })

  it('is not needed for a preset', () => {
    const bare = world.project({}, 'bare')
    const ran = foreword('trust', bare)
    expect(ran).toMatchObject({ code: 0, err: '', out: expect.stringContaining('ships with foreword') })
    expect(JSON.parse(foreword('trust', bare, '--json').out)).toMatchObject({ state: 'shipped' })
  })

  it.skipIf(!script).each([
    ['y', 0, 'trusted'],
    ['Yes', 0, 'trusted'],
    ['n', 1, 'never'],
    ['', 1, 'never'],
    ['yellow', 1, 'never'],
  ])('asks a person, and %j ends with %i (with script of util-linux)', (typed, code, state) => {
    const command = `'${process.execPath}' '${binary}' trust '${root}'`
    const env = { ...world.env, XDG_CONFIG_HOME: config }
    const args = ['-qec', command, '/dev/null']
    const ran = spawnSync('script', args, { env, input: `${typed}\n`, encoding: 'utf8' })
    expect(ran.stdout).toContain('Trust it? [y/N]')
    expect(ran.stdout).toContain('file:../shared/style.md')
    expect([ran.status, shown().state]).toEqual([code, state])
  })

  it.skipIf(!script)('says a no in the document of --json (with script of util-linux)', () => {
    const output = join(world.dir, 'answer.json')
    const command = `'${process.execPath}' '${binary}' trust '${root}' --json >'${output}'`
    const env = { ...world.env, XDG_CONFIG_HOME: config }
    const ran = spawnSync('script', ['-qec', command, '/dev/null'], { env, input: 'n\n', encoding: 'utf8' })
    expect([ran.status, json(world.dir, 'answer.json').state]).toEqual([1, 'never'])
    expect(ran.stdout).not.toContain('Not trusted.')
  })

  it('takes one order at a time', () => {
    expect(trust('--yes', '--revoke')).toMatchObject({
      code: 2,
      err: expect.stringContaining('exclude each other'),
    })
  })
})

describe('a manifest that is a link', () => {
  it.each(['.foreword/manifest.yaml', '.blue/context.manifest.yaml'])(
    'T6 out of the project is refused: %s',
    (name) => {
      rmSync(join(root, '.foreword'), { recursive: true })
      mkdirSync(join(root, name, '..'), { recursive: true })
      writeFileSync(join(root, '..', 'other.yaml'), manifest)
      symlinkSync('../../other.yaml', join(root, name))
      const ran = foreword('explain', root)
      expect(ran.code).toBe(3)
      expect(ran.err).toContain(`The manifest ${name} is a link that leads out of the project`)
      expect(foreword('explain', root, `--manifest=${join(root, name)}`)).toMatchObject({ code: 3 })
    },
  )

  it('T6 is refused when a directory on the way is one', () => {
    renameSync(join(root, '.foreword'), join(root, '..', 'elsewhere'))
    symlinkSync('../elsewhere', join(root, '.foreword'))
    expect(foreword('explain', root).err).toContain('leads out of the project')
  })

  it('T6 is followed inside of the project, and never passed over in silence', () => {
    renameSync(join(root, '.foreword/manifest.yaml'), join(root, 'm.yaml'))
    symlinkSync('../m.yaml', join(root, '.foreword/manifest.yaml'))
    expect(foreword('explain', root).code).toBe(0)
    rmSync(join(root, 'm.yaml'))
    expect(foreword('explain', root)).toMatchObject({
      code: 3,
      err: expect.stringContaining('Cannot read the manifest'),
    })
  })
})
