import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openIgnoredPaths } from './ignored-paths.ts'
import { makeWorld, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

const select = (paths: readonly string[], directory = world.repo) => [
  ...openIgnoredPaths(world.env, directory)!.select(paths),
]

describe('ignored paths', () => {
  it('are those that git would not track', () => {
    world.init({ '.gitignore': 'out/\n*.log\n', 'src/.gitignore': 'local\n', 'kept.log': '1' })
    expect(select(['out/', 'src/', 'src/local', 'a.log', 'kept.log', 'new.txt'])).toEqual([
      'out/',
      'src/local',
      'a.log',
    ])
  })

  it('are relative to the project, whose repository may begin above it', () => {
    world.init({ '.gitignore': '/web/out\n', 'web/a.txt': '1' })
    expect(select(['out/', 'a.txt'], join(world.repo, 'web'))).toEqual(['out/'])
  })

  it('name the files with rules that the tree does not hold', () => {
    world.init({ 'web/a.txt': '1' })
    expect(openIgnoredPaths(world.env, join(world.repo, 'web'))!.places).toEqual([
      join(world.repo, '.git/info/exclude'),
      join(world.repo, '.gitignore'),
    ])
  })

  it('T5 are none if git cannot tell, whatever the names are', () => {
    world.init({ '.gitignore': '*.log\n' })
    expect(select([])).toEqual([])
    expect(select([':(top)a.log', 'a.log'])).toEqual(['a.log'])
    expect(select(['../outside.log'])).toEqual([])
  })

  it('are unknown outside of a repository', () => {
    expect(openIgnoredPaths(world.env, world.home)).toBeNull()
  })
})
