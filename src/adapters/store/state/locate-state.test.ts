import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import type { StatePlace } from './locate-state.ts'
import { type Ground, makeGround } from './state.fixture.ts'

let ground: Ground
beforeEach(() => {
  ground = makeGround()
})
afterEach(() => ground.remove())

const isHash = expect.stringMatching(/^[0-9a-f]{16}$/)
const lastStep = (path: string | undefined) => path?.split('/').at(-1)

function spoolsOf(place: StatePlace): readonly string[] {
  if (place.kind === 'off') throw new Error('off')
  return place.spools
}

function refusal(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a project on its own', () => {
  it.each([undefined, '', 'shared', 'isolate'])(
    'keeps its state in itself with FOREWORD_STORE %j',
    (setting) => {
      const root = join(ground.home, 'shop')
      mkdirSync(root)
      const place = ground.locate(root, { setting })
      const directory = join(root, '.foreword', 'state')
      expect(place).toMatchObject({
        kind: 'sqlite',
        directory,
        file: join(directory, 'store.db'),
        key: { uid: null, name: 'shop' },
        trouble: null,
      })
      const above = [join(directory, 'spool'), join(ground.userState, 'spool')]
      expect(spoolsOf(place).map((spool) => dirname(spool))).toEqual(above)
      expect(spoolsOf(place).map(lastStep)).toEqual([isHash, isHash])
    },
  )

  it('has one spool where the user has no state directory', () => {
    const root = ground.init('shop')
    const [own, ...others] = spoolsOf(ground.locate(root, { userState: null }))
    expect([dirname(own!), others]).toEqual([join(root, '.foreword', 'state', 'spool'), []])
  })

  it('keeps nothing with FOREWORD_STORE off', () => {
    expect(ground.locate(ground.init('shop'), { setting: 'off' })).toEqual({ kind: 'off', trouble: null })
  })

  it('is called by its path below the top of the repository, or by FOREWORD_PROJECT', () => {
    const repo = ground.init('shop', { 'packages/cart/a.txt': '' })
    const cart = join(repo, 'packages', 'cart')
    expect(ground.locate(cart)).toMatchObject({
      directory: join(cart, '.foreword', 'state'),
      key: { uid: null, name: 'shop/packages/cart' },
    })
    expect(ground.locate(cart, { project: ' acme/shop ' })).toMatchObject({
      key: { uid: null, name: 'acme/shop' },
    })
    expect(ground.locate(cart, { project: '' })).toMatchObject({ key: { name: 'shop/packages/cart' } })
  })

  it('is the same project when it is reached through a link', () => {
    const repo = ground.init('shop')
    symlinkSync(repo, join(ground.home, 'alias'))
    expect(ground.locate(join(ground.home, 'alias'))).toEqual(ground.locate(repo))
  })

  it('names a place also for a directory that is not there', () => {
    expect(ground.locate(join(ground.home, 'nowhere'), { repository: null })).toMatchObject({
      kind: 'sqlite',
    })
  })
})

describe('the worktrees of a repository', () => {
  it('share one ledger, which lies in the main one', () => {
    const repo = ground.init('shop', { 'packages/cart/a.txt': '' })
    const linked = join(ground.home, 'hotfix')
    ground.git(repo, 'worktree', 'add', '-q', linked)
    expect(ground.locate(linked)).toEqual(ground.locate(repo))
    const [cart, linkedCart] = [join(repo, 'packages/cart'), join(linked, 'packages/cart')]
    expect(ground.locate(linkedCart)).toEqual(ground.locate(cart))
    expect(ground.locate(linkedCart)).toMatchObject({ key: { name: 'shop/packages/cart' } })
    rmSync(cart, { recursive: true })
    expect(ground.locate(linkedCart)).toMatchObject({ directory: join(cart, '.foreword', 'state') })
  })

  it('share it also when git writes their paths relatively', () => {
    const repo = ground.init('shop')
    const linked = join(ground.home, 'hotfix')
    ground.git(repo, 'worktree', 'add', '-q', linked)
    writeFileSync(join(linked, '.git'), 'gitdir: ../shop/.git/worktrees/hotfix\n')
    writeFileSync(join(repo, '.git/worktrees/hotfix/gitdir'), '../../../../hotfix/.git\n')
    expect(ground.locate(linked)).toEqual(ground.locate(repo))
  })

  it('are each on their own with FOREWORD_STORE isolate, and keep the name of the repository', () => {
    const repo = ground.init('shop')
    const linked = join(ground.home, 'hotfix')
    ground.git(repo, 'worktree', 'add', '-q', linked)
    const place = ground.locate(linked, { setting: 'isolate' })
    expect(place).toMatchObject({
      directory: join(linked, '.foreword', 'state'),
      key: { uid: null, name: 'shop' },
    })
    expect(place).not.toEqual(ground.locate(repo, { setting: 'isolate' }))
  })

  it.each([
    ['shop.git', 'shop'],
    ['work/.bare', 'work'],
  ])('in a bare repository %s share its directory', (path, name) => {
    const bare = join(ground.home, path)
    const repo = ground.init('origin', { 'packages/cart/a.txt': '' })
    ground.git(ground.home, 'clone', '-q', '--bare', repo, bare)
    const [first, second] = [join(ground.home, 'first'), join(ground.home, 'second')]
    ground.git(bare, 'worktree', 'add', '-q', first, 'main')
    ground.git(bare, 'worktree', 'add', '-q', second, '-b', 'second')
    expect(ground.locate(first)).toMatchObject({
      directory: join(bare, 'foreword', 'state'),
      key: { uid: null, name },
    })
    expect(ground.locate(second)).toEqual(ground.locate(first))
    expect(ground.locate(join(second, 'packages/cart'))).toMatchObject({
      directory: join(bare, 'foreword/packages/cart/.foreword/state'),
      key: { uid: null, name: `${name}/packages/cart` },
    })
  })

  it('are not believed when the repository does not name them back', () => {
    const repo = ground.init('shop')
    ground.git(repo, 'worktree', 'add', '-q', join(ground.home, 'hotfix'))
    const forged = join(ground.home, 'forged')
    mkdirSync(forged)
    writeFileSync(join(forged, '.git'), `gitdir: ${repo}/.git/worktrees/hotfix\n`)
    expect(ground.locate(forged)).toMatchObject({
      directory: join(forged, '.foreword', 'state'),
      key: { uid: null, name: 'forged' },
      trouble: null,
    })
  })

  it('are not believed when they brought the answer along', () => {
    const repo = ground.init('shop')
    const forged = join(ground.home, 'forged')
    mkdirSync(join(forged, 'fake'), { recursive: true })
    writeFileSync(join(forged, '.git'), 'gitdir: ./fake\n')
    writeFileSync(join(forged, 'fake', 'gitdir'), '../.git\n')
    writeFileSync(join(forged, 'fake', 'commondir'), `${repo}/.git\n`)
    expect(ground.locate(forged)).toMatchObject({ directory: join(forged, '.foreword', 'state') })
    expect(ground.locate(forged, { setting: 'postgres://h/d' })).toMatchObject({
      key: { uid: expect.stringMatching(/^forged~/) },
    })
  })

  it('use their own root after the user moved them without telling git', () => {
    const repo = ground.init('shop')
    ground.git(repo, 'worktree', 'add', '-q', join(ground.home, 'hotfix'))
    const moved = join(ground.home, 'moved')
    renameSync(join(ground.home, 'hotfix'), moved)
    expect(ground.locate(moved)).toMatchObject({ directory: join(moved, '.foreword', 'state') })
  })
})

describe('a store for many projects', () => {
  const url = 'postgresql://me:secret@db/foreword'

  it('tells projects apart by where they came from', () => {
    const repo = ground.init('shop', { 'packages/cart/a.txt': '' })
    ground.git(repo, 'remote', 'add', 'origin', 'git@GitHub.com:acme/shop.git')
    expect(ground.locate(repo, { setting: url })).toMatchObject({
      kind: 'postgres',
      url,
      key: { uid: 'github.com/acme/shop', name: 'shop' },
      spools: [
        expect.stringContaining(join(repo, '.foreword', 'state', 'spool')),
        expect.stringContaining(ground.userState),
        expect.stringContaining(join(repo, '.foreword', 'state', 'spool')),
        expect.stringContaining(ground.userState),
      ],
      trouble: null,
    })
    expect(ground.locate(join(repo, 'packages/cart'), { setting: url })).toMatchObject({
      key: { uid: 'github.com/acme/shop/packages/cart', name: 'shop/packages/cart' },
    })
    expect(ground.locate(repo, { setting: url, project: 'x' })).toMatchObject({
      key: { uid: 'x', name: 'x' },
    })
    const linked = join(ground.home, 'hotfix')
    ground.git(repo, 'worktree', 'add', '-q', linked)
    expect(ground.locate(linked, { setting: url })).toEqual(ground.locate(repo, { setting: url }))
  })

  it('tells projects of one name apart by their places where there is no origin', () => {
    const shops = ['', 'mine', 'yours'].map((above) => ground.init(join(above, 'shop')))
    const uids = shops.map((repo) => {
      const place = ground.locate(repo, { setting: url })
      expect(place).toMatchObject({
        key: { uid: expect.stringMatching(/^shop~[0-9a-f]{16}$/), name: 'shop' },
      })
      return place.kind === 'off' ? null : place.key.uid
    })
    expect(new Set(uids).size).toBe(3)
    ground.git(shops[0]!, 'worktree', 'add', '-q', join(ground.home, 'hotfix'))
    expect(ground.locate(join(ground.home, 'hotfix'), { setting: url })).toMatchObject({
      key: { uid: uids[0] },
    })
    const plain = mkdtempSync(join(ground.home, 'plain-'))
    expect(ground.locate(plain, { setting: url })).toMatchObject({
      key: { uid: expect.stringContaining(`${lastStep(plain)}~`) },
    })
  })

  it('can be a directory, in which every project has its own spool', () => {
    const engine = ground.locate(ground.init('shop'), { setting: '/srv/foreword' })
    const cart = ground.locate(ground.init('cart'), { setting: '/srv/foreword' })
    expect(engine).toMatchObject({
      kind: 'sqlite',
      file: '/srv/foreword/store.db',
      key: { uid: expect.stringMatching(/^shop~/), name: 'shop' },
    })
    expect(spoolsOf(engine)[0]).toMatch(/^\/srv\/foreword\/spool\/[0-9a-f]{16}$/)
    expect(spoolsOf(engine)[0]).not.toBe(spoolsOf(cart)[0])
  })

  it('takes ./ and ../ from the root of the project and ~/ from the home directory', () => {
    const repo = ground.init('shop')
    const at = (setting: string) => ground.locate(repo, { setting })
    expect(at('./kept')).toMatchObject({ directory: join(repo, 'kept') })
    expect(at('../kept/')).toMatchObject({ directory: join(ground.home, 'kept') })
    expect(at('~/kept')).toMatchObject({ directory: join(homedir(), 'kept') })
  })
})

describe('the spools', () => {
  const at = (setting: string, more = {}) =>
    spoolsOf(ground.locate(join(ground.home, 'shop'), { setting, ...more }))
  beforeEach(() => {
    ground.init('shop')
  })

  it('belong to the project: every server takes in the same parcels, and so does the store of the project', () => {
    const own = at('shared')
    for (const setting of ['postgres://db/one', 'postgres://db:5433/two', 'postgres:///one?host=/tmp'])
      expect(at(setting).slice(0, 2)).toEqual(own)
    expect(at('/srv/foreword').slice(2)).toEqual(own)
    expect(at('isolate')).toEqual(own)
  })

  it('takes in spools of an earlier version, one for each database, by that database', () => {
    const places = [
      'postgres://db/one',
      'postgres://db/two',
      'postgres://db:5433/one',
      'postgres://other/one',
    ]
    const earlier = places.flatMap((setting) => at(setting).slice(2))
    expect(new Set(earlier).size).toBe(2 * places.length)
  })

  it('are others for a project with another name', () => {
    const named = at('postgres://db/one', { project: 'cart' })
    for (const setting of ['shared', 'postgres://db/one', '/srv/foreword']) {
      for (const spool of named) expect(at(setting)).not.toContain(spool)
      expect(at(setting, { project: 'cart' })).toEqual(expect.arrayContaining(named.slice(0, 2)))
    }
    expect(at('shared', { project: 'cart' })[0]).toBe(named[0])
  })

  it('are not taken in by a store that is named for one command', () => {
    const own = at('shared')
    for (const setting of ['postgres://db/one', '/srv/foreword'])
      for (const spool of at(setting, { other: true })) expect(own).not.toContain(spool)
  })

  it.each([
    'postgresql://db/one',
    'postgres://db:5432/one',
    'postgres://me:secret@DB/one',
    'postgres://me:new-one@db/one?sslmode=require',
    'postgres://db/one?user=me&password=secret',
  ])('are the same for every user and every password: %s', (url) => {
    expect(at(url)).toEqual(at('postgres://db/one'))
  })

  it('are the same with any password of a server whose URL cannot be read', () => {
    expect(at('postgres://me:new@[::bad/x')).toEqual(at('postgres://me:old@[::bad/x'))
  })

  it('go along with a project that is moved, as its store does', () => {
    const [own] = at('shared')
    renameSync(join(ground.home, 'shop'), join(ground.home, 'moved'))
    const moved = spoolsOf(ground.locate(join(ground.home, 'moved')))
    expect(moved[0]).toBe(own!.replace('/shop/', '/moved/'))
  })
})

describe('FOREWORD_STORE and FOREWORD_PROJECT', () => {
  it.each(['on', 'sqlite', 'kept/here', '~', 'mysql://me:secret@db/x', 'postgre://me:secret@db', './a\0b'])(
    'refuses %j as a store, and keeps its password to itself',
    (setting) => {
      const { code, message, fix } = refusal(() => ground.locate(ground.home, { setting }))
      expect(code).toBe('usage')
      expect(message).toContain('FOREWORD_STORE')
      for (const form of ['shared', 'isolate', 'off', 'postgres://', './', '../', '~/'])
        expect(fix).toContain(form)
      expect(message + fix).not.toContain('secret')
    },
  )

  it.each(['a\nb', 'a\0', 'x'.repeat(201)])('refuses %j as a project', (project) => {
    expect(refusal(() => ground.locate(ground.home, { project }))).toMatchObject({ code: 'usage' })
  })
})

describe('a clone that wants to be written through', () => {
  const shapes: Readonly<Record<string, (root: string, outside: string) => void>> = {
    '.foreword': (root, outside) => symlinkSync(outside, join(root, '.foreword')),
    state: (root, outside) => {
      mkdirSync(join(root, '.foreword'))
      symlinkSync(outside, join(root, '.foreword', 'state'))
    },
    'a dangling link': (root) => symlinkSync('/nowhere/at/all', join(root, '.foreword')),
    'a file': (root) => writeFileSync(join(root, '.foreword'), ''),
    spool: (root, outside) => inState(root, (state) => symlinkSync(outside, join(state, 'spool'))),
    'one of the spools': (root, outside) => {
      const spools = ['shared', 'postgres://db/x'].map((setting) =>
        spoolsOf(ground.locate(root, { setting })),
      )
      mkdirSync(dirname(spools[0]![0]!), { recursive: true })
      for (const own of new Set(spools.map(([first]) => first!))) symlinkSync(outside, own)
    },
    'store.db': (root, outside) =>
      inState(root, (state) => symlinkSync(join(outside, 'x'), join(state, 'store.db'))),
    'store.db-wal': (root, outside) =>
      inState(root, (state) => symlinkSync(join(outside, 'x'), join(state, 'store.db-wal'))),
  }
  function inState(root: string, act: (state: string) => void) {
    const state = join(root, '.foreword', 'state')
    mkdirSync(state, { recursive: true })
    act(state)
  }

  it.each(Object.keys(shapes))('is kept out of the way: %s', (name) => {
    const root = ground.init('shop')
    const outside = realpathSync(mkdtempSync(join(ground.home, 'outside-')))
    shapes[name]!(root, outside)
    const place = ground.locate(root)
    expect(place).toMatchObject({ kind: 'sqlite', trouble: { code: 'store-misplaced' } })
    if (place.kind !== 'sqlite') throw new Error(place.kind)
    expect(place.trouble?.detail).toContain(join(root, '.foreword'))
    for (const path of [place.directory, place.file, ...place.spools])
      expect(path).toContain(ground.userState)
    expect(lastStep(place.directory)).toEqual(isHash)

    const without = ground.locate(root, { userState: null })
    expect(without).toMatchObject({ kind: 'off', trouble: { code: 'no-record' } })
    const postgres = ground.locate(root, { setting: 'postgres://db/x' })
    expect(postgres).toMatchObject({ kind: 'postgres', trouble: { code: 'store-misplaced' } })
    if (postgres.kind !== 'postgres') throw new Error(postgres.kind)
    const users = join(ground.userState, 'spool')
    expect(postgres.spools.map((spool) => dirname(spool))).toEqual([users, users])
  })

  it('cannot lead out of the main worktree by a link on the way', () => {
    const repo = ground.init('shop', { 'packages/cart/a.txt': '' })
    const linked = join(ground.home, 'hotfix')
    ground.git(repo, 'worktree', 'add', '-q', linked)
    rmSync(join(repo, 'packages'), { recursive: true })
    symlinkSync(ground.home, join(repo, 'packages'))
    expect(ground.locate(join(linked, 'packages/cart'))).toMatchObject({
      trouble: { code: 'store-misplaced' },
    })
  })

  it('cannot lead out of a directory that was named inside of it', () => {
    const repo = ground.init('shop')
    symlinkSync(ground.home, join(repo, 'kept'))
    const place = ground.locate(repo, { setting: './kept/here' })
    expect(place).toMatchObject({ directory: expect.stringContaining(ground.userState) })
    expect(place.trouble?.detail).toContain('symbolic link')
  })
})
