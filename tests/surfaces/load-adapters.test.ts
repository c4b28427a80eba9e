import { chmodSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { control, governance, items, Loading, pathsIn } from './load-project.ts'

const loading = new Loading()
afterAll(() => loading.remove())
const task = '--task=Revise the audit policy'
const plain = JSON.parse(loading.text([task]))
const own = join(loading.world.dir, 'items.json')

/** A program that the user has enabled as an adapter. */
function enable(body: string): void {
  const program = join(loading.world.dir, 'adapter.cjs')
  writeFileSync(program, `#!${process.execPath}\n${body}\n`)
  chmodSync(program, 0o755)
  const plugins = { work: { command: [program], timeout_seconds: 1 } }
  const file = join(loading.world.dir, 'home/.config/foreword/plugins.yaml')
  loading.world.write(file, JSON.stringify({ plugins }))
  chmodSync(file, 0o600)
}

/** Everything except the facts about the adapter itself. */
function without(bundle: Record<string, unknown>) {
  const { adapters: _, degraded: __, warnings: ___, budget: ____, ...rest } = bundle
  return rest
}

describe('an adapter that gives nothing', () => {
  const hang = 'setInterval(() => {}, 1000); process.on("SIGTERM", () => {})'
  it.each([
    ['stalls', hang, 'timeout'],
    ['talks and never ends', 'setInterval(() => process.stdout.write("["), 10)', 'timeout'],
    ['says something else', 'process.stdout.write("<html>")', 'invalid_json'],
    ['has items that are no list', `process.stdout.write('{"items": {}}')`, 'items_not_list'],
    ['answers with a list', 'process.stdout.write("[]")', 'invalid_payload_shape'],
    ['ends with an error', 'process.exit(3)', 'failed'],
    [
      'answers without an end',
      'const more = () => process.stdout.write("x".repeat(1e6), more); more()',
      'too_large',
    ],
  ])(
    'C-44 C-45 C-46 C-47 C-50 C-65 since it %s leaves control files and task as they are without it',
    (_, body, reason) => {
      enable(body)
      const bundle = JSON.parse(loading.text([task, '--adapter=work']))
      expect(pathsIn(bundle)).toEqual([...control, ...governance])
      expect(without(bundle)).toEqual(without(plain))
      expect(bundle.degraded).toEqual([{ slice: 'adapter', source: 'work', reason }])
      expect(bundle.adapters).toMatchObject([
        { adapter: 'work', status: 'degraded', reason, selected_count: 0 },
      ])
      expect(
        bundle.warnings.filter((warning: string) => warning.startsWith(`adapter_degraded:${reason}`)),
      ).toHaveLength(1)
    },
  )

  it('C-50 because its file has 1 GB, of which nothing is read, costs no more than another', () => {
    writeFileSync(own, '{"items": [')
    truncateSync(own, 1_000_000_000)
    const bundle = JSON.parse(loading.text([task, `--adapter=beads=${own}`]))
    expect(bundle.degraded).toEqual([{ slice: 'adapter', source: 'beads', reason: 'too_large' }])
    expect(without(bundle)).toEqual(without(plain))
  })

  it.each([
    ['no JSON', '{"items": [', 'invalid_json'],
    ['nothing', '', 'invalid_json'],
    ['bytes', Buffer.from([0, 1, 2, 0xff]), 'unreadable'],
  ])('C-44 C-46 C-47 because its file is %s', (_, content, reason) => {
    writeFileSync(own, content)
    const { code, out, err } = loading.run([task, `--adapter=beads=${own}`, '--strict'])
    expect(code).toBe(0)
    expect(err).toContain(`adapter_degraded:${reason}:items.json`)
    expect(JSON.parse(out).degraded).toMatchObject([{ reason }])
    expect(out).not.toContain(loading.world.dir)
  })
})

describe('an adapter that gives work items', () => {
  it('C-15 C-37 C-38 C-69 adds them behind everything else, and changes nothing of it', () => {
    writeFileSync(own, items)
    const bundle = JSON.parse(loading.text([task, `--adapter=beads=${own}`]))
    const last = bundle.files.at(-1)
    expect(bundle.files.slice(0, -1)).toEqual(plain.files)
    expect(last).toMatchObject({
      path: 'adapter/beads/wk_1',
      source_class: 'adapter',
      authoritative: false,
      adapter_id: 'beads',
      selected_by: 'adapter:beads:blocked',
    })
  })

  it('C-28 C-29 C-69 cannot take the place of a control file, whatever it calls itself', () => {
    const id = '../../.cortex/manifest_v0.json'
    const evil = { adapter_id: '.cortex', items: [{ id, state: 'ready', title: 'CANARY' }] }
    writeFileSync(own, JSON.stringify(evil))
    const bundle = JSON.parse(loading.text([task, `--adapter=beads=${own}`]))
    expect(bundle.files.slice(0, plain.files.length)).toEqual(plain.files)
    const added = bundle.files.slice(plain.files.length)
    for (const file of added) expect([file.source_class, file.authoritative]).toEqual(['adapter', false])
    expect(pathsIn(bundle, 'control_plane')).toEqual(control)
  })

  it('C-32 C-52 has its part and no more, however much it has to say', () => {
    const many = Array.from({ length: 200 }, (_, i) => ({
      id: `wk_${i}`,
      state: 'blocked',
      priority: 0,
      title: 'Revise the audit policy',
      summary: 'x'.repeat(500),
    }))
    writeFileSync(own, JSON.stringify({ adapter_id: 'beads', items: many }))
    const bundle = JSON.parse(loading.text([task, `--adapter=beads=${own}`]))
    expect(pathsIn(bundle, 'adapter')).toHaveLength(1)
    expect(bundle.files.slice(0, -1)).toEqual(plain.files)
    expect(bundle.budget.partitions.adapter).toMatchObject({ max_files: 1, used_files: 1 })
  })
})

describe('C-40 C-42 C-51 work items with what is prohibited', () => {
  const ids = ['jane@acme.io', 'SSN 536-22-8726', 'card 4111 1111 1111 1111']
  const times = { adapter_fetched_at: '2026-02-24T05:00:00Z' }
  const old = { source_updated_at: '2020-01-01T00:00:00Z' }
  const safe = { id: 'safe', state: 'stale', title: 'Something else' }
  const marked = [0, 1, 2, 3].map((i) => ({
    id: `m${i}`,
    state: 'blocked',
    priority: 0,
    title: 'CONFIDENTIAL: the audit policy',
  }))

  it('do not reveal it, under any name or encoding, and leave the place to an item that may be shown', () => {
    const named = ids.map((id) => ({ id, state: 'ready', ...old }))
    writeFileSync(own, JSON.stringify({ adapter_id: 'beads', ...times, items: [...named, ...marked, safe] }))
    const ran = loading.run([task, `--adapter=beads=${own}`])
    expect(ran.code, ran.err).toBe(0)
    for (const said of [ran.out, ran.err]) expect(said).not.toMatch(/jane|8726|1111/)
    const bundle = JSON.parse(ran.out)
    expect(pathsIn(bundle, 'adapter')).toEqual(['adapter/beads/safe'])
    const stale = bundle.warnings.filter((warning: string) =>
      warning.startsWith('adapter_warning:stale_item:'),
    )
    expect(stale).toHaveLength(3)
    expect(stale[0]).toMatch(/^adapter_warning:stale_item:items\[\d\]:\d+s$/)
    const [beads] = bundle.adapters
    expect(beads.refused_count).toBe(7)
    expect(beads.refused).toContainEqual({ path: 'adapter/beads/items[0]', reason: 'prohibited_id' })
    expect(beads.refused).toContainEqual({ path: 'adapter/beads/m0', reason: 'prohibited' })
    const shown = loading.text([task, `--adapter=beads=${own}`, '--explain']).replace(/\s+/g, ' ')
    expect(shown).toContain('adapter/beads/items[2] (its id holds what is prohibited)')
    expect(shown).toContain('adapter/beads/m3 (it holds what is prohibited: restricted)')
  })

  it('C-25 the best item of several adapters gets the only place, in any order of the adapters', () => {
    const other = join(loading.world.dir, 'other.json')
    const best = { ...marked[0], id: 'best', title: 'Revise the audit policy' }
    writeFileSync(own, JSON.stringify({ adapter_id: 'a', ...times, items: [{ ...safe, ...old }] }))
    writeFileSync(other, JSON.stringify({ adapter_id: 'b', ...times, items: [best] }))
    const bundle = loading.bundle(`--adapter=a=${own}`, `--adapter=b=${other}`)
    expect(pathsIn(bundle, 'adapter')).toEqual(['adapter/b/best'])
    expect(bundle.budget.partitions.adapter.refused).toEqual(['adapter/a/safe'])
    const said = loading.refused(2, `--adapter=a=${own}`, `--adapter=a=${other}`)
    expect(said).toContain('The adapter "a" is named twice, with different files.')
  })
})
