// An approval belongs to a repository and lasts while the manifest reaches no further than the user approved.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { World } from './program.ts'

const manifest = `foreword: 1
name: shop
levels: { standard: { budget: 1000 } }
default_level: standard
ceiling: 2000
exclude: ['private/**']
sections:
  rules: { sources: [file:RULES.md] }
`
const file = '.foreword/manifest.yaml'
/** The state is cached only if its files have not changed for this long: see `settleMs` in adapters/cache/file-versions.ts. */
const settledMs = 3_500

let world: World
let root: string
beforeEach(() => {
  world = new World()
  root = world.repository({ [file]: manifest, 'RULES.md': 'Prices are integers.\n' })
})
afterEach(() => world.remove())

const write = (text: string, at = root) => world.write(join(at, file), text)
const trust = (...words: string[]) => world.foreword(['trust', root, ...words])
// biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
const show = (at = root): any => JSON.parse(world.foreword(['trust', at, '--show', '--json']).out)
const approve = (at = root) => expect(world.foreword(['trust', at, '--yes']).code).toBe(0)

/** The context and the message of a session that starts now. */
function start(at = root): { context: string | null; message: string | null } {
  const input = JSON.stringify({ cwd: at, session_id: `ses-${Math.random()}`, source: 'startup' })
  const { out, code } = world.foreword(['hook', 'session-start', '--agent=claude'], { input })
  expect(code).toBe(0)
  const data = out === '' ? {} : JSON.parse(out)
  return { context: data.hookSpecificOutput?.additionalContext ?? null, message: data.systemMessage ?? null }
}

/** Whether a hook sends context, and what `trust` says. */
const stateOf = (at = root) => [show(at).state, start(at).context !== null]

describe('an approved manifest', () => {
  it.each([
    ['reads another file of the repository', manifest.replace('RULES.md', '"*.md"')],
    ['has another section', `${manifest}  more: { sources: [file:docs/*.md], missing: skip }\n`],
    ['has another budget', manifest.replace('2000', '3000')],
    ['has another name and heading', manifest.replace('name: shop', 'name: store')],
    ['names a collection', `${manifest}collections: { adrs: { files: 'docs/adr/*.md' } }\n`],
    ['redacts more', `${manifest}redact: { sets: [default, personal] }\n`],
    ['reads work items from a file', `${manifest}adapters: { board: { file: work.json } }\n`],
    ['has another form', `${manifest}render: { format: plain }\n`],
    ['extends a file of the repository', `${manifest}extends: base.yaml\n`],
  ])('T2 stays approved when it %s', (_, text) => {
    approve()
    world.write(join(root, '.foreword/base.yaml'), 'foreword: 1\nname: base\n')
    write(text)
    expect(stateOf()).toEqual(['trusted', true])
  })

  it.each([
    [
      'reads outside the repository',
      'outside',
      `${manifest}  style: { sources: [{ uri: "file:../S.md", allow_external: true }] }\n`,
    ],
    [
      'reads below a root that the user opens',
      'outside',
      `${manifest}  team: { sources: ["file:@team/S.md"] }\n`,
    ],
    [
      'reads a sensitive name',
      'sensitive',
      `${manifest}  env: { sources: [{ uri: "file:.env", allow_sensitive: true }] }\n`,
    ],
    ['names a plugin', 'plugin', `${manifest}plugins: { tracker: {} }\n`],
    ['names an adapter', 'plugin', `${manifest}adapters: { beads: {} }\n`],
    ['writes a journal', 'write', `${manifest}journal: { when: session-end }\n`],
    [
      'promotes notes into a file',
      'write',
      `${manifest}memory: { promote: { file: notes.json, list: notes, entry: { id: $record_id } } }\n`,
    ],
    ['generates a file', 'generated', `${manifest}knowledge: { all: { from: "*.md", to: all.md } }\n`],
    ['redacts less', 'protection', `${manifest}redact: { sets: [published] }\n`],
    ['excludes less', 'protection', manifest.replace("exclude: ['private/**']\n", '')],
    ['replaces a prohibited class', 'protection', `${manifest}prohibited: { secrets: { words: [x] } }\n`],
  ])('T2 asks again when it %s, and nothing is sent meanwhile', (_, kind, text) => {
    approve()
    write(text)
    expect(stateOf()).toEqual(['changed', false])
    expect(show().widening).toMatchObject([{ kind }])
    expect(start().message).toContain('Run "foreword trust" there.')
    approve()
    expect(show().state).toBe('trusted')
    write(manifest)
    expect(stateOf()).toEqual(['trusted', true])
  })

  it('T2 asks again for a preset that writes, and not for the same one', () => {
    write('foreword: 1\nname: shop\nextends: preset:outpost\n')
    approve()
    write('foreword: 1\nname: shop\nextends: preset:outpost\nabout: Sells\n')
    expect(show().state).toBe('trusted')
    write('foreword: 1\nname: shop\nextends: preset:blue\n')
    expect(show().state).toBe('changed')
  })

  it('keeps what was approved on another branch', () => {
    const plugin = (name: string) => `${manifest}plugins: { ${name}: {} }\n`
    for (const name of ['tracker', 'wiki']) {
      write(plugin(name))
      approve()
    }
    write(plugin('tracker'))
    expect(show().state).toBe('trusted')
    expect(trust('--revoke').code).toBe(0)
    expect(show().state).toBe('never')
  })

  it('T2 says the same everywhere about what is sent meanwhile, and names one command', () => {
    approve()
    write(`${manifest}plugins: { tracker: {} }\n`)
    const meanwhile = 'hooks and servers send agents nothing from this manifest'
    const flat = (text: string) => text.replace(/\s+/g, ' ')
    expect(flat(trust('--show').out)).toContain(meanwhile)
    expect(flat(trust().err)).toContain(meanwhile)
    const context = world.foreword(['context', 'show', '--repo', root])
    expect(flat(context.out)).toContain(meanwhile)
    for (const text of [start().message ?? '', context.out, trust().err])
      expect(flat(text)).toContain('"foreword trust"')
  })
})

describe('an approval belongs to the repository', () => {
  it('T2 and to its worktrees, wherever they are', () => {
    const tree = join(world.dir, 'elsewhere/tree')
    world.git(root, 'worktree', 'add', '-q', tree)
    expect(stateOf(tree)).toEqual(['never', false])
    approve()
    expect(stateOf(tree)).toEqual(['trusted', true])
    write(`${manifest}plugins: { tracker: {} }\n`, tree)
    expect([stateOf(tree), stateOf()]).toEqual([
      ['changed', false],
      ['trusted', true],
    ])
    approve(tree)
    expect(stateOf(tree)).toEqual(['trusted', true])
    expect(JSON.parse(world.foreword(['trust', '--list', '--json']).out).projects).toMatchObject([{ root }])
  })

  it('T2 and not to a clone at another path, nor to the repository after a move', () => {
    approve()
    const clone = join(world.dir, 'clone')
    world.git(world.dir, 'clone', '-q', root, clone)
    expect(stateOf(clone)).toEqual(['never', false])
    renameSync(root, `${root}-moved`)
    expect(stateOf(`${root}-moved`)).toEqual(['never', false])
  })

  it('T2 and not to another repository that is cloned to its path', () => {
    approve()
    renameSync(root, `${root}-old`)
    world.git(world.dir, 'clone', '-q', `${root}-old`, root)
    expect(show().state).toBe('trusted')
    write(manifest.replace('2000', '3000'))
    expect(show()).toMatchObject({ state: 'changed', widening: null })
    expect(start().context).toBeNull()
  })

  it('T2 and not to a directory that only claims to be one of its worktrees', () => {
    approve()
    const tree = join(world.dir, 'tree')
    world.git(root, 'worktree', 'add', '-q', tree)
    const fake = join(world.dir, 'fake')
    cpSync(tree, fake, { recursive: true })
    expect(stateOf(fake)).toEqual(['never', false])
    mkdirSync(join(fake, 'git'))
    for (const name of ['HEAD', 'commondir', 'gitdir'])
      writeFileSync(
        join(fake, 'git', name),
        { HEAD: 'ref: refs/heads/main\n', commondir: join(root, '.git'), gitdir: join(fake, '.git') }[name]!,
      )
    writeFileSync(join(fake, '.git'), 'gitdir: git\n')
    expect(stateOf(fake)).toEqual(['never', false])
  })
})

describe('a record of an earlier version', () => {
  const records = () => join(world.dir, 'home/.config/foreword/trust')
  beforeEach(() => {
    approve()
    const [name = ''] = readdirSync(records())
    const { repository: _, reach: __, ...old } = JSON.parse(readFileSync(join(records(), name), 'utf8'))
    writeFileSync(join(records(), name), JSON.stringify({ ...old, trust: 1 }))
  })

  it('T2 counts for the content that it approves', () => {
    expect(stateOf()).toEqual(['trusted', true])
    write(`# a comment\n${manifest}`)
    expect(show().state).toBe('trusted')
  })

  it('T2 asks once more after an edit, and shows all changes', () => {
    write(manifest.replace('2000', '3000'))
    expect(stateOf()).toEqual(['changed', false])
    const { out } = trust('--show')
    expect(out).toMatch(/\n- +"ceiling": 2000/)
    expect(out).toContain('reads outside the repository')
    approve()
    write(manifest.replace('2000', '4000'))
    expect(stateOf()).toEqual(['trusted', true])
  })
})

describe('a memory of the state', () => {
  it('ends when the approval is revoked in another worktree', async () => {
    const tree = join(world.dir, 'tree')
    world.git(root, 'worktree', 'add', '-q', tree)
    approve()
    await pause(settledMs)
    for (let i = 0; i < 2; i++) expect(start(tree).context).not.toBeNull()
    expect(trust('--revoke').code).toBe(0)
    expect(start(tree).context).toBeNull()
    rmSync(tree, { recursive: true })
  })
})
