import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Call, files, json, text, World } from './program.ts'

let world: World
let repo: string
beforeEach(() => {
  world = new World()
  repo = world.project()
})
afterEach(() => world.remove())

/** The result without ids and times. */
function resultBy(call: Call, ...options: string[]): { context: string; record: string } {
  const output = join(world.dir, 'out')
  const time = options.some((option) => option.startsWith('--now')) ? [] : ['--now=2026-01-03T18:30:00Z']
  const { code, err } = world.foreword(['assemble', repo, 'full', output, ...time, ...options], call)
  expect([code, err.includes('bug')]).toEqual([0, false])
  const plain = (file: string) =>
    text(output, file)
      .replaceAll(/INJ-\d{8}-\d{6}-[a-z0-9]{6}/g, 'ID')
      .replaceAll(/"timestamp": "[^"]+"|"packet_digest": "[^"]+"/g, 'OCCASION')
  return { context: plain('context.md'), record: plain('context.json') + plain('receipt.json') }
}

const result = (...options: string[]) => resultBy({}, ...options)
const resultOfProcess = (...options: string[]) => resultBy({ asProcess: true }, ...options)

const entries = () =>
  readdirSync(join(world.cache, 'compiled')).map((name) => join(world.cache, 'compiled', name))

describe('the cache', () => {
  it('Z-116 gives the same bytes the second time, under a new injection id', () => {
    const first = resultOfProcess()
    const id = json(world.dir, 'out/context.json').injection_id
    expect(entries().length).toBeGreaterThan(0)
    expect(resultOfProcess()).toEqual(first)
    expect(json(world.dir, 'out/context.json').injection_id).not.toBe(id)
  })

  it('Z-116 gives the same bytes as no cache, and --no-cache leaves nothing behind', () => {
    const fresh = resultOfProcess('--no-cache')
    expect(readdirSync(world.dir)).not.toContain('cache')
    expect([resultOfProcess(), resultOfProcess()]).toEqual([fresh, fresh])
  })

  it('Z-116 is really used: what was kept is what is sent', () => {
    result()
    for (const file of entries()) writeFileSync(file, text(file).replaceAll('Never lose', 'Always keep'))
    expect(result().context).toContain('- Always keep an order')
    expect(result('--no-cache').context).toContain('- Never lose an order')
  })

  it.each(Object.keys(files))('Z-116 notices one changed byte of %s', (path) => {
    const before = result()
    world.write(join(repo, path), text(repo, path).replace(/[a-z](?=\W*$)/, 'X'))
    const after = result()
    expect(after.context).not.toBe(before.context)
    expect(after).toEqual(result('--no-cache'))
  })

  it.each(Object.keys(files).slice(1))('Z-116 notices that %s is gone, and that it is back', (path) => {
    const before = result()
    rmSync(join(repo, path))
    expect(result().context).not.toBe(before.context)
    world.project()
    expect(result()).toEqual(before)
  })

  it('Z-116 notices a newer journal', () => {
    result()
    world.write(
      join(repo, 'session-journals/2026-01-03-001-new.md'),
      files['session-journals/2026-01-02-001-cart.md'].replace(
        'cart',
        'checkout, and all that belongs to it',
      ),
    )
    expect(result().context).toContain('checkout, and all')
  })

  it('Z-116 notices a source that comes before the one in use', () => {
    world.project({ 'apps/shop/SHOP_SOUL.md': null, 'README.md': '# Shop\n\nSells things.\n' })
    expect(result().context).toContain('Sells things.')
    world.project()
    expect(result().context).toContain('Sell things')
  })

  it('Z-116 notices a new manifest and a changed one', () => {
    const before = result()
    const manifest = join(repo, '.foreword/manifest.yaml')
    const own = (heading: string) =>
      `foreword: 1\nname: own\nextends: preset:outpost\nsections:\n  soul:\n    heading: ${heading}\n`
    for (const heading of ['IDENTITY', 'PROJECT']) {
      world.write(manifest, own(heading))
      expect(result().context).toContain(`## ${heading}\n`)
    }
    rmSync(manifest)
    expect(result()).toEqual(before)
  })

  it('Z-46 Z-116 notices a new day, and nothing within a day', () => {
    const on = (time: string) => {
      const { record } = result(`--now=${time}`)
      return [json(world.dir, 'out/context.json').journal_age_days, record] as const
    }
    const [young, morning] = on('2026-01-05T00:00:01Z')
    const [same, evening] = on('2026-01-05T23:59:59Z')
    const [older] = on('2026-01-06T00:00:00Z')
    expect([young, same, older]).toEqual([3, 3, 4])
    expect(evening).toBe(morning)
    expect(json(world.dir, 'out/context.json').journal_strategy).toBe('extract')
  })

  it('Z-116 tells levels, variables and agents apart', () => {
    world.write(join(repo, 'profiles/grace/PROFILE.md'), 'Operator: Grace\n')
    result()
    expect(result('--var=profile_id=grace').context).toContain('Operator: Grace')
    result('--executor=aider')
    expect(json(world.dir, 'out/context.json').executor).toBe('aider')
    world.foreword(['assemble', repo, 'minimal', 'out'])
    expect(json(world.dir, 'out/context.json')).toMatchObject({
      level: 'minimal',
      sections: ['soul', 'journal'],
    })
  })

  it.each([
    ['empty', () => ''],
    ['cut in half', (kept: string) => kept.slice(0, kept.length / 2)],
    ['binary', () => '\0\u0001\u0002'],
    ['null', () => 'null'],
    ['JSON of another shape', () => '{"packet":{},"plan":{},"chain":[]}'],
  ])('Z-116 ignores kept files that are %s', (_, damage) => {
    const before = result()
    for (const file of entries()) writeFileSync(file, damage(text(file)))
    expect(result()).toEqual(before)
  })

  it('Z-116 does without a place to write', () => {
    const before = result('--no-cache')
    world.write(world.cache, 'a file')
    expect(result()).toEqual(before)
  })

  it('Z-116 is for the person alone', () => {
    result()
    expect(world.shell('stat -c %a cache/compiled cache/compiled/*').out).toMatch(/^700\n(600\n)+$/)
  })
})
