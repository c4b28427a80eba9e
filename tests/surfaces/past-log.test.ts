import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, documentOf, manifest, own } from './past-asking.ts'
import { binary, text } from './program.ts'

let engine: Asking
let running: string
const named: Record<string, string> = {}

/** One ledger with every possible outcome. */
beforeAll(() => {
  engine = new Asking(own)
  const { world, repo } = engine
  const latest = () => engine.ask('log', '--limit=1').injections[0].injection_id as string
  const dispatched = (agent: string, body: string, ...options: string[]) => {
    world.agent(agent, body)
    world.dispatch(repo, [`--executor=${agent}`, '--context', ...options])
    return latest()
  }
  named.plain = engine.inject('standard', '--session=s1').id
  named.small = engine.inject('small', '--session=s1', '--executor=claude').id
  running = join(world.dir, 'running.json')
  const asking = `"${process.execPath}" "${binary}" log --repo='${repo}' --outcome=running --json > '${running}'`
  named.success = dispatched('claude', asking)
  named.failed = dispatched('codex', 'exit 3')
  engine.write({ 'NOTES.md': 'Other notes\n', 'MORE.md': 'More\n' })
  const other = "  soul: { sources: ['file:SOUL.md'] }\n  more: { sources: ['file:MORE.md'] }\n"
  engine.write({ '.foreword/manifest.yaml': manifest({ sections: other, rest: '' }) })
  named.timeout = dispatched('gemini', 'exec sleep 30', '--timeout=1')
  const failing = "  soul: { sources: ['file:GONE.md'], missing: fail }\n"
  engine.write({ '.foreword/manifest.yaml': manifest({ sections: failing, rest: '' }) })
  engine.inject('standard', '--session=s2')
  named.refused = latest()
})
afterAll(() => engine.remove())

/** The ids of the listed injections. */
function listed(...options: string[]): string[] {
  const byId = new Map(Object.entries(named).map(([name, id]) => [id, name]))
  return engine
    .ask('log', ...options)
    .injections.map((row: { injection_id: string }) => byId.get(row.injection_id))
}

const all = ['refused', 'timeout', 'failed', 'success', 'small', 'plain']

describe('log', () => {
  it('M-77 lists the newest first', () => {
    expect(listed()).toEqual(all)
    const lines = engine.read('log').split('\n').slice(1, -1)
    expect(lines.map((line) => line.trim().split(/\s+/).at(-1))).toEqual([
      'refused',
      'timeout',
      'failed',
      'success',
      'sent',
      'sent',
    ])
  })

  it.each([
    ['--session=s1', ['small', 'plain']],
    ['--session=s2', ['refused']],
    ['--session=s', []],
    ['--agent=claude', ['success', 'small']],
    ['--agent=codex', ['failed']],
    ['--section=rules', ['failed', 'success', 'small', 'plain']],
    ['--section=more', ['timeout']],
    ['--source=MORE.md', ['timeout']],
    ['--source=rules/b.md', ['failed', 'success', 'small', 'plain']],
    ['--source=./rules/b.md', ['failed', 'success', 'small', 'plain']],
    ['--source=GONE.md', []],
    ['--outcome=success', ['success']],
    ['--outcome=failed', ['failed']],
    ['--outcome=timeout', ['timeout']],
    ['--outcome=running', []],
    ['--outcome=refused', ['refused']],
    ['--since=2h', all],
    ['--since=3d', all],
    ['--since=2026-01-01', all],
    ['--since=2020-01-01T00:00:00Z', all],
    ['--since=2199-01-01T00:00:00+02:00', []],
    ['--before=3', ['small', 'plain']],
    ['--before=@2', ['plain']],
    ['--limit=2', ['refused', 'timeout']],
  ])('%s lists those and no others', (option, expected) => {
    expect(listed(option)).toEqual(expected)
  })

  it('holds every condition at once', () => {
    expect(listed('--agent=claude', '--session=s1')).toEqual(['small'])
    expect(listed('--agent=claude', '--outcome=success', '--section=soul', '--since=1h')).toEqual(['success'])
    expect(listed('--agent=claude', '--outcome=failed')).toEqual([])
    expect(listed('--source=SOUL.md', '--outcome=timeout', '--agent=gemini', '--limit=1')).toEqual([
      'timeout',
    ])
  })

  it('begins at the time that is named, to the millisecond', () => {
    const [{ at: time, seq }] = engine.ask('log', '--agent=codex').injections
    expect(engine.ask('log', `--since=${time}`).injections.at(-1).seq).toBe(seq)
    const after = new Date(Date.parse(time) + 1).toISOString()
    expect(engine.ask('log', `--since=${after}`).injections.at(-1).seq).toBeGreaterThan(seq)
  })

  it('tells that a run goes on, while it does', () => {
    const { injections } = documentOf('log', text(running))
    expect(injections.map((row: { injection_id: string }) => row.injection_id)).toEqual([named.success])
    expect(injections[0].outcome).toBe('running')
  })

  it('says in one sentence that nothing matches', () => {
    expect(engine.read('log', '--session=none')).toBe('No injection of own matches.\n')
  })

  it.each([1, 2, 4])('visits each once in pages of %d, and then ends', (limit) => {
    const seen: string[] = []
    for (let before: number | null = null, pages = 0; pages < 10; pages++) {
      const page: { injections: { injection_id: string }[]; next: number | null } = engine.ask(
        'log',
        `--limit=${limit}`,
        ...(before === null ? [] : [`--before=${before}`]),
      )
      seen.push(...page.injections.map((row) => row.injection_id))
      before = page.next
      if (before === null) break
    }
    expect(seen).toEqual(all.map((name) => named[name]))
  })

  it('names the command for the next page, which keeps the conditions', () => {
    const { out, err } = engine.run('log', '--section=rules', '--limit=2', `--repo=${engine.repo}`)
    expect(out.trim().split('\n')).toHaveLength(3)
    const next = /^More: foreword (.*)\n$/.exec(err)![1]!
    const ran = engine.world.shell(`foreword ${next}`)
    expect([ran.code, ran.err]).toEqual([0, ''])
    expect(ran.out).toContain(named.small)
    expect(ran.out).not.toContain(named.success)
  })

  it.each([
    ['--limit=0', '--limit must be a whole number'],
    ['--limit=1001', 'from 1 to 1000'],
    ['--limit=ten', 'not "ten"'],
    ['--limit', '--limit'],
    ['--before=x', '--before must be a whole number'],
    ['--before=-1', '--before'],
    ['--outcome=maybe', 'success, failed, timeout, interrupted, running, refused'],
    ['--since=yesterday', 'like 2h, 3d, 2w'],
    ['--since=2026-13-40', '--since'],
    ['--since=2026-01-01T00:00:00', 'with a zone'],
    ['--colour=red', '--colour'],
  ])('does not understand %s, and says what it wants', (option, message) => {
    const err = engine.refused(2, 'log', option)
    expect(err).toContain(message)
    expect(err).toContain('foreword log --help')
  })

  it('reads an argument as the repository', () => {
    expect(engine.refused(3, 'log', 'extra')).toContain('Directory not found: "extra"')
  })

  it('M-57 tells by a digest which injections were of the same packet', () => {
    const same = new Asking(own, 'same', engine.world)
    for (const level of ['standard', 'standard', 'small']) same.inject(level)
    const accounts = same.ask('log').injections.map((row: { account: string }) => row.account)
    expect(accounts).toHaveLength(3)
    expect([accounts[1] === accounts[2], accounts[0] === accounts[1]]).toEqual([true, false])
  })
})
