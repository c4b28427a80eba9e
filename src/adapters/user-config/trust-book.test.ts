import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../core/values/index.ts'
import type { Hash, TrustRecord } from '../../ports/index.ts'
import { openTrustBook } from './trust-book.ts'
import { getTrustDirectory } from './trust-directory.ts'

const hash: Hash = (content) => `sha256:${createHash('sha256').update(content).digest('hex')}`
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

let base: string
let directory: string
let project: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'trust-')))
  directory = join(base, 'config', 'foreword', 'trust')
  project = join(base, 'project')
  mkdirSync(project)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const book = (at = directory) => openTrustBook({ directory: at, hash })
const recordOf = (root = project): TrustRecord => ({
  root,
  digest: hash('manifest'),
  since: '2026-01-03T18:30:00.000Z',
  canonical: '"m.yaml"\n{}\n',
  repository: '42-1767465000000000000',
  reach: { grants: [{ kind: 'plugin', what: 'tracker', rule: '{}' }], guards: [] },
})
const fileOf = (root = project) => join(directory, `${hash(root).slice(7)}.json`)

describe('a trust book', () => {
  it('T2 keeps one private file per project, by its real path', () => {
    expect([book().find(project), book().list(), book().remove(project)]).toEqual([null, [], false])
    book().put(recordOf())
    expect(book().find(project)).toEqual(recordOf())
    expect(readdirSync(directory)).toEqual([fileOf().slice(directory.length + 1)])
    expect([mode(directory), mode(fileOf())]).toEqual(['700', '600'])
    book().put({ ...recordOf(), digest: 'sha256:other' })
    expect(book().find(project)?.digest).toBe('sha256:other')
    expect(book().list()).toHaveLength(1)
    expect([book().remove(project), book().remove(project), book().find(project)]).toEqual([
      true,
      false,
      null,
    ])
  })

  it('T2 knows a project by its path alone: one that was moved or copied was never trusted', () => {
    book().put(recordOf())
    const moved = join(base, 'moved')
    expect(book().find(moved)).toBeNull()
    copyFileSync(fileOf(), fileOf(moved))
    expect(book().find(moved)).toBeNull()
    expect(
      book()
        .list()
        .map((record) => record.root),
    ).toEqual([project])
  })

  it('T2 lists projects in order, and passes over invalid records', () => {
    for (const name of ['b', 'a']) book().put(recordOf(join(base, name)))
    writeFileSync(join(directory, `${'0'.repeat(64)}.json`), '{')
    writeFileSync(join(directory, 'notes.txt'), '')
    expect(
      book()
        .list()
        .map((record) => record.root),
    ).toEqual([join(base, 'a'), join(base, 'b')])
  })

  it.each([
    ['is cut off', () => writeFileSync(fileOf(), readFileSync(fileOf()).subarray(0, 40))],
    ['is of another version', () => writeFileSync(fileOf(), JSON.stringify({ trust: 3, ...recordOf() }))],
    [
      'names no repository',
      () => writeFileSync(fileOf(), JSON.stringify({ trust: 2, ...recordOf(), repository: undefined })),
    ],
    [
      'has something else for a reach',
      () => writeFileSync(fileOf(), JSON.stringify({ trust: 2, ...recordOf(), reach: { grants: [1] } })),
    ],
    ['says too little', () => writeFileSync(fileOf(), JSON.stringify({ trust: 1, root: project }))],
    ['can be written to by others', () => chmodSync(fileOf(), 0o622)],
    [
      'is a link',
      () => {
        copyFileSync(fileOf(), join(base, 'elsewhere'))
        rmSync(fileOf())
        symlinkSync(join(base, 'elsewhere'), fileOf())
      },
    ],
  ])('T2 takes no word from a record that %s', (_, change) => {
    book().put(recordOf())
    change()
    expect(book().find(project)).toBeNull()
    book().put(recordOf())
    expect(book().find(project)).toEqual(recordOf())
  })

  it.each([
    ['lies in the project', () => join(project, 'config', 'foreword', 'trust'), 'is in the project itself'],
    [
      'is a link into the project',
      () => {
        mkdirSync(join(project, 'trust'), { mode: 0o700 })
        mkdirSync(join(base, 'config', 'foreword'), { recursive: true, mode: 0o700 })
        symlinkSync(join(project, 'trust'), directory)
        return directory
      },
      'is in the project itself',
    ],
    [
      'lies behind a link into the project, and is not there yet',
      () => {
        symlinkSync(project, join(base, 'config'))
        return directory
      },
      'is in the project itself',
    ],
    [
      'can be written to by other users',
      () => {
        mkdirSync(directory, { recursive: true })
        chmodSync(directory, 0o777)
        return directory
      },
      'can be written to by other users',
    ],
    [
      'lies in a directory that others can write to',
      () => {
        mkdirSync(directory, { recursive: true, mode: 0o700 })
        chmodSync(join(base, 'config', 'foreword'), 0o770)
        return directory
      },
      'can be written to by other users',
    ],
  ])('T2 T21 refuses a directory that %s', (_, place, words) => {
    const at = place()
    expect(book(at).problem(project)).toContain(words)
    expect(() => book(at).put(recordOf())).toThrow(Refusal)
    expect(() => book(at).remove(project)).toThrow(words)
    expect([book(at).find(project), book(at).list()]).toEqual([null, []])
    expect(readdirSync(project).filter((name) => name.endsWith('.json'))).toEqual([])
  })

  it('reads a record of the first version, which approves one content', () => {
    const { root, digest, since, canonical } = recordOf()
    book().put(recordOf())
    writeFileSync(fileOf(), JSON.stringify({ trust: 1, root, digest, since, canonical }))
    expect(book().find(project)).toEqual({ root, digest, since, canonical, repository: null, reach: null })
  })

  it('T2 takes no word from a directory that was opened to others afterwards', () => {
    book().put(recordOf())
    chmodSync(directory, 0o722)
    expect([book().find(project), book().list()]).toEqual([null, []])
    chmodSync(directory, 0o700)
    expect(book().find(project)).toEqual(recordOf())
  })

  it.runIf(process.getuid?.() === 0)('T21 refuses what belongs to another user (only root can try)', () => {
    book().put(recordOf())
    chownSync(fileOf(), 65_534, 65_534)
    expect(book().find(project)).toBeNull()
    chownSync(directory, 65_534, 65_534)
    expect(book().problem(project)).toContain('belongs to another user')
  })

  it('says in plain words where it cannot write', () => {
    writeFileSync(join(base, 'config'), '')
    expect(() => book().put(recordOf())).toThrow(/Trust cannot be stored in .* \(ENOTDIR\)/)
    expect(book().remove(project)).toBe(false)
  })

  it('is whole, also if several processes write at the same time', async () => {
    const door = JSON.stringify(join(import.meta.dirname, 'trust-book.ts'))
    const program = `const { openTrustBook } = await import(${door})
      const [directory, root, mark] = process.argv.slice(1)
      const book = openTrustBook({ directory, hash: () => 'sha256:' + 'a'.repeat(64) })
      for (let i = 0; i < 50; i++) {
        book.put({ root, digest: mark, since: mark, canonical: mark.repeat(5000), repository: mark, reach: null })
        const { digest, canonical } = book.find(root)
        if (canonical !== digest.repeat(5000)) process.exit(1)
      }`
    const ended = ['x', 'y'].map(async (mark) => {
      const args = ['--input-type=module', '-e', program, directory, project, mark]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      return (await once(child, 'close'))[0]
    })
    expect(await Promise.all(ended)).toEqual([0, 0])
    expect(readdirSync(directory)).toEqual([`${'a'.repeat(64)}.json`])
  })
})

describe('the location of the trust book', () => {
  it.each([
    [{ HOME: '/home/ada' }, '/home/ada/.config/foreword/trust'],
    [{ HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/foreword/trust'],
    [{ HOME: '/home/ada', XDG_CONFIG_HOME: '' }, '/home/ada/.config/foreword/trust'],
    [{ HOME: '/home/ada', XDG_CONFIG_HOME: 'config' }, '/home/ada/.config/foreword/trust'],
  ])('is in the configuration of the user: %j', (env, expected) => {
    expect(getTrustDirectory(env)).toBe(expected)
  })

  it('T2 is never relative, so that no project can be meant', () => {
    expect(getTrustDirectory({ HOME: '.', XDG_CONFIG_HOME: './config' })).toMatch(
      /^\/.*\/\.config\/foreword\/trust$/,
    )
  })
})
