import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOwnProgram } from './index.ts'

// Not below /tmp: links there are not taken for lasting.
let base: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(homedir(), '.foreword-test-')))
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

describe('the program that entries start', () => {
  it('T29 is named by links on PATH that an upgrade moves, where they lead to what runs', () => {
    const node = make('a/Cellar/node/24.1.0/bin/node')
    const script = make('a/lib/node_modules/foreword/bin/foreword.cjs')
    const words = [link('a/bin/node', node), link('a/bin/foreword', script)]
    const env = { PATH: `relative:${join(base, 'other')}:${dirname(words[0]!)}` }
    expect(findOwnProgram({ env, node, script })).toEqual({ words, fleeting: null })
  })

  it('T29 is named as it lies where PATH has another one, or only links that pass', () => {
    const node = make('b/node-24/bin/node')
    const script = make('b/lib/foreword/bin/foreword.cjs')
    const other = dirname(make('b/other/node'))
    const shell = dirname(link('b/fnm_multishells/1_2/bin/node', node))
    const local = dirname(link('b/project/node_modules/.bin/foreword', script))
    const env = { PATH: [other, shell, local].join(':') }
    expect(findOwnProgram({ env, node, script }).words).toEqual([node, script])
    expect(findOwnProgram({ env: {}, node, script }).words).toEqual([node, script])
  })

  it('T29 has no version in its path where a package manager keeps one without', () => {
    const script = make('c/node_modules/.pnpm/foreword@0.1.0/node_modules/foreword/bin/foreword.cjs')
    const lasting = link('c/node_modules/foreword', dirname(dirname(script)))
    const found = findOwnProgram({ env: {}, node: '/usr/bin/node', script })
    expect(found.words[1]).toBe(join(lasting, 'bin/foreword.cjs'))
  })

  it.each(['_npx/1a2b', 'dlx-1234', 'bunx-0-foreword'])('T29 is told to pass when it lies in %s', (name) => {
    const script = make(`d/${name}/node_modules/foreword/bin/foreword.cjs`)
    expect(findOwnProgram({ env: {}, node: '/usr/bin/node', script }).fleeting).toContain(
      'directory of one run',
    )
  })
})
