import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Project } from '../../ports/index.ts'
import { openFileVersions } from './file-versions.ts'
import { readOncePerTurn } from './memory-cache.ts'

let home: string
let project: Project
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'versions-')))
  for (const directory of ['root/docs/deep', 'team/docs'])
    mkdirSync(join(home, directory), { recursive: true })
  for (const file of ['root/docs/deep/A.md', 'team/B.md']) writeFileSync(join(home, file), 'text\n')
  const roots = { team: join(home, 'team') }
  project = { name: 'root', root: join(home, 'root'), roots, manifestFile: '' }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const versions = openFileVersions()
const of = (path: string) => versions.read(project, path)

describe('the version of a file', () => {
  it.each([
    ['the project', '', 'root'],
    ['a file of the project', 'docs/deep/A.md', 'root/docs/deep/A.md'],
    ['the top of a named root', '@team', 'team'],
    ['a file of a named root', '@team/B.md', 'team/B.md'],
    ['a directory of a named root', '@team/docs', 'team/docs'],
  ])('is that of %s', (_, path, file) => {
    const there = of(join(home, file))
    expect(there).toContain(`:${statSync(join(home, file)).ino}:`)
    expect(of(path)).toBe(there)
  })

  it.each([
    'gone.md',
    'docs/deep/A.md/below',
    '@other',
    '@other/x',
    '@team/gone',
    '@constructor/x',
    '@__proto__',
  ])('at %j says that nothing is there', (path) => {
    expect(of(path)).toBe('absent')
    expect(versions.readSettled(project, [path], settleMs)).toEqual([[path, 'absent']])
  })

  it('changes when a file appears at the top of a named root', () => {
    const before = of('@team')
    writeFileSync(join(home, 'team/C.md'), '')
    expect(of('@team')).not.toBe(before)
  })

  it.each(['root/docs/deep', 'root/docs'])('changes when %s becomes a link to what it was', (directory) => {
    const before = of('docs/deep/A.md')
    renameSync(join(home, directory), join(home, 'moved'))
    symlinkSync(join(home, 'moved'), join(home, directory))
    expect(of('docs/deep/A.md')).toEqual(expect.any(String))
    expect(of('docs/deep/A.md')).not.toBe(before)
  })

  it('at many places still holds while none of them has changed', () => {
    const paths = ['', 'docs/deep/A.md', 'docs/deep', 'gone.md', '@team/B.md', '@other']
    const files = paths.map((path) => [path, of(path)] as const)
    expect(versions.allUnchanged(project, files)).toBe(true)
    expect(versions.allUnchanged(project, [...files, ['docs', null]])).toBe(false)
    writeFileSync(join(home, 'root/gone.md'), '')
    expect(versions.allUnchanged(project, files)).toBe(false)
  })

  it('is not given to a link', () => {
    symlinkSync('deep/A.md', join(home, 'root/docs/link.md'))
    expect(of('docs/link.md')).toBeNull()
  })
})

/** The same value as in file-versions.ts. */
const settleMs = 3000

describe.each([
  ['read each time', () => versions],
  ['read once per turn', () => readOncePerTurn(versions, project)],
])('a settled file, %s', (_, open) => {
  it('has not changed in the three seconds before it was read, also below a directory with colons in its name', () => {
    mkdirSync(join(home, 'root/a:1:2'))
    writeFileSync(join(home, 'root/a:1:2/A.md'), '')
    const changedAt = Number(statSync(join(home, 'root/a:1:2/A.md'), { bigint: true }).ctimeMs)
    const settled = (readSince: number) => open().readSettled(project, ['a:1:2/A.md'], readSince)
    expect(settled(changedAt + settleMs - 1)).toBeNull()
    expect(settled(changedAt + settleMs)).toEqual([['a:1:2/A.md', of('a:1:2/A.md')]])
  })

  it('is the only kind that is trusted: one that is not is enough', () => {
    const later = Date.now() + 2 * settleMs
    expect(open().readSettled(project, ['docs/deep/A.md', 'gone.md'], later)).toHaveLength(2)
    symlinkSync('deep/A.md', join(home, 'root/docs/link.md'))
    expect(open().readSettled(project, ['docs/deep/A.md', 'docs/link.md'], later)).toBeNull()
  })
})
