import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { binary, end, type Ran, text } from './program.ts'
import { type Assembled, Keeper, parcelsIn, stateOf, userParcels, warnings } from './store.ts'

/** In kilobytes. */
const diskSize = 2048
/** Without root, a user namespace gives root inside it, if the system allows it. */
const own = process.getuid?.() === 0 ? ['-m'] : ['-Urm']
const enter = process.getuid?.() === 0 ? ['-m'] : ['-m', '-U', '--preserve-credentials']

let permitted = false
beforeAll(() => {
  permitted = spawnSync('unshare', [...own, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
})

/** A project on its own disk, which only the programs started here can see. */
class Disk {
  readonly kept: Keeper
  readonly mount: string
  readonly repo: string
  readonly #holder: ChildProcess

  private constructor(kept: Keeper, mount: string, holder: ChildProcess) {
    this.kept = kept
    this.mount = mount
    this.repo = join(mount, 'shop')
    this.#holder = holder
  }

  static async mount(kept: Keeper): Promise<Disk> {
    const mount = join(kept.world.dir, 'disk')
    mkdirSync(mount)
    const script = `mount -t tmpfs -o size=${diskSize}k none "$1" && echo ready && exec cat`
    const holder = spawn('unshare', [...own, 'sh', '-c', script, 'sh', mount], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    await once(holder.stdout!, 'data')
    const disk = new Disk(kept, mount, holder)
    cpSync(kept.repo, disk.outside(disk.repo), { recursive: true })
    return disk
  }

  /** The path of a file on the disk as seen from outside. */
  outside(path: string): string {
    return `/proc/${this.#holder.pid}/root${path}`
  }

  run(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
    const there = ['sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', this.repo]
    const inside = [...enter, '-t', String(this.#holder.pid), ...there, command, ...args]
    const ran = spawnSync('nsenter', inside, { env: { ...this.kept.world.env, ...env }, encoding: 'utf8' })
    return { code: ran.status, out: ran.stdout, err: ran.stderr }
  }

  foreword(args: readonly string[], env: Readonly<Record<string, string>> = {}): Ran {
    return this.run(process.execPath, [binary, ...args], env)
  }

  assemble(env: Readonly<Record<string, string>> = {}): Assembled {
    const output = this.kept.output()
    const ran = this.foreword(['assemble', this.repo, 'full', output], env)
    return { ...ran, id: ran.out.trim(), output }
  }

  ids(): string[] {
    const { out, err } = this.foreword(['log', '--json'])
    if (out === '') throw new Error(err)
    return JSON.parse(out)
      .injections.map((injection: { injection_id: string }) => injection.injection_id)
      .toReversed()
  }

  /** Fills the disk to the last byte: writes twice its size. */
  fill(): void {
    this.run('dd', ['if=/dev/zero', `of=${this.mount}/filler`, 'bs=1024', `count=${2 * diskSize}`])
  }

  makeRoom(): void {
    this.run('rm', [`${this.mount}/filler`])
  }

  remount(how: 'ro' | 'rw'): void {
    const { code, err } = this.run('mount', ['-o', `remount,${how}`, this.mount])
    if (code !== 0) throw new Error(err)
  }

  /** Makes a directory of the ordinary disk read-only for the programs started here. */
  freeze(directory: string): void {
    const script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"'
    const { code, err } = this.run('sh', ['-c', script, 'sh', directory])
    if (code !== 0) throw new Error(err)
  }

  async leave(): Promise<void> {
    const ended = end(this.#holder)
    this.#holder.stdin!.end()
    await ended
  }
}

let kept: Keeper
let disk: Disk | undefined
beforeEach(async ({ skip }) => {
  skip(!permitted, 'mounting a disk is not permitted here')
  kept = new Keeper()
  disk = await Disk.mount(kept)
})
afterEach(async () => {
  await disk?.leave()
  kept?.remove()
})

/** The packet is in its output directory, and the receipt is in the user's state directory. */
function expectElsewhere({ code, err, id, output }: Assembled, why: RegExp) {
  expect([code, warnings(err).length]).toEqual([0, 1])
  expect(err).toMatch(why)
  expect(text(output, 'context.md')).toContain(id)
}

describe('a full disk', () => {
  it.each([
    ['that has a store', 2],
    ['on which there never was one', 0],
  ])('%s: the agent gets its context, and the receipt waits where there is room', (_, before) => {
    const ids = Array.from({ length: before }, () => disk!.assemble().id)
    disk!.fill()
    const sent = disk!.assemble()
    expectElsewhere(sent, /full|no space/i)
    expect(userParcels(kept.userState)).toHaveLength(1)
    expect(parcelsIn(disk!.outside(stateOf(disk!.repo).spools))).toEqual([])
    disk!.makeRoom()
    expect(disk!.ids()).toEqual([...ids, sent.id])
    expect(disk!.ids()).toEqual([...ids, sent.id])
    expect(userParcels(kept.userState)).toEqual([])
    expect(disk!.foreword(['verify']).code).toBe(0)
  })

  it('shows what was recorded before, and what waits once there is room', () => {
    const { id } = disk!.assemble()
    disk!.fill()
    const sent = disk!.assemble()
    const { code, out, err } = disk!.foreword(['log'])
    expect([code, out.includes(id)]).toEqual([0, true])
    expect(err).toMatch(/full|no space/i)
    disk!.makeRoom()
    expect(disk!.ids()).toEqual([id, sent.id])
  })

  it('everywhere leaves no record, which is said, and the agent still gets its context', () => {
    disk!.fill()
    const { code, err, id, output } = disk!.assemble({ XDG_STATE_HOME: join(disk!.mount, 'state') })
    expect(code).toBe(0)
    expect(text(output, 'context.md')).toContain(id)
    expect(err).toMatch(/this injection was not recorded/)
  })
})

describe('a project that can only be read', () => {
  it.each([
    ['and has a ledger', 2],
    ['and has none', 0],
  ])('%s: the receipt waits where the user can write, and is taken in later', (_, before) => {
    const ids = Array.from({ length: before }, () => disk!.assemble().id)
    disk!.remount('ro')
    const sent = disk!.assemble()
    expectElsewhere(sent, /cannot be written|read-?only|unable to open|readonly/i)
    expect(userParcels(kept.userState)).toHaveLength(1)
    disk!.remount('rw')
    expect(disk!.ids()).toEqual([...ids, sent.id])
    expect(userParcels(kept.userState)).toEqual([])
    expect(disk!.foreword(['verify']).code).toBe(0)
  })

  it.each([
    ['with nothing that waits', false],
    ['with a receipt that waits', true],
  ])('shows the ledger that is there, %s', (_, waits) => {
    const ids = [disk!.assemble().id, disk!.assemble().id]
    disk!.remount('ro')
    if (waits) disk!.assemble()
    const { code, out } = disk!.foreword(['log', '--json'])
    expect(code).toBe(0)
    expect(
      JSON.parse(out).injections.map((injection: { injection_id: string }) => injection.injection_id),
    ).toEqual(ids.toReversed())
    expect(disk!.foreword(['verify']).code).toBe(0)
    expect(userParcels(kept.userState)).toHaveLength(waits ? 1 : 0)
  })
})

describe('foreword doctor on such a disk', () => {
  const examine = (env: Readonly<Record<string, string>> = {}) => {
    const { code, out } = disk!.foreword(['doctor', '--no-run', '--json'], env)
    return { code, store: JSON.parse(out).store }
  }
  const directory = () => join(disk!.repo, '.foreword', 'state')
  const makeFull = () => disk!.fill()
  const makeReadOnly = () => disk!.remount('ro')
  const space = 'Free space on the disk, or set FOREWORD_STORE to a directory on another disk.'
  const rights = 'Make the directory writable, or set FOREWORD_STORE to another directory.'

  it.each([
    ['is full and has a store', 1, makeFull, 'has no space left (ENOSPC)', space],
    ['is full and has none', 0, makeFull, 'has no space left (ENOSPC)', space],
    ['is read-only and has a store', 1, makeReadOnly, 'cannot be written to (EROFS)', rights],
    ['is read-only and has none', 0, makeReadOnly, 'cannot be written to (EROFS)', rights],
  ])('names a state directory that %s, with what to do', (_, before, damage, what, fix) => {
    if (before > 0) disk!.assemble()
    expect(examine().store.problem).toBeNull()
    damage()
    const { code, store } = examine()
    expect(code).toBe(1)
    expect(store.problem).toContain(`The state directory ${directory()} ${what}. ${fix}`)
    expect(store.problem).toContain(`Until then, receipts wait in ${kept.userState}`)
    const everywhere = examine({ XDG_STATE_HOME: join(disk!.mount, 'state') }).store.problem
    expect(everywhere).toContain('Until then, nothing is recorded.')
  })

  it('leaves nothing behind', () => {
    const list = () => disk!.run('find', [disk!.mount, kept.userState]).out
    disk!.assemble()
    const before = list()
    examine()
    expect(list()).toBe(before)
  })
})

describe('a copy that can only be read', () => {
  it('shows the last injections too, though they were not moved into the file of the store yet', () => {
    const ids = [disk!.assemble().id, disk!.assemble().id]
    const { file } = stateOf(disk!.outside(disk!.repo))
    expect(existsSync(`${file}-wal`)).toBe(true)
    // A backup would not contain this file.
    rmSync(`${file}-shm`)
    disk!.remount('ro')
    expect(disk!.ids()).toEqual(ids)
    expect(disk!.foreword(['verify']).code).toBe(0)
  })
})

describe('a spool that can only be read', () => {
  it('is taken in once, and stops no command though nothing can be removed from it', () => {
    disk!.fill()
    const { id } = disk!.assemble()
    disk!.makeRoom()
    disk!.freeze(kept.userState)
    for (let i = 0; i < 2; i++) {
      const { code, out, err } = disk!.foreword(['log', '--json'])
      expect([code, warnings(err).length]).toEqual([0, 1])
      expect(err).toContain('cannot be removed from the spool')
      expect(JSON.parse(out).injections).toMatchObject([{ injection_id: id, seq: 1 }])
    }
    const next = disk!.assemble()
    expect([next.code, disk!.ids()]).toEqual([0, [id, next.id]])
  })

  it('and holds a file that is not a parcel ends all the same', () => {
    disk!.fill()
    const { id } = disk!.assemble()
    disk!.makeRoom()
    const [parcel] = userParcels(kept.userState)
    writeFileSync(parcel!, text(parcel!).replace(/"at":"[^"]*"/, '"at":"yesterday"'))
    disk!.freeze(kept.userState)
    const { code, err, id: next } = disk!.assemble()
    expect([code, warnings(err).length]).toEqual([0, 1])
    expect(err).toContain('its time is not an ISO 8601 time in UTC')
    expect(disk!.ids()).toEqual([next])
    expect(next).not.toBe(id)
  })

  it('does not keep a ledger from being verified where its end cannot be remembered', () => {
    disk!.assemble()
    mkdirSync(kept.userState, { recursive: true })
    disk!.freeze(kept.userState)
    const { code, out, err } = disk!.foreword(['verify'])
    expect([code, out, err]).toEqual([
      0,
      expect.stringContaining('is intact'),
      expect.stringContaining('cannot be remembered'),
    ])
  })
})
