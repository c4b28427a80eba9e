import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listDirectoryNames } from './list-directory-names.ts'

const dir = mkdtempSync(join(tmpdir(), 'names-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
for (const path of ['project/own', 'other', 'many']) mkdirSync(join(dir, path), { recursive: true })
for (const path of ['other/b', 'other/a', 'project/own/c']) writeFileSync(join(dir, path), '')
symlinkSync('../other', join(dir, 'project/out'))
symlinkSync('own', join(dir, 'project/in'))
symlinkSync('loop', join(dir, 'project/loop'))

describe('names in a directory', () => {
  const within = join(dir, 'project')

  it('come in their order, also behind a link', () => {
    expect(listDirectoryNames(join(dir, 'other'), null)).toEqual(['a', 'b'])
    expect(listDirectoryNames(join(dir, 'project/out'), null)).toEqual(['a', 'b'])
    expect(listDirectoryNames(join(dir, 'project/in'), within)).toEqual(['c'])
  })

  it.each(['project/out', 'project/loop', 'project/none', 'project/own/c', 'project/\0'])(
    'are none for %j, seen from the project',
    (path) => expect(listDirectoryNames(join(dir, path), within)).toBeNull(),
  )

  it('are a thousand at most', () => {
    for (let i = 0; i < 1010; i++) writeFileSync(join(dir, 'many', String(i)), '')
    expect(listDirectoryNames(join(dir, 'many'), null)).toHaveLength(1000)
  })
})
