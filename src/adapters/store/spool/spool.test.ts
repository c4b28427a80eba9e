import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Parcel } from '../../../core/receipt/index.ts'
import { countWaiting, listSetAsideParcels, openSpool } from './spool.ts'

let home: string
let directory: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'spool-'))
  directory = join(home, 'deep', 'spool')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const all = Number.POSITIVE_INFINITY
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
const files = () => readdirSync(directory).filter((name) => !name.startsWith('.'))

function parcel(uid: string, contents: readonly string[] = []): Parcel {
  const blobs = contents.map((text) => ({ digest: `sha256:${text.length}`, content: () => text }))
  return {
    draft: { uid, kind: 'event', at: '2026-01-02T03:04:05.678Z', body: `{"n":"${uid.length}"}` },
    blobs,
  }
}

const plain = ({ draft, blobs }: Parcel) => ({
  draft,
  blobs: blobs.map((blob) => ({ digest: blob.digest, content: blob.content() })),
})

describe('a parcel that is put', () => {
  it('comes back as it was, in the order in which it was put', () => {
    const spool = openSpool(directory)
    const put = ['z', 'y', 'x', 'w'].map((uid) => parcel(uid, [`${uid} körper\0\ud800`, '']))
    for (const parcel of put) spool.put(parcel)
    const { parcels, unreadable } = spool.list(all)
    expect(parcels.map((listed) => plain(listed.parcel))).toEqual(put.map(plain))
    expect(unreadable).toEqual([])
    expect(countWaiting(directory)).toBe(4)
  })

  it('comes back whatever is in its texts', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, (body, content) => {
        const spool = openSpool(directory)
        const put = { ...parcel('a', [content]), draft: { ...parcel('a').draft, body: JSON.stringify(body) } }
        spool.put(put)
        const { parcels } = spool.list(all)
        expect(parcels.map((listed) => plain(listed.parcel))).toEqual([plain(put)])
        for (const listed of parcels) listed.remove()
      }),
      { numRuns: 30 },
    )
  })

  it('is private and invisible to git', () => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: home, encoding: 'utf8' }).stdout
    git('init', '-q')
    openSpool(directory).put(parcel('a'))
    expect(files()).toEqual([expect.stringMatching(/^\d{15}-a\.json$/)])
    expect([mode(directory), mode(join(directory, files()[0]!))]).toEqual(['700', '600'])
    expect(git('status', '--porcelain', '--untracked-files=all')).toBe('')
  })

  it.each(['../../evil', 'a/b', 'a.b', 'ü', 'x'.repeat(5000)])(
    'stays in the directory with uid %j',
    (uid) => {
      const spool = openSpool(directory)
      spool.put(parcel(uid))
      expect(files()).toEqual([expect.stringMatching(/^\d{15}-[0-9a-f]{16}\.json$/)])
      expect(spool.list(all).parcels[0]?.parcel.draft.uid).toBe(uid)
    },
  )

  it('is refused when it could not be read back', () => {
    const spool = openSpool(directory)
    const { draft } = parcel('a')
    for (const wrong of [
      { uid: 'a\nb' },
      { uid: '' },
      { at: 'a\u2028' },
      { body: '\0' },
      { kind: 'x' as 'event' },
    ])
      expect(() => spool.put({ draft: { ...draft, ...wrong }, blobs: [] })).toThrow(TypeError)
    expect(() => spool.put(parcel('a', ['x'.repeat(65 * 1024 * 1024)]))).toThrow(
      expect.objectContaining({ code: 'EFBIG' }),
    )
    expect(countWaiting(directory)).toBe(0)
  })

  it('is not put through a link', () => {
    mkdirSync(join(home, 'deep'))
    mkdirSync(join(home, 'outside'))
    symlinkSync(join(home, 'outside'), directory)
    const spool = openSpool(directory)
    expect(() => spool.put(parcel('a'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }))
    expect(readdirSync(join(home, 'outside'))).toEqual([])
    expect(spool.list(all)).toEqual({ parcels: [], unreadable: [expect.stringContaining(directory)] })
    expect(countWaiting(directory)).toBe(0)
  })

  it('throws what the system says, and does not hang where nothing can be made', () => {
    expect(() => openSpool('/proc/nothing/here').put(parcel('a'))).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    )
    writeFileSync(join(home, 'file'), '')
    expect(() => openSpool(join(home, 'file', 'spool')).put(parcel('a'))).toThrow(
      expect.objectContaining({ code: 'ENOTDIR' }),
    )
  })
})

describe('a list', () => {
  it('is empty where there is no directory', () => {
    expect(openSpool(directory).list(all)).toEqual({ parcels: [], unreadable: [] })
    expect(countWaiting(directory)).toBe(0)
    expect(listSetAsideParcels(directory)).toEqual([])
    expect(existsSync(directory)).toBe(false)
  })

  it('is as long as was asked for, the oldest first', () => {
    const spool = openSpool(directory)
    for (const uid of ['c', 'b', 'a']) spool.put(parcel(uid))
    expect(spool.list(2).parcels.map((listed) => listed.parcel.draft.uid)).toEqual(['c', 'b'])
    expect(spool.list(0).parcels).toEqual([])
  })

  it('drops a parcel that is removed, also by another process', () => {
    const spool = openSpool(directory)
    spool.put(parcel('a'))
    const [first, second] = [spool.list(all).parcels[0], openSpool(directory).list(all).parcels[0]]
    first?.remove()
    second?.remove()
    expect(spool.list(all).parcels).toEqual([])
    expect(second?.setAside('late')).toContain('late')
  })

  it('sets a parcel aside in which its reader finds a fault', () => {
    const spool = openSpool(directory)
    spool.put(parcel('a'))
    const [name] = files()
    expect(spool.list(all).parcels[0]?.setAside('its body is forged')).toBe(`${name}: its body is forged`)
    expect(listSetAsideParcels(directory)).toEqual([name])
    expect(countWaiting(directory)).toBe(0)
  })

  it('sweeps what killed writers left an hour ago, and nothing younger', () => {
    openSpool(directory).put(parcel('a'))
    for (const name of ['.tmp-old', '.tmp-new', '.kept']) writeFileSync(join(directory, name), '')
    mkdirSync(join(directory, '.tmp-directory'))
    const longAgo = new Date(Date.now() - 3_700_000)
    for (const name of ['.tmp-old', '.kept', '.tmp-directory'])
      utimesSync(join(directory, name), longAgo, longAgo)
    expect(openSpool(directory).list(all).parcels).toHaveLength(1)
    expect(readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([
      '.gitignore',
      '.kept',
      '.tmp-directory',
      '.tmp-new',
    ])
  })
})

describe('a file that is not a parcel', () => {
  const whole = { foreword: 'parcel', version: 1, draft: parcel('a').draft, blobs: [] as unknown }
  const text = (change: object) => JSON.stringify({ ...whole, ...change })
  const draft = (change: object) => text({ draft: { ...whole.draft, ...change } })
  const wrong: Readonly<Record<string, string | Buffer>> = {
    empty: '',
    torn: JSON.stringify(whole).slice(0, -5),
    null: 'null',
    list: '[]',
    'deeply nested': '['.repeat(200_000),
    'not UTF-8': Buffer.concat([Buffer.from(JSON.stringify(whole)), Buffer.from([0xff])]),
    'another document': text({ foreword: 'checkpoint' }),
    'no version': text({ version: '1' }),
    'a further key': text({ more: 1 }),
    'a prototype': JSON.stringify(whole).replace('{', '{"__proto__":{"foreword":"parcel"},'),
    'a prototype for a draft': text({ draft: 0 }).replace(
      '"draft":0',
      '"draft":{"__proto__":{},"kind":"event"}',
    ),
    'a number for a uid': draft({ uid: 7 }),
    'a line break in a uid': draft({ uid: 'a\nb' }),
    'a line break in a time': draft({ at: '2026\r' }),
    'an object for a body': draft({ body: {} }),
    'an unknown kind': draft({ kind: 'toString' }),
    'an object for blobs': text({ blobs: {} }),
    'no blob': text({ blobs: [null] }),
    'a number for content': text({ blobs: [{ digest: 'x', content: 1 }] }),
    'a number for a digest': text({ blobs: [{ digest: 1, content: 'x' }] }),
  }

  it.each(Object.keys(wrong))('is set aside with a reason and kept byte for byte: %s', (what) => {
    const spool = openSpool(directory)
    spool.put(parcel('good'))
    writeFileSync(join(directory, 'wrong.json'), wrong[what]!)
    const { parcels, unreadable } = spool.list(all)
    expect(parcels.map((listed) => listed.parcel.draft.uid)).toEqual(['good'])
    expect(unreadable).toEqual([expect.stringMatching(/^wrong\.json: (it|its|one of its) /)])
    expect(readFileSync(join(directory, 'unreadable', 'wrong.json'))).toEqual(Buffer.from(wrong[what]!))
    expect(listSetAsideParcels(directory)).toEqual(['wrong.json'])
    expect(spool.list(all).unreadable).toEqual([])
    expect(({} as { foreword?: unknown }).foreword).toBeUndefined()
  })

  it('is set aside unread when it is a link, a FIFO, far too large or not called like a parcel', () => {
    const spool = openSpool(directory)
    spool.put(parcel('good'))
    const name = files()[0]!
    symlinkSync(name, join(directory, 'link.json'))
    symlinkSync('/dev/zero', join(directory, 'zero.json'))
    execFileSync('mkfifo', [join(directory, 'fifo.json')])
    writeFileSync(join(directory, 'huge.json'), '')
    truncateSync(join(directory, 'huge.json'), 3_000_000_000)
    writeFileSync(join(directory, 'odd\n\x1b[31m.txt'), '')
    mkdirSync(join(directory, 'directory.json'))
    // Reading any of these files would never end or would fill memory.
    const { parcels, unreadable } = spool.list(all)
    expect(parcels).toHaveLength(1)
    expect(unreadable).toEqual([
      'fifo.json: it is not a regular file',
      'huge.json: it is larger than any parcel',
      'link.json: it is not a regular file',
      'odd??[31m.txt: it is not a parcel',
      'zero.json: it is not a regular file',
    ])
    expect(files().sort()).toEqual([name, 'directory.json', 'unreadable'])
    expect(lstatSync(join(directory, 'unreadable', 'link.json')).isSymbolicLink()).toBe(true)
  })

  it('never takes the place of what was set aside before', () => {
    const spool = openSpool(directory)
    spool.put(parcel('good'))
    for (const content of ['one', 'two', 'three']) {
      writeFileSync(join(directory, 'x.json'), content)
      spool.list(all)
    }
    const kept = listSetAsideParcels(directory).map((name) =>
      readFileSync(join(directory, 'unreadable', name), 'utf8'),
    )
    expect(kept).toEqual(['one', 'two', 'three'])
  })

  it('stays where it is when a newer foreword wrote it', () => {
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'x.json'), text({ version: 2, more: true }))
    expect(openSpool(directory).list(all)).toEqual({
      parcels: [],
      unreadable: [expect.stringContaining('newer')],
    })
    expect(files()).toEqual(['x.json'])
  })

  it('does not stand in the way of those behind it when it stays', () => {
    const spool = openSpool(directory)
    spool.put(parcel('good'))
    for (let i = 0; i < 5; i++) writeFileSync(join(directory, `0-${i}.json`), text({ version: 2 }))
    expect(spool.list(1).parcels.map((listed) => listed.parcel.draft.uid)).toEqual(['good'])
  })

  it('does not stand in the way of those behind it when it stays and is large', () => {
    const spool = openSpool(directory)
    spool.put(parcel('good'))
    const large = join(directory, '0-0.json')
    writeFileSync(large, text({ version: 2 }) + ' '.repeat(63 * 1024 * 1024))
    for (let i = 1; i < 5; i++) linkSync(large, join(directory, `0-${i}.json`))
    const { parcels, unreadable } = spool.list(all)
    expect([parcels.map((listed) => listed.parcel.draft.uid), unreadable.length]).toEqual([['good'], 5])
  })

  it('is not moved through a link called unreadable', () => {
    const spool = openSpool(directory)
    spool.put(parcel('good'))
    mkdirSync(join(home, 'outside'))
    symlinkSync(join(home, 'outside'), join(directory, 'unreadable'))
    writeFileSync(join(directory, 'x.json'), '')
    const { unreadable } = spool.list(all)
    expect(unreadable.filter((line) => line.startsWith('x.json'))).toEqual([
      expect.stringContaining('cannot be set aside'),
    ])
    expect(readdirSync(join(home, 'outside'))).toEqual([])
    expect(existsSync(join(directory, 'x.json'))).toBe(true)
  })

  it.skipIf(process.geteuid?.() === 0)(
    'stays when it is not for us to read (skipped for root, who may read everything)',
    () => {
      mkdirSync(directory, { recursive: true })
      writeFileSync(join(directory, 'x.json'), text({}))
      chmodSync(join(directory, 'x.json'), 0)
      expect(openSpool(directory).list(all).unreadable).toEqual([expect.stringContaining('EACCES')])
      expect(files()).toEqual(['x.json'])
    },
  )
})
