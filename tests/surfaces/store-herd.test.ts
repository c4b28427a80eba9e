import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { text } from './program.ts'
import { Keeper, parcelsIn } from './store.ts'

const herd = 200
const firstHerd = 30
const kills = 64
const firstKills = 8
const replays = 4
/** A server that does not exist, so every receipt goes to the spool. */
const nobody = { FOREWORD_STORE: 'postgres://nobody:nothing@127.0.0.1:1/none' }

let kept: Keeper
beforeEach(() => {
  kept = new Keeper()
})
afterEach(() => kept.remove())

function startMany(count: number) {
  const started = Array.from({ length: count }, () =>
    kept.world.start(['assemble', kept.repo, 'full', kept.output()]),
  )
  return Promise.all(started.map(({ ended }) => ended))
}

/** Every printed id exactly once, with numbers without a gap. */
function expectAll(printed: readonly string[]) {
  const listed = kept.listed()
  expect(listed.map((injection) => injection.injection_id).toSorted()).toEqual(printed.toSorted())
  expect(listed.map((injection) => injection.seq)).toEqual(printed.map((_, i) => i + 1))
  expect(kept.verify()).toMatchObject({ holds: true, entries: printed.length, lost: [] })
  expect(parcelsIn(kept.spools)).toEqual([])
}

describe('many at once', () => {
  it(`M-55 M-77 loses none of ${herd} processes that assemble at the same time, and puts them in one line`, async () => {
    kept.fill(1)
    const before = kept.ids()
    const ran = await startMany(herd)
    expect(ran.filter((result) => result.code !== 0)).toEqual([])
    expectAll([...before, ...ran.map((result) => result.out.trim())])
  })

  it(`makes one store when ${firstHerd} processes are the first ever to write to it`, async () => {
    const ran = await startMany(firstHerd)
    expect(ran.filter((result) => result.code !== 0)).toEqual([])
    expectAll(ran.map((result) => result.out.trim()))
    expect(kept.answer(['store', 'stats']).ledgers).toHaveLength(1)
  })
})

/** Throws for an incomplete parcel. */
const waitingIds = (): string[] =>
  parcelsIn(kept.spools).map((name) => {
    const { draft } = JSON.parse(text(kept.spools, name))
    return JSON.parse(draft.body).injection_id
  })

describe('a process that is killed', () => {
  it(`has its receipt kept if it had told its id, wherever it was in ${kills} tries`, async () => {
    const whole = timeOf(() => kept.fill(3)) / 3
    const told = new Map<string, string>()
    const tryOnce = async (i: number) => {
      const output = kept.output()
      // Half of them write to the spool.
      const env = i % 2 === 0 ? {} : nobody
      const { child, ended } = kept.world.start(['assemble', kept.repo, 'full', output], { env })
      // Kills them at times from the start of the program to past its end, and some when they print their id.
      if (i % 8 < 6) await pause(whole * (0.4 + i / kills))
      else await once(child.stdout!, 'data')
      child.kill('SIGKILL')
      const id = (await ended).out.trim()
      if (id !== '') told.set(id, output)
    }
    for (let i = 0; i < kills; i += 2) await Promise.all([tryOnce(i), tryOnce(i + 1)])
    const ids = kept.ids()
    const all = [...ids, ...waitingIds()]
    expect(told.size).toBeGreaterThanOrEqual(kills / 4)
    expect([...told.keys()].filter((id) => all.filter((other) => other === id).length !== 1)).toEqual([])
    expect(kept.verify()).toMatchObject({ holds: true, entries: ids.length, lost: [] })
    for (const [id, output] of [...told].filter(([id]) => ids.includes(id)).slice(-replays))
      expect(kept.ask(['replay', id]).out).toBe(text(output, 'context.md'))
  })
})

describe('a process that is killed while it makes the store', () => {
  it(`leaves nothing that stops the next one, wherever it was in ${firstKills} tries`, async () => {
    const whole = timeOf(() => kept.fill(1))
    for (let i = 0; i < firstKills; i++) {
      rmSync(kept.state, { recursive: true })
      const { child, ended } = kept.world.start(['assemble', kept.repo, 'full', kept.output()])
      await pause(whole * (0.5 + i / firstKills / 2))
      child.kill('SIGKILL')
      const told = (await ended).out.trim()
      kept.fill(1)
      // Without any memory of another ledger.
      const env = { XDG_STATE_HOME: join(kept.world.dir, `fresh-${i}`) }
      expect([kept.verify({ env }).holds, told === '' || kept.ids().includes(told)]).toEqual([true, true])
    }
  })
})

function timeOf(act: () => void): number {
  const began = performance.now()
  act()
  return performance.now() - began
}
