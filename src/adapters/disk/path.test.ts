import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getSegmentsBelow, isExecutable, resolveExistingPart, resolveRealPath } from './path.ts'
import { getUserDirectory } from './user-directory.ts'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'path-')))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('a real path', () => {
  it('follows links, as far as there is anything', () => {
    mkdirSync(join(home, 'there'))
    symlinkSync('there', join(home, 'link'))
    expect(resolveRealPath(join(home, 'link'))).toBe(join(home, 'there'))
    expect(resolveRealPath(join(home, 'link', 'a', 'b'))).toBeNull()
    expect(resolveExistingPart(join(home, 'link', 'a', 'b'))).toBe(join(home, 'there', 'a', 'b'))
  })
})

it.each([
  ['/a/root', '/a/root/x/y', ['x', 'y']],
  ['/a/root', '/a/root', []],
  ['/a/root', '/a/root-evil/x', null],
  ['/a/root', '/a', null],
  ['/a/root', '/a/root/..x', ['..x']],
  ['/', '/etc', ['etc']],
])('from %s to %s whole segments are compared', (root, real, segments) => {
  expect(getSegmentsBelow(root, real)).toEqual(segments)
})

it('a program is a file that may be started', () => {
  const file = join(home, 'program')
  writeFileSync(file, '')
  expect([isExecutable(file), isExecutable(home), isExecutable(join(home, 'no'))]).toEqual([
    false,
    false,
    false,
  ])
  chmodSync(file, 0o755)
  expect(isExecutable(file)).toBe(true)
})

it.each([
  ['cache', {}, '/home/ada/.cache/foreword'],
  ['config', { XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/foreword'],
  ['config', { XDG_CONFIG_HOME: '' }, '/home/ada/.config/foreword'],
  ['state', { XDG_STATE_HOME: 'state' }, '/home/ada/.local/state/foreword'],
  ['state', { XDG_STATE_HOME: 'state', HOME: '' }, null],
] as const)('T2 a directory of the user is never at a relative path: %s with %j', (kind, env, expected) => {
  expect(getUserDirectory(kind, { HOME: '/home/ada', ...env })).toBe(expected)
})
