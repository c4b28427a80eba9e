import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { countWaiting, openSpool } from './spool.ts'

const door = JSON.stringify(join(import.meta.dirname, 'spool.ts'))

/** Puts parcels of very different sizes; prints a uid only after the parcel is durable. */
const writer = `
  import { writeSync } from 'node:fs'
  const { openSpool } = await import(${door})
  const [directory, most] = [process.argv[1], Number(process.argv[2])]
  const spool = openSpool(directory)
  for (let i = 0; i < most; i++) {
    const uid = process.pid + '-' + i
    const text = (uid + '\\n').repeat(1 + (i * 7919) % 40000)
    const draft = { uid, kind: 'event', at: '2026-01-02T03:04:05.678Z', body: '{}' }
    spool.put({ draft, blobs: [{ digest: String(text.length), content: () => text }] })
    writeSync(1, uid + '\\n')
  }`

/** Lists and removes parcels until no more arrive. */
const drainer = `
  import { writeSync } from 'node:fs'
  const { openSpool } = await import(${door})
  const spool = openSpool(process.argv[1])
  for (let idle = 0; idle < 20; ) {
    const { parcels, unreadable } = spool.list(7)
    for (const one of parcels) { writeSync(1, one.parcel.draft.uid + '\\n'); one.remove() }
    for (const line of unreadable) writeSync(1, 'unreadable ' + line + '\\n')
    idle = parcels.length === 0 ? idle + 1 : 0
    if (idle > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  }`

interface Talker {
  readonly child: ChildProcess
  readonly closed: Promise<unknown>
  lines(): string[]
}

function start(program: string, ...args: string[]): Talker {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  return { child, closed: once(child, 'close'), lines: () => said.split('\n').slice(0, -1) }
}

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'spool-kill-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('has every parcel it acknowledged, and only whole ones, however often the writer is killed', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < 30; round++) {
    const { child, closed, lines } = start(writer, join(home, 'spool'), '1000000')
    await once(child.stdout!, 'data')
    await pause(Math.random() * 30)
    child.kill('SIGKILL')
    await closed
    acknowledged.push(...lines())
  }
  const there = new Set<string>()
  const spool = openSpool(join(home, 'spool'))
  for (let batch = spool.list(200); batch.parcels.length > 0; batch = spool.list(200)) {
    expect(batch.unreadable).toEqual([])
    for (const { parcel, remove } of batch.parcels) {
      const [blob] = parcel.blobs
      expect(blob?.content().length).toBe(Number(blob?.digest))
      there.add(parcel.draft.uid)
      remove()
    }
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(30)
  expect(acknowledged.filter((uid) => !there.has(uid))).toEqual([])
})

it('gives every parcel to at least one of two who drain while two put', async () => {
  const spool = join(home, 'spool')
  const writers = [start(writer, spool, '60'), start(writer, spool, '60')]
  const drainers = [start(drainer, spool), start(drainer, spool)]
  await Promise.all([...writers, ...drainers].map((child) => child.closed))
  const put = writers.flatMap((child) => child.lines())
  const taken = drainers.flatMap((child) => child.lines())
  expect(put).toHaveLength(120)
  expect([...new Set(taken)].sort()).toEqual(put.sort())
  expect(countWaiting(spool)).toBe(0)
})

const mounts = spawnSync('unshare', ['-rm', 'true']).status === 0

it.skipIf(!mounts)(
  'keeps what it has when the disk is full, and leaves no rest (skipped where no tmpfs may be mounted)',
  () => {
    const filler = `
    const { countWaiting, openSpool } = await import(${door})
    const { readdirSync } = await import('node:fs')
    const directory = process.argv[1] + '/spool'
    const spool = openSpool(directory)
    const parcel = (uid) => ({
      draft: { uid, kind: 'event', at: 'now', body: '{}' },
      blobs: [{ digest: 'd', content: () => 'x'.repeat(100000) }],
    })
    let put = 0
    let code = null
    while (code === null && put < 100) {
      try { spool.put(parcel('p' + put)); put++ } catch (error) { code = error.code }
    }
    const { parcels, unreadable } = spool.list(Infinity)
    const left = readdirSync(directory).filter((name) => name.startsWith('.tmp-'))
    parcels[0].remove()
    spool.put(parcel('again'))
    console.log(JSON.stringify({ put, code, listed: parcels.length, unreadable, left, after: countWaiting(directory) }))`
    const script = 'mount -t tmpfs -o size=1m none "$1" && exec "$2" --input-type=module -e "$3" "$1"'
    const args = ['-rm', 'sh', '-c', script, 'sh', home, process.execPath, filler]
    const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' })
    expect(stderr).toBe('')
    const { put, ...rest } = JSON.parse(stdout)
    expect(put).toBeGreaterThan(3)
    expect(rest).toEqual({ code: 'ENOSPC', listed: put, unreadable: [], left: [], after: put })
    expect(readdirSync(home)).toEqual([])
  },
)
