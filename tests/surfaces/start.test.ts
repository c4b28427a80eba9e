// `npm start` without its build: an ordinary example project, as a newcomer sees it first.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { World } from './program.ts'

const world = new World()
afterAll(() => world.remove())
const root = join(import.meta.dirname, '../..')

describe('npm start', () => {
  const tmp = join(world.dir, 'tmp')
  mkdirSync(tmp)
  const env = { ...world.env, TMPDIR: tmp }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    env,
    encoding: 'utf8',
  })

  it('shows the packet of the example, in whole words', () => {
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toContain('Kestrel runs jobs on a schedule on one machine.')
    expect(stdout).not.toMatch(/summarized|\w\n\.\.\./)
  })

  it('ends with the command for a repository of your own', () => {
    expect(stdout.slice(stdout.indexOf('\nNext'))).toMatch(/^ {2}foreword setup {3,}/m)
  })

  it('leaves nothing behind', () => {
    expect([readdirSync(tmp), readdirSync(world.env.HOME!)]).toEqual([[], []])
  })
})
