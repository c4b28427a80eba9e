import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
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
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/values/index.ts'
import type { SettingsPlace } from '../../../ports/index.ts'
import { openSettingsFiles } from './settings-files.ts'

let base: string
let file: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'settings-')))
  file = join(base, '.agent', 'settings.json')
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const clock = { now: () => new Date('2026-01-03T18:30:00Z') }
const place = (more: Partial<SettingsPlace> = {}): SettingsPlace => ({
  file,
  base,
  contained: true,
  mode: 0o644,
  generated: false,
  ...more,
})
const files = (between?: () => void) => openSettingsFiles({ clock, ...(between && { between }) })
const put = (content: string | Buffer, mode = 0o640) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
}
const add = (text: string | null) => `${text ?? ''}+`
const names = () => readdirSync(dirname(file)).sort()
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('a settings file', () => {
  it('T29 is written whole, keeps its mode, and what stood there is kept beside it for its owner only', () => {
    put('a')
    const { backup, ...change } = files().change(place(), add)
    expect(change).toEqual({ before: 'a', after: 'a+', stays: [] })
    expect(backup).toBe(`${file}.foreword-backup-20260103T183000Z`)
    expect([readFileSync(file, 'utf8'), readFileSync(backup!, 'utf8')]).toEqual(['a+', 'a'])
    expect([modeOf(file), modeOf(backup!)]).toEqual(['640', '600'])
    expect(names()).toHaveLength(2)
  })

  it('T29 needs no copy any more once it is as it was', () => {
    put('a')
    files().change(place(), add)
    expect(files().change(place(), () => 'a').backup).toBeNull()
    expect(names()).toEqual(['settings.json'])
  })

  it('T29 is copied once for each content, under names that do not collide', () => {
    put('a')
    for (const text of ['b', 'c']) files().change(place(), () => text)
    expect(names()).toEqual([
      'settings.json',
      'settings.json.foreword-backup-20260103T183000Z',
      'settings.json.foreword-backup-20260103T183000Z-2',
    ])
  })

  it('T29 is not touched where nothing changes', () => {
    put('a')
    const before = lstatSync(file)
    expect(files().change(place(), (text) => text)).toEqual({
      before: 'a',
      after: 'a',
      backup: null,
      stays: [],
    })
    expect(lstatSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
    expect(names()).toEqual(['settings.json'])
  })

  it('T29 comes with the directories it needs, and goes with those that are empty then', () => {
    expect(files().change(place(), add)).toEqual({ before: null, after: '+', backup: null, stays: [] })
    expect([modeOf(file), names()]).toEqual(['644', ['settings.json']])
    files().change(place(), () => null)
    expect(readdirSync(base)).toEqual([])
    put('a')
    writeFileSync(join(dirname(file), 'other'), '')
    files().change(place(), () => null)
    expect(names()).toEqual(['other'])
  })

  const noPlus = (text: string | null) => text?.replaceAll('+', '') || null

  it('T29 goes with the copies that held nothing but ours, and with a directory that only they were in', () => {
    for (const text of ['+', '++', '+++']) files().change(place(), () => text)
    expect(names()).toHaveLength(3)
    expect(files().change(place(), noPlus, true)).toMatchObject({ after: null, backup: null, stays: [] })
    expect(readdirSync(base)).toEqual([])
  })

  it('T29 goes with copies of what it holds itself then, and leaves those that hold something else', () => {
    put('a')
    for (const text of ['a+', 'a++', 'ab++', 'ab+']) files().change(place(), () => text)
    const old = names().slice(1)
    expect(old).toHaveLength(4)
    const { after, backup, stays } = files().change(place(), noPlus, true)
    expect({ after, backup }).toEqual({ after: 'ab', backup: null })
    expect(stays.map((path) => readFileSync(path, 'utf8')).sort()).toEqual(['a', 'a+', 'a++'])
    expect(names()).toHaveLength(4)
  })

  it('T29 leaves a copy that cannot be understood', () => {
    put('a')
    files().change(place(), () => '+')
    const edit = (text: string | null) => {
      if (text === 'a') throw new Refusal('settings-invalid', 'no')
      return noPlus(text)
    }
    expect(files().change(place(), edit, true).stays).toHaveLength(1)
    expect(names()).toEqual(['settings.json.foreword-backup-20260103T183000Z'])
  })

  it('T29 is left as it is where its owner has made it read-only, also when it is to go', () => {
    put('a')
    chmodSync(file, 0o444)
    for (const edit of [add, () => null])
      expect(() => files().change(place(), edit)).toThrow('is read-only; it was left as it is')
    expect([readFileSync(file, 'utf8'), names()]).toEqual(['a', ['settings.json']])
    expect(files().change(place(), (text) => text).after).toBe('a')
  })

  it('T29 may be a link, which stays one', () => {
    const real = join(base, 'dotfiles.json')
    writeFileSync(real, 'a')
    mkdirSync(dirname(file))
    symlinkSync('../dotfiles.json', file)
    files().change(place(), add)
    expect([lstatSync(file).isSymbolicLink(), readFileSync(real, 'utf8')]).toEqual([true, 'a+'])
    expect(names()).toEqual(['settings.json'])
  })

  it('T29 loses nothing that another program writes meanwhile', () => {
    put('a')
    let writes = 0
    const between = () => {
      if (writes++ < 3) writeFileSync(file, `${readFileSync(file, 'utf8')}x`)
    }
    files(between).change(place(), add)
    expect(readFileSync(file, 'utf8')).toBe('axxx+')
    expect(names().filter((name) => name.startsWith('.tmp'))).toEqual([])
    expect(names()).toHaveLength(2)
    expect(readFileSync(join(dirname(file), names()[1]!), 'utf8')).toBe('axxx')
  })

  it('T29 is left alone where another program made or removed it meanwhile, until that ends', () => {
    let made = false
    const between = () => {
      if (!made) put('theirs')
      made = true
    }
    files(between).change(place(), add)
    expect(readFileSync(file, 'utf8')).toBe('theirs+')
    const busy = files(() => writeFileSync(file, `${readFileSync(file, 'utf8')}x`))
    expect(() => busy.change(place(), add)).toThrow('another program kept changing it')
    expect(readFileSync(file, 'utf8')).toMatch(/^theirs\+x+$/)
  })
})

describe('an invalid settings file', () => {
  const outside = () => {
    const away = mkdtempSync(join(tmpdir(), 'settings-away-'))
    writeFileSync(join(away, 'settings.json'), 'a')
    return away
  }
  it.each([
    ['a directory', 'not a regular file', () => mkdirSync(file, { recursive: true })],
    [
      'a FIFO',
      'not a regular file',
      () => {
        mkdirSync(dirname(file))
        expect(spawnSync('mkfifo', [file]).status).toBe(0)
      },
    ],
    ['what is not UTF-8', 'not UTF-8', () => put(Buffer.from([0x7b, 0xff, 0x7d]))],
    ['what is too large', 'larger than 1 MB', () => put(' '.repeat(1024 * 1024 + 1))],
    [
      'a link that leads nowhere',
      'a file that does not exist',
      () => {
        mkdirSync(dirname(file))
        symlinkSync('nowhere', file)
      },
    ],
    [
      'a link out of the project',
      'leads out of the project',
      () => {
        mkdirSync(dirname(file))
        symlinkSync(join(outside(), 'settings.json'), file)
      },
    ],
    ['a directory that is a link out of it', 'leads out', () => symlinkSync(outside(), dirname(file))],
  ])('T29 is refused and stays: %s', (_, words, make) => {
    make()
    const before = existsSync(dirname(file)) ? names() : []
    const attempt = () => files().change(place(), add)
    expect(attempt).toThrow(Refusal)
    expect(attempt).toThrow(words)
    expect(existsSync(dirname(file)) ? names() : []).toEqual(before)
  })

  it('T29 may lie elsewhere for a user, whose links are their own', () => {
    symlinkSync(outside(), dirname(file))
    expect(files().change(place({ contained: false }), add).after).toBe('a+')
  })

  it.skipIf(process.getuid?.() === 0)('T29 says so where nothing can be written (not as root)', () => {
    put('a')
    chmodSync(dirname(file), 0o500)
    expect(() => files().change(place(), add)).toThrow(/Cannot write .* \(EACCES\)/)
    chmodSync(dirname(file), 0o700)
    expect([readFileSync(file, 'utf8'), names()]).toEqual(['a', ['settings.json']])
  })
})
