import { cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Asking, manifest, own } from './past-asking.ts'
import { World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

/** Text that does not compress. */
function noise(length: number, seed: number): string {
  let state = seed
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    text += `${state.toString(36)}${text.length % 7 === 0 ? '\n' : ' '}`
  }
  return text
}

function onDisk(engine: Asking): number {
  const state = join(engine.repo, '.foreword/state')
  return readdirSync(state, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(state, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0)
}

const large = manifest({ rest: '' })
  .replace('standard: { budget: 4000 }', 'standard: { budget: 400000 }')
  .replace('ceiling: 6000', 'ceiling: 400000')
  .replace(', cap: 1500', '')

let engine: Asking
let ids: string[]

/** Three packets of some size, one after the other. */
beforeAll(() => {
  const first = new Asking({ ...own, '.foreword/manifest.yaml': large }, 'first', world)
  ids = [1, 2, 3].map((seed) => {
    first.write({ 'NOTES.md': noise(150_000, seed) })
    return first.inject('standard').id
  })
})

let count = 0
/** A user who knows only this copy. On one machine, two different copies would look like a rewritten ledger. */
function copied(): Asking {
  const directory = `copy-${++count}`
  cpSync(join(world.dir, 'first'), join(world.dir, directory, 'first'), { recursive: true })
  const copy = new Asking({}, `${directory}/first`, world)
  copy.env = { XDG_STATE_HOME: join(world.dir, directory, 'state') }
  return copy
}

const timeOf = (seq: number) =>
  engine.ask('log').injections.find((row: { seq: number }) => row.seq === seq).at as string

describe('store prune', () => {
  beforeEach(() => {
    engine = copied()
  })

  it('deletes the texts from before a time, and only those', () => {
    const stats = engine.ask('store stats')
    const before = onDisk(engine)
    const answer = engine.ask('store prune', `--older-than=${timeOf(3)}`)
    expect(answer).toMatchObject({ texts: 2, accounts: 0, texts_to: 2, dry_run: false })
    expect(engine.ask('store stats').bytes).toBeLessThan(stats.bytes)
    expect(onDisk(engine)).toBeLessThan(before - 0.9 * answer.bytes)
    for (const id of ids.slice(0, 2)) {
      expect(engine.refused(3, 'replay', id)).toContain(`The text of ${id} was deleted to save space.`)
      expect(engine.ask('show', id)).toMatchObject({ text: 'pruned', injection: { injection_id: id } })
      expect(engine.read('show', id)).toContain('The text was deleted to save space. Its digest is kept.')
    }
    expect(engine.run('replay', ids[2]!).out).toContain(ids[2])
    expect(engine.refused(3, 'diff', '@1', '@3')).toContain('deleted to save space')
    expect(engine.refused(3, 'why', 'Rule A', '@1')).toContain('deleted to save space')
    expect(engine.ask('log', '--section=notes').injections).toHaveLength(3)
  })

  it('leaves a ledger that holds and says what was pruned', () => {
    engine.ask('store prune', `--older-than=${timeOf(3)}`)
    expect(engine.ask('verify')).toMatchObject({ holds: true, entries: 4, pruned: { texts: 2, accounts: 0 } })
    expect(engine.read('verify')).toContain('2 texts were pruned')
    expect(engine.ask('store stats').ledgers[0].entries).toMatchObject({ injection: 3, event: 1 })
  })

  it('changes nothing with --dry-run, and says what it would do', () => {
    const { bytes: _, ...before } = engine.ask('store stats')
    const would = engine.ask('store prune', '--older-than=2199-01-01', '--dry-run')
    expect(would).toMatchObject({ dry_run: true, texts: 3, accounts: 0 })
    expect(engine.read('store prune', '--older-than=2199-01-01', '--dry-run')).toMatch(
      /^Would delete 3 texts and 0 accounts, /,
    )
    expect(engine.ask('store stats')).toMatchObject(before)
    expect(engine.ask('store prune', '--older-than=2199-01-01')).toEqual({ ...would, dry_run: false })
  })

  it('deletes the oldest until so much is left', () => {
    const { blobs } = engine.ask('store stats')
    const most = Math.ceil(blobs.bytes * 0.5)
    const answer = engine.ask('store prune', `--max-size=${most}`)
    expect([answer.texts, answer.accounts]).toEqual([2, 0])
    expect(answer.left_bytes).toBeLessThanOrEqual(most)
    expect(engine.ask('store stats').blobs.bytes).toBe(answer.left_bytes)
    expect(engine.run('replay', 'latest').code).toBe(0)
    expect(engine.ask('verify').holds).toBe(true)
  })

  it('deletes accounts only when texts are not enough, and all that is left still answers', () => {
    expect(engine.ask('store prune', '--max-size=0')).toMatchObject({ texts: 3, accounts: 3, left_bytes: 0 })
    expect(engine.ask('verify')).toMatchObject({ holds: true, pruned: { texts: 3, accounts: 3 } })
    expect(engine.ask('show', 'latest')).toMatchObject({ account: null, text: 'pruned' })
    expect(engine.read('show', 'latest')).toContain('Its account was deleted to save space.')
    expect(engine.ask('log').injections).toHaveLength(3)
    expect(engine.ask('context')).toMatchObject({ tiers: [], measure: null })
    expect(engine.read('context')).toBe(`The sources of ${ids[2]} were deleted to save space.\n`)
    expect(engine.ask('context show').last.injection_id).toBe(ids[2])
    engine.inject('standard')
    expect(engine.run('replay', 'latest').code).toBe(0)
    expect(engine.ask('verify').holds).toBe(true)
  })

  it('says that there is nothing to delete', () => {
    const { head } = engine.ask('store stats').ledgers[0]
    expect(engine.ask('store prune', '--older-than=1h', '--max-size=1GB')).toMatchObject({
      texts: 0,
      accounts: 0,
      bytes: 0,
    })
    expect(engine.read('store prune', '--older-than=90d')).toMatch(
      /^Nothing to delete; texts and accounts take \d/,
    )
    expect(engine.ask('store stats').ledgers[0].head).toEqual(head)
  })

  it('brings a text back when the same packet is sent again', () => {
    engine.ask('store prune', '--older-than=2199-01-01')
    expect(engine.run('replay', ids[2]!).code).toBe(3)
    const { packet } = engine.inject('standard')
    expect(engine.run('replay', 'latest').out).toBe(packet)
    expect(engine.ask('verify').holds).toBe(true)
  })

  it('leaves what can be exported and imported again', () => {
    engine.ask('store prune', `--older-than=${timeOf(3)}`)
    const file = join(world.dir, `pruned-${count}.jsonl`)
    expect(engine.ask('store export', file)).toMatchObject({ entries: 4, blobs: 4 })
    const into = `--store=${join(world.dir, `into-${count}`)}`
    expect(engine.ask('store import', file, into)).toMatchObject({ entries: 4, blobs: 4 })
    expect(engine.ask('verify', into)).toMatchObject({ holds: true, pruned: { texts: 2, accounts: 0 } })
    expect(engine.ask('verify', `--file=${file}`)).toMatchObject({ holds: true, entries: 4 })
    expect(engine.run('replay', 'latest', into).out).toBe(engine.run('replay', 'latest').out)
  })
})

describe('store prune, asked wrongly', () => {
  it.each([
    [[], 'give --older-than=90d'],
    [['--max-size=lots'], '--max-size must be like 500MB'],
    [['--max-size=-5'], '--max-size'],
    [['--older-than=old'], '--older-than must be'],
    [['--older-than'], '--older-than'],
  ])('does not understand %j', (options, message) => {
    expect(engine.refused(2, 'store prune', ...options)).toContain(message)
  })

  it('refuses where nothing was recorded', () => {
    const empty = new Asking(own, 'empty', world)
    expect(empty.refused(3, 'store prune', '--older-than=1d')).toContain('Nothing was recorded for empty yet')
  })
})
