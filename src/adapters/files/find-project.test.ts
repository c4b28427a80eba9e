import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import {
  findConfiguredProject,
  findProject,
  findProjectAround,
  getPresetFile,
  type ProjectChoice,
} from './find-project.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'project-')))
  for (const path of [
    'work/app/.foreword',
    'work/bare',
    'repos/app',
    'repos/other',
    'presets/first',
    'presets/second',
  ])
    mkdirSync(join(home, path), { recursive: true })
  for (const path of [
    'work/app/.foreword/manifest.yaml',
    'presets/first/manifest.yaml',
    'presets/second/manifest.yaml',
  ])
    writeFileSync(join(home, path), '')
  writeFileSync(join(home, 'work/file'), '')
  writeFileSync(
    join(home, 'presets/presets.json'),
    JSON.stringify({
      bundle: 'second',
      published: { '.other/manifest.yaml': 'second' },
      found_by: { first: ['*_SOUL.md', 'apps/*/SOUL.md'], second: ['.second/list.json'] },
    }),
  )
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function find(choice: Partial<ProjectChoice>, repositories: string | undefined = undefined) {
  const options = { cwd: join(home, 'work'), presets: join(home, 'presets'), repositories }
  return findProject({ repo: 'app', ...choice }, options)
}

function refused(act: () => unknown): Refusal {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the project', () => {
  it.each([
    ['app', 'work/app', 'app'],
    ['./app/', 'work/app', 'app'],
    ['.', 'work', 'work'],
    ['', 'work', 'work'],
    ['../repos/other', 'repos/other', 'other'],
    ['app/../bare', 'work/bare', 'bare'],
  ])('%j is a path first', (repo, root, name) => {
    expect(find({ repo }, join(home, 'repos'))).toMatchObject({ root: join(home, root), name })
  })

  it.each(['other', 'owner/other'])('%j is looked for by its name among the repositories', (repo) => {
    expect(find({ repo }, join(home, 'repos'))).toMatchObject({
      root: join(home, 'repos/other'),
      name: 'other',
    })
  })

  it.each(['host/owner/other', './other', '../other', 'gone/../other', '/gone/other', '/other', 'other/'])(
    '%j is a path and no name: it is not looked for among the repositories',
    (repo) => {
      expect(refused(() => find({ repo }, join(home, 'repos'))).code).toBe('repo-missing')
    },
  )

  it('may be reached over a link', () => {
    symlinkSync(join(home, 'repos/other'), join(home, 'work/link'))
    expect(find({ repo: 'link' })).toMatchObject({ root: join(home, 'work/link'), name: 'link' })
  })

  it.each(['gone', 'file', 'file/below', 'owner/gone', 'a\0b', 'x'.repeat(5000)])(
    '%j is refused when there is no such directory',
    (repo) => {
      for (const repositories of [undefined, join(home, 'repos'), join(home, 'gone')]) {
        const { code, message, fix } = refused(() => find({ repo }, repositories))
        expect([code, message]).toEqual(['repo-missing', `Directory not found: "${repo}".`])
        expect(fix).toContain('FOREWORD_REPOS')
      }
    },
  )

  it('opens other roots by name, relative to where the operator stands', () => {
    expect(find({ roots: { zeos: '../repos', abs: '/srv' } }).roots).toEqual({
      zeos: join(home, 'repos'),
      abs: '/srv',
    })
    expect(find({}).roots).toEqual({})
  })
})

describe('the project around a directory', () => {
  const around = (cwd: string) =>
    findProjectAround(join(home, cwd), join(home, 'presets')).slice(home.length + 1)
  const make = (...paths: readonly string[]) => {
    for (const path of paths) mkdirSync(join(home, path), { recursive: true })
  }

  it('is the repository around, from whichever of its directories an agent is started', () => {
    make('repo/.git', 'repo/src/deep')
    expect(['repo', 'repo/src', 'repo/src/deep'].map((cwd) => around(cwd))).toEqual(['repo', 'repo', 'repo'])
  })

  it('is a worktree too, whose .git is a file', () => {
    make('tree/src')
    writeFileSync(join(home, 'tree/.git'), 'gitdir: elsewhere')
    expect(around('tree/src')).toBe('tree')
  })

  it('is where a manifest is, in a repository or in none', () => {
    make('repo/.git', 'repo/part/.foreword', 'repo/part/src', 'work/app/src')
    writeFileSync(join(home, 'repo/part/.foreword/manifest.yaml'), '')
    expect([around('repo/part/src'), around('work/app/src')]).toEqual(['repo/part', 'work/app'])
  })

  it('is none that lies above a repository', () => {
    make('work/app/inner/.git', 'work/app/inner/src')
    expect(around('work/app/inner/src')).toBe('work/app/inner')
  })

  it('is the directory itself where there is nothing around', () => {
    expect(around('work/bare')).toBe('work/bare')
  })

  it('is not a directory that only has recorded state, such as the home of a user', () => {
    make('user/.foreword/state', 'user/notes', 'repo/.git', 'repo/part/.foreword/state', 'repo/part/src')
    expect([around('user'), around('user/notes'), around('repo/part/src')]).toEqual([
      'user',
      'user/notes',
      'repo',
    ])
    writeFileSync(join(home, 'user/.foreword/manifest.yaml'), '')
    expect(around('user/notes')).toBe('user')
  })
})

describe('the manifest', () => {
  it.each<[string, Partial<ProjectChoice>, string]>([
    ['is the one that was named', { manifest: 'x/m.yaml', preset: 'second' }, 'work/x/m.yaml'],
    ['is the preset that was named', { preset: 'second' }, 'presets/second/manifest.yaml'],
    ['is the project’s own', {}, 'work/app/.foreword/manifest.yaml'],
    [
      'is the one that the project lacks where it has none',
      { repo: 'bare' },
      'work/bare/.foreword/manifest.yaml',
    ],
  ])('%s', (_, choice, file) => {
    expect(find(choice).manifestFile).toBe(join(home, file))
  })

  const write = (path: string) => {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), '')
  }
  const configured = (choice: Partial<ProjectChoice> = {}, preset?: string) => {
    const options = {
      cwd: join(home, 'work'),
      presets: join(home, 'presets'),
      repositories: undefined,
      preset,
    }
    return (
      findConfiguredProject({ repo: 'bare', ...choice }, options)?.manifestFile.slice(home.length + 1) ?? null
    )
  }

  it.each(['work/bare/SHOP_SOUL.md', 'work/bare/apps/shop/SOUL.md'])(
    'is the preset whose file is there: %s',
    (path) => {
      expect(configured()).toBeNull()
      write(path)
      expect(configured()).toBe('presets/first/manifest.yaml')
      expect(find({ repo: 'bare' }).manifestFile).toBe(join(home, 'presets/first/manifest.yaml'))
    },
  )

  it('is the preset of the purpose that the user named, and the first of two whose files are there', () => {
    expect(configured({ purpose: 'bundle' })).toBe('presets/second/manifest.yaml')
    write('work/bare/.second/list.json')
    expect(configured()).toBe('presets/second/manifest.yaml')
    write('work/bare/SHOP_SOUL.md')
    expect(configured()).toBe('presets/first/manifest.yaml')
  })

  it('is the preset that the user chose for projects without one', () => {
    expect(configured({}, 'second')).toBe('presets/second/manifest.yaml')
    expect(configured({ repo: 'app' }, 'second')).toBe('work/app/.foreword/manifest.yaml')
    expect(configured({}, '')).toBeNull()
    expect(refused(() => configured({}, 'gone')).code).toBe('manifest-missing')
  })

  it('is not there because of recorded state, a directory of another kind or a file in its way', () => {
    write('work/bare/.foreword/state/store.db')
    write('work/bare/apps')
    write('work/bare/docs/SHOP_SOUL.md')
    expect(configured()).toBeNull()
  })

  it.each([
    'gone',
    '',
    '.',
    '..',
    '../work/app/.foreword',
    'first/../second',
    '/etc',
    'First',
    'a\0b',
    'x'.repeat(5000),
  ])('is refused for the preset %j', (name) => {
    const { code, message } = refused(() => getPresetFile(name, join(home, 'presets')))
    expect([code, message]).toEqual(['manifest-missing', `Unknown preset: "${name}".`])
    if (name !== '') expect(refused(() => find({ preset: name })).code).toBe('manifest-missing')
  })
})
