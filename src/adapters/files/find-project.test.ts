import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import { findProject, findProjectAround, getPresetFile, type ProjectChoice } from './find-project.ts'

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
    '{ "default": "first", "published": { ".other/manifest.yaml": "second" } }',
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
  const around = (cwd: string, userHome = join(home, 'user')) => {
    const options = { presets: join(home, 'presets'), userHome }
    return findProjectAround(join(home, cwd), options).slice(home.length + 1)
  }
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

  it('is where foreword keeps something, in a repository or in none', () => {
    make('repo/.git', 'repo/part/.foreword', 'repo/part/src', 'work/app/src')
    expect([around('repo/part/src'), around('work/app/src')]).toEqual(['repo/part', 'work/app'])
  })

  it('is none that lies above a repository', () => {
    make('work/app/inner/.git', 'work/app/inner/src')
    expect(around('work/app/inner/src')).toBe('work/app/inner')
  })

  it('is the directory itself where there is nothing around', () => {
    expect(around('work/bare')).toBe('work/bare')
  })

  it('is not the home of a user only because an agent was started there once', () => {
    make('user/.foreword/state', 'user/notes')
    expect([around('user'), around('user/notes')]).toEqual(['user', 'user/notes'])
    writeFileSync(join(home, 'user/.foreword/manifest.yaml'), '')
    expect(around('user/notes')).toBe('user')
  })
})

describe('the manifest', () => {
  it.each<[string, Partial<ProjectChoice>, string]>([
    ['is the one that was named', { manifest: 'x/m.yaml', preset: 'second' }, 'work/x/m.yaml'],
    ['is the preset that was named', { preset: 'second' }, 'presets/second/manifest.yaml'],
    ['is the project’s own', {}, 'work/app/.foreword/manifest.yaml'],
    ['is the default preset where the project has none', { repo: 'bare' }, 'presets/first/manifest.yaml'],
  ])('%s', (_, choice, file) => {
    expect(find(choice).manifestFile).toBe(join(home, file))
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
