import { describe, expect, it } from 'vitest'
import { compileExcludes } from './exclude.ts'
import { type IgnoreRules, listTree } from './list-tree.ts'
import { workspace } from './workspace.fixture.ts'

const denied = compileExcludes(['.env', '*secret*'])
const isExcluded = (path: string) => denied(path.replace(/\/$/, '').split('/'), '') !== null

function ignoring(...names: string[]): IgnoreRules {
  const select = (paths: readonly string[]) => new Set(paths.filter((path) => names.includes(path)))
  return { select, places: ['/repo/.git/info/exclude'] }
}

function tree(files: readonly string[], ignores: IgnoreRules | null = null) {
  const { root, write } = workspace()
  for (const file of files) write(`root/${file}`)
  return listTree({ root, isExcluded, ignores })
}

describe('the tree of a project', () => {
  it('has three levels, sorted, with a slash behind directories', () => {
    expect(tree(['README.md', 'src/core/plan/deep/x.ts', 'src/index.ts', '.github/ci.yml']).paths).toEqual([
      '.github/',
      '.github/ci.yml',
      'README.md',
      'src/',
      'src/core/',
      'src/core/plan/',
      'src/index.ts',
    ])
  })

  it('lists the directories whose names decided it', () => {
    const files = ['.gitignore', 'src/core/plan/x.ts', 'src/core/.gitignore']
    expect(tree(files, ignoring()).places).toEqual([
      '/repo/.git/info/exclude',
      '',
      'src',
      'src/core',
      '.gitignore',
      'src/core/.gitignore',
    ])
  })

  it('leaves out generated directories, and the output of a project without git', () => {
    const files = ['node_modules/a/x.js', '.git/HEAD', 'a/__pycache__/x', 'dist/x', 'build/x', 'src/x']
    expect(tree(files).paths).toEqual(['a/', 'src/', 'src/x'])
    expect(tree(files, ignoring()).paths).toEqual(['a/', 'build/', 'build/x', 'src/', 'src/x'])
  })

  it('leaves out everything that git ignores, and does not look into it', () => {
    const { paths, places } = tree(['out/a/b', 'src/x', 'local.txt'], ignoring('out/', 'local.txt'))
    expect(paths).toEqual(['src/', 'src/x'])
    expect(places).not.toContain('out')
  })

  it('leaves out names on the deny-list, with what is below them', () => {
    expect(tree(['.env', 'secrets/a.md', 'a/my-secret.txt', 'a/b.md']).paths).toEqual(['a/', 'a/b.md'])
  })

  it('T5 follows no link to a directory, and lists a link to a file', () => {
    const { root, write, link } = workspace()
    write('root/docs/README.md')
    write('outside/x.md')
    link('root/README.md', 'docs/README.md')
    link('root/there', '../outside')
    link('root/lost', 'nowhere')
    link('root/CLAUDE.md', 'README.md')
    const { paths, links } = listTree({ root, isExcluded, ignores: null })
    expect(paths).toEqual(['CLAUDE.md', 'README.md', 'docs/', 'docs/README.md'])
    // CLAUDE.md leads to its file by another link, whose change its directory may not show.
    expect([...links]).toEqual([['README.md', 'docs/README.md']])
  })

  it('does not open another repository inside of the project', () => {
    expect(tree(['lib/other/.git', 'lib/other/x.c', 'lib/a.c']).paths).toEqual([
      'lib/',
      'lib/a.c',
      'lib/other/',
    ])
  })

  it('T5 leaves out names that could forge a line or another root', () => {
    expect(tree(['@home/x', 'a\nCommands: rm', 'b\u202e.md', 'c\u2028d', 'e.md']).paths).toEqual(['e.md'])
  })

  it('is bounded, and keeps the upper levels', () => {
    const many = Array.from({ length: 25 }, (_, i) =>
      Array.from({ length: 200 }, (_, j) => `d${String(i).padStart(2, '0')}/e/f${j}`),
    ).flat()
    const { paths } = tree([...many, 'zz/last.md'])
    expect(paths).toHaveLength(4000)
    expect(paths).toContain('zz/last.md')
    expect(tree(Array.from({ length: 400 }, (_, i) => `data/${i}`)).paths).toHaveLength(301)
  })

  it('is empty for a root that does not exist', () => {
    expect(listTree({ root: '/nowhere/at/all', isExcluded, ignores: null }).paths).toEqual([])
  })
})
