import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, documentOf, own } from './past-asking.ts'
import { json } from './program.ts'

let engine: Asking
let exported: string
let point: string
beforeAll(() => {
  engine = new Asking(own)
  engine.inject('standard')
  engine.inject('small')
  exported = join(engine.world.dir, 'all.jsonl')
  point = join(engine.world.dir, 'point.json')
  engine.ask('store export', exported)
})
afterAll(() => engine.remove())

describe('verify', () => {
  it('says that the ledger holds, up to where', () => {
    const answer = engine.ask('verify')
    expect(answer).toMatchObject({
      project: 'own',
      holds: true,
      entries: 2,
      fault: null,
      lost: [],
      clock_back: 0,
      checkpoint: null,
    })
    const { head } = engine.ask('store stats').ledgers[0]
    expect(answer.head).toEqual(head)
    const page = engine.read('verify').replaceAll('\n', ' ')
    expect(page).toBe(
      `The ledger of own is intact: all 2 entries are as written, up to entry 2 (${head.digest.slice(7, 19)}). `,
    )
  })

  it('says of a project without a ledger that it is empty', () => {
    const empty = new Asking(own, 'empty', engine.world)
    expect(empty.ask('verify')).toMatchObject({ holds: true, entries: 0, head: null })
    expect(empty.read('verify')).toBe('The ledger of empty is intact: it is empty.\n')
    expect(empty.run('verify', `--write-checkpoint=${join(engine.world.dir, 'none.json')}`).code).toBe(3)
  })

  it('writes a checkpoint that the ledger contains, then and later', () => {
    const { code, out, err } = engine.run('verify', `--write-checkpoint=${point}`)
    expect([code, out]).toEqual([0, expect.stringContaining('is intact')])
    expect(err).toContain(`Checkpoint written to ${point}`.slice(0, 40))
    const { foreword, seq, uid, project } = json(point)
    expect([foreword, seq, project]).toEqual(['checkpoint', 2, 'own'])
    expect(uid).toBe(engine.ask('verify').uid)
    engine.inject('standard')
    const { checkpoint, entries } = engine.ask('verify', `--checkpoint=${point}`)
    expect([entries, checkpoint.seq, checkpoint.known]).toEqual([3, 2, 'this machine'])
    expect(checkpoint.signer).toMatch(/^ed25519:[0-9a-f]+$/)
    expect(engine.read('verify', `--checkpoint=${point}`).replaceAll('\n', ' ')).toContain(
      'which is this machine.',
    )
  })

  it('verifies an export, with and without a checkpoint, for a reader who names the signer', () => {
    const { signer } = engine.ask('verify', `--checkpoint=${point}`).checkpoint
    const later = join(engine.world.dir, 'later.jsonl')
    engine.ask('store export', later)
    expect(engine.ask('verify', `--file=${later}`)).toMatchObject({ project: 'own', holds: true, entries: 3 })
    const stranger = new Asking({ 'README.md': 'Not a project\n' }, 'stranger')
    const ask = (...args: string[]) =>
      stranger.ask('verify', `--file=${later}`, `--checkpoint=${point}`, ...args)
    expect(ask(`--signer=${signer}`).checkpoint.known).toBe('named')
    const refused = (...args: string[]) =>
      stranger.refused(3, 'verify', `--file=${later}`, `--checkpoint=${point}`, ...args)
    expect(refused()).toContain(`If you trust that key, add --signer=${signer}`)
    expect(refused(`--signer=ed25519:${'0'.repeat(32)}`)).toContain(signer)
    stranger.remove()
  })

  it('names the entry of an export that was altered', () => {
    const lines = readFileSync(exported, 'utf8').split('\n')
    const forged = join(engine.world.dir, 'forged.jsonl')
    writeFileSync(
      forged,
      lines.map((line, i) => (i === 2 ? line.replace('small', 'large') : line)).join('\n'),
    )
    const { code, out } = engine.run('verify', '--json', `--file=${forged}`)
    expect(code).toBe(1)
    expect(documentOf('verify', out)).toMatchObject({
      holds: false,
      entries: 1,
      fault: { seq: 2, what: 'altered' },
    })
    const page = engine.run('verify', `--file=${forged}`)
    expect([page.code, page.out.replaceAll('\n', ' ')]).toEqual([
      1,
      expect.stringMatching(/^The ledger of own is not intact\. Entry 2 .*was altered: /),
    ])
  })

  it('notices that an export is shorter than the checkpoint', () => {
    const short = join(engine.world.dir, 'short.jsonl')
    const lines = readFileSync(exported, 'utf8').trimEnd().split('\n')
    const blobs = lines.filter((line) => line.startsWith('{"blob"'))
    const { digest } = JSON.parse(lines[1]!).entry
    const end = JSON.stringify({ end: { entries: 1, blobs: blobs.length, head: { seq: 1, digest } } })
    writeFileSync(short, [lines[0], lines[1], ...blobs, end, ''].join('\n'))
    const { code, out } = engine.run('verify', '--json', `--file=${short}`, `--checkpoint=${point}`)
    expect([code, documentOf('verify', out).fault]).toEqual([
      1,
      expect.objectContaining({ seq: 2, what: 'removed' }),
    ])
  })

  it('refuses what it cannot work with', () => {
    const bad = (name: string, text: string) => {
      const path = join(engine.world.dir, name)
      writeFileSync(path, text)
      return path
    }
    expect(engine.refused(2, 'verify', '--signer=ed25519:00')).toContain('--signer needs --checkpoint=FILE')
    expect(engine.refused(3, 'verify', '--checkpoint=no-such.json')).toContain('no-such.json')
    expect(engine.refused(3, 'verify', `--checkpoint=${bad('a.json', '{}')}`)).toContain('a.json')
    const forged = readFileSync(point, 'utf8').replace('"seq":2', '"seq":1').replace('"seq": 2', '"seq": 1')
    expect(engine.refused(3, 'verify', `--checkpoint=${bad('b.json', forged)}`)).toMatch(/sign/)
    expect(engine.refused(3, 'verify', '--file=no-such.jsonl')).toContain('no-such.jsonl')
    expect(engine.refused(3, 'verify', `--file=${bad('c.jsonl', 'hello\n')}`)).toContain('Line 1')
    expect(engine.refused(3, 'verify', `--file=${bad('d.jsonl', '')}`)).toContain('empty')
    expect(engine.refused(3, 'verify', `--write-checkpoint=${join(engine.world.dir, 'no/such/x')}`)).toMatch(
      /Cannot write/,
    )
  })
})
