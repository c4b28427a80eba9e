import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openScrubFiles } from './scrub-files.ts'

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'trees-')))
})
afterEach(() => rmSync(cwd, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), content)
  }
}

type Tracked = Readonly<Record<string, string>>

/** Names that git would list, by directory. */
function trees(tracked: Tracked = {}, maxBytes = 1000) {
  return openScrubFiles({
    cwd,
    maxBytes,
    tracked: (directory) => {
      const names = tracked[directory.slice(cwd.length + 1) || '.']
      return names === undefined ? null : Buffer.from(names, 'latin1')
    },
  })
}

/** Lists names with their text, or with the reason why a file has no text. */
function look(path: string, tracked: Tracked = {}, maxBytes?: number): string[] {
  return [...trees(tracked, maxBytes).list(path)].map((entry) => {
    if (entry.kind !== 'file') return `${entry.name}: ${entry.reason}`
    const reading = entry.file.read()
    if (reading.kind === 'text') return `${entry.file.name} = ${reading.text}`
    return `${entry.file.name}: ${reading.kind === 'gone' ? 'gone' : reading.reason}`
  })
}

describe('a walk', () => {
  it('meets every file in the order of the names, but for those of git and of node_modules', () => {
    write({ 'b.md': 'b', 'a/z.md': 'z', '.env': 'e', '.git/config': 'g', 'a/node_modules/x.js': 'x' })
    expect(look('.')).toEqual(['.env = e', 'a/z.md = z', 'b.md = b'])
  })

  it('follows no link, opens only files, and says so', () => {
    write({ 'a.md': 'a', 'deep/b.md': 'b' })
    symlinkSync('a.md', join(cwd, 'link.md'))
    symlinkSync('deep', join(cwd, 'round'))
    symlinkSync('..', join(cwd, 'deep/up'))
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    expect(look('.')).toEqual([
      'a.md = a',
      'deep/b.md = b',
      'deep/up: link',
      'link.md: link',
      'pipe: special',
      'round: link',
    ])
  })

  it('leaves out what is large or binary, and looks for NUL at the beginning only', () => {
    const late = Buffer.concat([Buffer.alloc(8192, 'x'), Buffer.from([0])])
    write({ large: 'x'.repeat(9001), binary: Buffer.from([1, 0]), late })
    const [binary, large, last] = look('.', {}, 9000)
    expect([binary, large]).toEqual(['binary: binary', 'large: too large'])
    expect(last).toHaveLength('late = '.length + 8193)
  })

  it('reads texts of other encodings as far as it goes, and tells that they are not exact', () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('wide', 'utf16le')])
    const swapped = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('other', 'utf16le')]).swap16()
    write({ latin: Buffer.from('caf\u00e9 au lait', 'latin1'), other: swapped, utf8: 'café', wide })
    const readings = [...trees().list('.')].map((entry) => (entry.kind === 'file' ? entry.file.read() : null))
    expect(readings).toMatchObject([
      { text: 'caf\ufffd au lait', exact: false },
      { text: 'other', exact: false },
      { text: 'café', exact: true },
      { text: 'wide', exact: false },
    ])
  })

  it('opens files whose names are no text', () => {
    const name = Buffer.concat([Buffer.from(`${cwd}/`), Buffer.from([0x61, 0xff])])
    writeFileSync(name, 'x')
    expect(look('.')).toEqual(['a\ufffd = x'])
  })

  it('says what it cannot look into', () => {
    expect(look('gone')).toEqual(['gone: ENOENT'])
    expect(look('gone/deeper')).toEqual(['gone/deeper: ENOENT'])
  })

  it('names files as one would type them from here', () => {
    write({ 'a/b.md': 'b' })
    expect(look('./a')).toEqual(['a/b.md = b'])
    expect(look(join(cwd, 'a'))).toEqual(['a/b.md = b'])
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'trees-other-')))
    writeFileSync(join(outside, 'c.md'), 'c')
    expect(look(outside)).toEqual([`${outside}/c.md = c`])
    rmSync(outside, { recursive: true })
  })
})

describe('a walk where git lists the files', () => {
  it('meets what is listed, once, and not what is gone from the disk', () => {
    write({ 'b.md': 'b', 'a.md': 'a', 'ignored.md': 'i' })
    expect(look('.', { '.': 'b.md\0a.md\0b.md\0b.md\0gone.md\0' })).toEqual(['a.md = a', 'b.md = b'])
  })

  it('goes into repositories inside, each by its own list, and into one that has nothing to list', () => {
    write({
      'own.md': 'o',
      'sub/.git/HEAD': '',
      'sub/a.md': 'a',
      'sub/ignored.md': 'i',
      'none/.git/HEAD': '',
    })
    write({ 'none/ignored.md': 'i' })
    const listed = { '.': 'own.md\0sub/\0none\0', sub: 'a.md\0', none: '' }
    expect(look('.', listed)).toEqual(['own.md = o', 'sub/a.md = a'])
  })

  it('takes a directory without listed files as it is, because the user has named it', () => {
    write({ 'dist/a.js': 'a' })
    expect(look('dist', { dist: '' })).toEqual(['dist/a.js = a'])
  })

  it('goes over no link that stands where a directory was', () => {
    write({ 'other/a.md': 'secret of another place' })
    mkdirSync(join(cwd, 'tree'))
    symlinkSync('../other', join(cwd, 'tree/sub'))
    expect(look('tree', { tree: 'sub/a.md\0sub/b.md\0' })).toEqual([
      'tree/sub/a.md: link',
      'tree/sub/b.md: link',
    ])
  })

  it('opens names that are no text', () => {
    writeFileSync(Buffer.concat([Buffer.from(`${cwd}/`), Buffer.from([0xe9])]), 'x')
    expect(look('.', { '.': '\u00e9\0' })).toEqual(['\ufffd = x'])
  })
})

describe('a file that is named', () => {
  it('is read whatever it is: large, binary, or behind a link', () => {
    write({ large: 'x'.repeat(2000), binary: Buffer.from([0x61, 0, 0x62]) })
    symlinkSync('large', join(cwd, 'link'))
    expect(look('large')[0]).toHaveLength('large = '.length + 2000)
    expect(look('link')[0]).toHaveLength('link = '.length + 2000)
    expect(look('binary')).toEqual(['binary = a\0b'])
  })

  it('can be read again', () => {
    write({ 'a.md': 'a' })
    const [entry] = trees().list('a.md')
    if (entry?.kind !== 'file') throw new Error('no file')
    expect([entry.file.read(), entry.file.read()]).toMatchObject([{ text: 'a' }, { text: 'a' }])
  })
})
