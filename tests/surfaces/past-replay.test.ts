import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest, own } from './past-asking.ts'
import { text, World } from './program.ts'

let world: World
beforeAll(() => {
  world = new World()
})
afterAll(() => world.remove())

/** Text with everything that could get lost on the way. */
const odd =
  'Grüße, 世界 🎉\n\n\ttabs  and   spaces   \n"quotes" \\ <b>&amp;</b>\nzero\u200bwidth\n\n\nno line break at the end'

describe('replay', () => {
  it.each(['xml+markdown', 'markdown', 'json'])('prints the exact bytes of a packet in %s', (format) => {
    const engine = new Asking(
      { ...own, 'SOUL.md': odd, '.foreword/manifest.yaml': manifest({ render: format }) },
      `as-${format.replace('+', '-')}`,
      world,
    )
    const { packet, id } = engine.inject('standard')
    expect(packet).toContain('世界')
    for (const ref of format === 'json' ? [id] : ['@1', 'latest']) {
      const { out, err, code } = engine.run('replay', ref)
      expect({ out, err, code }).toEqual({ out: packet, err: '', code: 0 })
    }
    expect(engine.ask('replay', id)).toEqual({ injection_id: id, text: packet, skipped: [] })
  })

  it('gives each injection of one packet its own id back, and keeps the packet once', () => {
    const engine = new Asking(own, 'once', world)
    const first = engine.inject('standard')
    const { blobs } = engine.ask('store stats')
    const more = [
      engine.inject('standard'),
      engine.inject('standard'),
      engine.inject('standard', '--session=x'),
    ]
    expect(new Set([first, ...more].map(({ packet }) => packet)).size).toBe(4)
    const stats = engine.ask('store stats')
    expect(stats.blobs).toEqual(blobs)
    expect(stats.ledgers[0].entries.injection).toBe(4)
    for (const { id, packet } of [first, ...more]) {
      expect(packet).toContain(id)
      expect(engine.run('replay', id).out).toBe(packet)
    }
  })

  it('gives the packet that an agent got', () => {
    const engine = new Asking(own, 'sent', world)
    engine.world.agent('codex')
    const { run } = world.dispatch(engine.repo, ['--executor=codex', '--context'], 'Do it')
    const { out } = engine.run('replay', 'latest')
    expect(out).toBe(text(run, 'context.md'))
    const { argv, stdin } = world.called('codex')!
    expect(stdin + argv.join('\n')).toContain(out.trimEnd())
  })

  it('needs nothing but the store: not the project, not the home, not the place', () => {
    const engine = new Asking(own, 'moved', world)
    const packets = [engine.inject('standard')]
    engine.write({ 'SOUL.md': odd })
    packets.push(engine.inject('standard'))
    const kept = join(world.dir, 'elsewhere', 'kept')
    cpSync(join(engine.repo, '.foreword/state'), kept, { recursive: true })
    rmSync(engine.repo, { recursive: true })
    const empty = join(world.dir, 'elsewhere', 'moved')
    mkdirSync(empty)
    for (const { id, packet } of packets) {
      const ran = world.foreword(['replay', id, `--store=${kept}`], { cwd: empty, env: { HOME: empty } })
      expect(ran).toEqual({ code: 0, out: packet, err: '' })
    }
  })

  it('gives the same from a store that it was exported to', () => {
    const engine = new Asking({ ...own, 'SOUL.md': odd }, 'exported', world)
    const packets = [engine.inject('standard'), engine.inject('small'), engine.inject('standard')]
    const other = new Asking({}, 'exported')
    mkdirSync(other.repo)
    const file = join(other.world.dir, 'all.jsonl')
    expect(engine.ask('store export', file)).toEqual({ project: 'exported', entries: 3, blobs: 4 })
    const into = `--store=${join(other.world.dir, 'store')}`
    expect(other.ask('store import', file, into)).toEqual({ entries: 3, known: 0, blobs: 4 })
    for (const { id, packet } of packets) expect(other.run('replay', id, into).out).toBe(packet)
    expect(other.ask('verify', into)).toMatchObject({ holds: true, entries: 3 })
    other.remove()
  })

  it('refuses what there is not, with what to do', () => {
    const engine = new Asking(own, 'refusing', world)
    expect(engine.refused(3, 'replay', 'latest')).toMatch(/^Nothing was recorded for refusing yet\./)
    engine.inject('standard')
    for (const [ref, message] of [
      ['INJ-20260101-000000-aaaaaa', 'Injection "INJ-20260101-000000-aaaaaa" was not found'],
      ['@2', 'Entry 2 was not found'],
      ['latest~1', 'Fewer than 2 injections were found'],
      ['@0', 'Entry 0 was not found'],
      ["' OR 1=1 --", 'was not found in the ledger'],
    ] as const) {
      expect(engine.refused(3, 'replay', ref)).toContain(message)
    }
    expect(engine.refused(2, 'replay')).toContain('injection')
    expect(engine.refused(2, 'replay', 'latest', 'latest')).toContain('latest')
  })

  it('prints from a store that is read only', () => {
    const engine = new Asking(own, 'closed', world)
    const { packet } = engine.inject('standard')
    expect(packet).toContain('Rule A')
    const state = join(engine.repo, '.foreword/state')
    world.shell(`chmod -R a-w '${state}'`)
    expect(engine.run('replay', 'latest').out).toBe(packet)
    world.shell(`chmod -R u+w '${state}'`)
  })
})
