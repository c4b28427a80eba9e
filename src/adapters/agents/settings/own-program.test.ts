import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOwnProgram, type OwnProgramOptions } from './own-program.ts'

let base: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'foreword-program-')))
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const make = (path: string) => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), '')
  return join(base, path)
}
const link = (path: string, target: string) => {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  symlinkSync(target, join(base, path))
  return join(base, path)
}

/** The files of this test are in a temporary directory, so the test itself defines which directories are temporary. */
const find = (options: OwnProgramOptions) =>
  findOwnProgram({ temporaryDirectories: [join(base, 'temporary')], ...options })

describe('the program that entries start', () => {
  it('T29 is named by links on PATH that an upgrade moves, where they lead to what runs', () => {
    const node = make('a/Cellar/node/24.1.0/bin/node')
    const script = make('a/lib/node_modules/foreword/bin/foreword.cjs')
    const words = [link('a/bin/node', node), link('a/bin/foreword', script)]
    const env = { PATH: `relative:${join(base, 'other')}:${dirname(words[0]!)}` }
    expect(find({ env, node, script })).toEqual({ words, fleeting: null })
  })

  it('T29 is named as it lies where PATH has another one, or only links that pass', () => {
    const node = make('b/node-24/bin/node')
    const script = make('b/lib/foreword/bin/foreword.cjs')
    const other = dirname(make('b/other/node'))
    const shell = dirname(link('b/fnm_multishells/1_2/bin/node', node))
    const local = dirname(link('b/project/node_modules/.bin/foreword', script))
    const passing = dirname(link('temporary/bin/node', node))
    const env = { PATH: [other, shell, local, passing].join(':') }
    expect(find({ env, node, script }).words).toEqual([node, script])
    expect(find({ env: {}, node, script }).words).toEqual([node, script])
  })

  it('T29 is not named by a link below /tmp or /run', () => {
    const node = make('e/node-24/bin/node')
    const script = make('e/lib/foreword/bin/foreword.cjs')
    const env = { PATH: dirname(link('e/bin/node', node)) }
    const { words } = findOwnProgram({ env, node, script })
    expect(words[0]).toBe(/^\/(run|tmp)\//.test(base) ? node : join(base, 'e/bin/node'))
  })

  it('T29 has no version in its path where a package manager keeps one without', () => {
    const script = make('c/node_modules/.pnpm/foreword@0.1.0/node_modules/foreword/bin/foreword.cjs')
    const lasting = link('c/node_modules/foreword', dirname(dirname(script)))
    const found = find({ env: {}, node: '/usr/bin/node', script })
    expect(found.words[1]).toBe(join(lasting, 'bin/foreword.cjs'))
  })

  it.each(['_npx/1a2b', 'dlx-1234', 'bunx-0-foreword'])('T29 is told to pass when it lies in %s', (name) => {
    const script = make(`d/${name}/node_modules/foreword/bin/foreword.cjs`)
    expect(find({ env: {}, node: '/usr/bin/node', script }).fleeting).toContain('deleted after one run')
  })
})
