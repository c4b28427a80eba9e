import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, own } from './past-asking.ts'

let engine: Asking
let file: string
let lines: string[]

beforeAll(() => {
  engine = new Asking(own)
  const { world, repo } = engine
  world.agent('claude')
  engine.inject('standard')
  engine.write({ 'SOUL.md': 'I am another shop.\n' })
  engine.inject('small')
  world.dispatch(repo, ['--executor=claude', '--context'])
  file = join(world.dir, 'all.jsonl')
  engine.ask('store export', file)
  lines = readFileSync(file, 'utf8').trimEnd().split('\n')
})
afterAll(() => engine.remove())

let stores = 0
/** An empty store elsewhere. */
const anew = () => `--store=${join(engine.world.dir, `store-${++stores}`)}`

describe('store export', () => {
  it('writes one line for each entry and text, between a header and an end', () => {
    const kinds = lines.map((line) => Object.keys(JSON.parse(line))[0])
    expect(kinds).toEqual([
      'foreword',
      ...Array(5).fill('entry'),
      ...Array(kinds.length - 7).fill('blob'),
      'end',
    ])
    expect(JSON.parse(lines.at(-1)!).end).toMatchObject({
      entries: 5,
      blobs: kinds.length - 7,
      head: { seq: 5 },
    })
  })

  it('writes to standard output alone, and says on the other stream what it did', () => {
    const { code, out, err } = engine.run('store export')
    expect([code, out]).toEqual([0, readFileSync(file, 'utf8')])
    expect(err).toBe(`Wrote 5 entries and ${lines.length - 7} texts of own.\n`)
    const refused = engine.run('store export', '--json')
    expect([refused.code, JSON.parse(refused.out).error.message]).toEqual([
      2,
      expect.stringContaining('--json needs a <file>'),
    ])
  })

  it('refuses where there is nothing, and where it cannot write', () => {
    const empty = new Asking(own, 'empty', engine.world)
    expect(empty.refused(3, 'store export', 'x.jsonl')).toContain('Nothing was recorded for empty yet')
    expect(engine.run('store export', join(engine.world.dir, 'no/such/dir/x.jsonl')).code).toBe(3)
  })
})

describe('store import', () => {
  it('takes in all of it, entry for entry, and the second time nothing', () => {
    const into = anew()
    const blobs = lines.length - 7
    expect(engine.ask('store import', file, into)).toEqual({ entries: 5, known: 0, blobs })
    const stats = engine.ask('store stats', into)
    expect(engine.ask('store import', file, into)).toEqual({ entries: 0, known: 5, blobs: 0 })
    expect(engine.ask('store stats', into).ledgers).toEqual(stats.ledgers)
    expect(engine.read('store import', file, into)).toContain('5 entries existed already.')
    expect(stats.ledgers[0].head).toEqual(engine.ask('store stats').ledgers[0].head)
    const again = join(engine.world.dir, 'again.jsonl')
    engine.ask('store export', again, into)
    expect(new Set(readFileSync(again, 'utf8').split('\n'))).toEqual(
      new Set(readFileSync(file, 'utf8').split('\n')),
    )
    expect(engine.ask('log', into)).toEqual(engine.ask('log'))
    expect(engine.ask('verify', into)).toMatchObject({ holds: true, entries: 5 })
  })

  it('reads from standard input', () => {
    const into = anew()
    const ran = engine.world.program(['store', 'import', '-', into], {
      cwd: engine.repo,
      input: readFileSync(file),
    })
    expect([ran.code, ran.out]).toEqual([0, `Imported 5 entries and ${lines.length - 7} texts.\n`])
  })

  it('adds to what is there what came after it', () => {
    const into = anew()
    const end = JSON.parse(lines[2]!).entry
    const part = [
      ...lines.slice(0, 3),
      ...lines.filter((line) => line.startsWith('{"blob"')),
      JSON.stringify({ end: { entries: 2, blobs: lines.length - 7, head: { seq: 2, digest: end.digest } } }),
    ]
    expect(engine.ask('store import', written('part', part.join('\n')), into).entries).toBe(2)
    expect(engine.ask('store import', file, into)).toMatchObject({ entries: 3, known: 2 })
    expect(engine.ask('verify', into)).toMatchObject({ holds: true, entries: 5 })
  })

  const altered = (index: number, from: string | RegExp, to: string) => {
    const changed = lines[index]!.replace(from, to)
    expect(changed).not.toBe(lines[index])
    return [...lines.slice(0, index), changed, ...lines.slice(index + 1)].join('\n')
  }
  const blobAt = () => lines.findIndex((line) => line.startsWith('{"blob"'))

  it.each<[string, () => string | Buffer, RegExp]>([
    ['that was cut off between two lines', () => lines.slice(0, 4).join('\n'), /^Line 4: .*cut off/],
    ['that was cut off within a line', () => lines.join('\n').slice(0, -30), /^Line \d+: it is not JSON/],
    ['without its first line', () => lines.slice(1).join('\n'), /^Line 1: a line \{"foreword":"export"/],
    ['of which an entry was altered', () => altered(2, 'small', 'large'), /^Line 3: ledger .*, entry 2: /],
    [
      'of which a time was altered',
      () => altered(3, /"at":"20../, '"at":"2019'),
      /^Line 4: ledger .*, entry 3: /,
    ],
    [
      'of which a text was altered',
      () => altered(blobAt(), /"content":"/, '"content":"x'),
      /^Line 7: a text does not match its digest/,
    ],
    [
      'of which an entry is missing',
      () => [...lines.slice(0, 2), ...lines.slice(3)].join('\n'),
      /^Line 11: .* the file has 4 and 5/,
    ],
    [
      'of which an entry is there twice',
      () => [...lines.slice(0, 3), ...lines.slice(2)].join('\n'),
      /^Line 13: .* the file has 6 and 5/,
    ],
    [
      'of which a text is missing',
      () => [...lines.slice(0, 6), ...lines.slice(7)].join('\n'),
      /^Line \d+: the end line counts/,
    ],
    ['of another version', () => altered(0, '"version":1', '"version":2'), /^Line 1:/],
    [
      'that is JSON of something else',
      () => '{"name":"x","version":"1.0.0"}\n',
      /^Line 1: a header, an entry/,
    ],
    ['that is a list', () => '[1,2]\n', /^Line 1:/],
    ['that is no JSON', () => '# Notes\n\nsome text\n', /^Line 1: it is not JSON/],
    ['with bytes that are no text', () => Buffer.from('\0\u001b[2J\n'), /^Line 1: it is not JSON/],
    ['that is empty', () => '', /the file is empty/],
    ['of empty lines', () => '\n\n\n', /the file is empty/],
  ])('refuses a file %s, and takes in nothing', (_, content, message) => {
    const into = anew()
    const err = engine.refused(3, 'store import', written('bad', content()), into)
    expect(err).toMatch(message)
    expect(err).toContain('Nothing was taken in.')
    expect(engine.ask('store stats', into)).toMatchObject({ ledgers: [], blobs: { count: 0 } })
  })

  it('refuses a ledger that says something else than the one that is there', () => {
    const other = new Asking({ ...own, 'SOUL.md': 'Another\n' }, 'own', new Asking({}).world)
    other.inject('standard')
    const theirs = join(other.world.dir, 'theirs.jsonl')
    other.ask('store export', theirs)
    const { uid } = JSON.parse(lines[0]!)
    const forged = readFileSync(theirs, 'utf8').replaceAll(
      JSON.parse(readFileSync(theirs, 'utf8').split('\n')[0]!).uid,
      uid,
    )
    const err = engine.refused(3, 'store import', written('forged', forged))
    expect(err).toContain('Nothing was taken in.')
    expect(engine.ask('verify')).toMatchObject({ holds: true, entries: 5 })
    other.remove()
  })

  it('refuses a file that is compressed', () => {
    const packed = Buffer.from([0x1f, 0x8b, 8, 0, 0, 255, 254, 10, 0, 27, 91, 50, 74])
    expect(engine.refused(3, 'store import', written('packed', packed), anew())).toContain(
      'it is not UTF-8 text',
    )
  })

  it('refuses a file that is not there, and a directory', () => {
    expect(engine.refused(3, 'store import', 'no-such.jsonl')).toContain('no-such.jsonl')
    expect(engine.refused(3, 'store import', '.')).toMatch(/\S/)
    expect(engine.refused(2, 'store import')).toContain('file')
  })
})

function written(name: string, content: string | Buffer): string {
  const path = join(engine.world.dir, `${name}.jsonl`)
  writeFileSync(path, content)
  return path
}

describe('a ledger that came from elsewhere', () => {
  it('is shown where there is no other, and never goes on as the own one', () => {
    const clone = new Asking(own, 'elsewhere/own', engine.world)
    clone.ask('store import', file)
    expect(clone.ask('log').injections).toHaveLength(3)
    expect(clone.ask('verify').entries).toBe(5)

    const { id } = clone.inject('standard')
    expect(
      clone.ask('log').injections.map((injection: { injection_id: string }) => injection.injection_id),
    ).toEqual([id])
    expect(clone.ask('verify')).toMatchObject({ holds: true, entries: 1 })
    const { uid } = JSON.parse(lines[0]!)
    expect(clone.ask('verify', `--ledger=${uid}`)).toMatchObject({ holds: true, entries: 5, uid })

    engine.inject('standard')
    const later = join(engine.world.dir, 'later.jsonl')
    engine.ask('store export', later)
    expect(clone.ask('store import', later)).toMatchObject({ entries: 1, known: 5 })
  })

  it('from another project with the same name is not taken for the own one in a shared store', () => {
    const many = { FOREWORD_STORE: join(engine.world.dir, 'many') }
    const [first, second] = ['first/api', 'second/api'].map((name) => new Asking(own, name, engine.world))
    const output = join(engine.world.dir, 'api-out')
    const ran = engine.world.foreword(['assemble', first!.repo, 'standard', output], { env: many })
    expect([ran.code, ran.err]).toEqual([0, ''])
    first!.env = many
    second!.env = many
    expect([first!, second!].map((asking) => asking.ask('log').injections.length)).toEqual([1, 0])
    expect(second!.refused(3, 'replay', 'latest')).toContain('Nothing was recorded for api')
  })

  it('is missed in a store that was named and is not there', () => {
    const nowhere = `--store=${join(engine.world.dir, 'no-such-store')}`
    for (const command of ['log', 'verify', 'context', 'store stats'])
      expect(engine.refused(3, command, nowhere)).toContain('No store at')
  })
})
