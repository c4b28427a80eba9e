// The code that V8 made in earlier runs, which bin/foreword.cjs hands back to it.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { World } from './program.ts'

let world: World
let root: string
let code: string
beforeEach(() => {
  world = new World()
  root = world.project()
  code = join(world.cache, 'code')
})
afterEach(() => world.remove())

const explain = () => world.program(['explain', root, 'standard'])

it('is kept for its owner only, once there is a cache', () => {
  expect(world.program(['--version']).code).toBe(0)
  expect(existsSync(code)).toBe(false)
  explain()
  const modes = [code, ...files()].map((path) => (statSync(path).mode & 0o777).toString(8))
  expect(modes[0]).toBe('700')
  expect(new Set(modes.slice(1))).toEqual(new Set(['600']))
  expect(files().some((file) => /command-main\.cjs-[0-9a-f]{16}-/.test(file))).toBe(true)
})

it('is kept of bundles by itself, from the first one on: nothing else of them is', () => {
  const load = () => world.program(['load', '--project-dir', root])
  expect(load().code).toBe(0)
  expect(readdirSync(world.cache)).toEqual(['code'])
  const [before, ...others] = files().filter((file) => /\/load-main\.cjs-/.test(file))
  expect([before, others]).toEqual([expect.any(String), []])
  expect(readFileSync(before!).at(-1)).toBe(1)
  load()
  expect(readFileSync(before!).at(-1)).toBe(2)
})

it.each<[string, (whole: Buffer) => Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['a half', (whole) => whole.subarray(0, whole.length >> 1)],
  ['zeros', (whole) => Buffer.alloc(whole.length)],
  ['a page of zeros', (whole) => Buffer.from(whole).fill(0, 8192, 12288)],
  ['zeros at its end', (whole) => Buffer.from(whole).fill(0, whole.length >> 1, whole.length - 5)],
])('is made again where %s is left of it', (_, left) => {
  for (let i = 0; i < 2; i++) explain()
  const main = files().find((file) => file.includes('main.cjs'))!
  const damaged = left(readFileSync(main))
  writeFileSync(main, damaged)
  const { code: exit, err } = explain()
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  expect(readFileSync(main).equals(damaged)).toBe(false)
})

it('stays as it is when enough runs have added to it', () => {
  for (let i = 0; i < 14; i++) world.program(['--version'])
  explain()
  for (let i = 0; i < 14; i++) world.program(['--version'])
  const before = readFileSync(files().find((file) => file.includes('main.cjs'))!)
  expect(before.at(-1)).toBe(12)
  world.program(['--version'])
  expect(readFileSync(files().find((file) => file.includes('main.cjs'))!).equals(before)).toBe(true)
})

it('is taken by the next run also where V8 was told not to optimise', () => {
  const input = JSON.stringify({ cwd: root, hook_event_name: 'SessionStart', source: 'startup' })
  const change = (text: string) => {
    writeFileSync(join(root, 'docs/ANCHORS.md'), `# Anchors\n\n${text}\n`)
    const { out, err } = world.program(['hook', 'session-start', '--agent=claude'], { input })
    expect([out.includes(text), err]).toEqual([true, ''])
  }
  // Of code that is refused, the count of runs begins again.
  for (let i = 0; i < 5; i++) change(`Rule ${i}.`)
  const kept = files().filter((file) => /session-start-(main|compile|both)\.cjs/.test(file))
  expect(kept).toHaveLength(3)
  for (const file of kept) expect(readFileSync(file).at(-1)).toBeGreaterThanOrEqual(3)
})

it('is kept nowhere where nothing is to be kept', () => {
  for (let i = 0; i < 2; i++)
    expect(world.program(['explain', root, 'standard'], { env: { FOREWORD_CACHE_DIR: '' } }).code).toBe(0)
  expect(existsSync(world.cache)).toBe(false)
})

function files(): string[] {
  return readdirSync(code).map((name) => join(code, name))
}
