import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Asking, manifest, own } from './past-asking.ts'
import { at, type json, now, secrets } from './program.ts'

let engine: Asking
let commit: string
beforeAll(() => {
  engine = new Asking(own)
  const { world, repo } = engine
  world.git(repo, 'init', '-q', '-b', 'main')
  world.git(repo, 'add', '-A')
  world.git(repo, 'commit', '-qm', 'first')
  commit = world.git(repo, 'rev-parse', 'HEAD')
})
afterAll(() => engine.remove())

const digest = /^sha256:[0-9a-f]{64}$/

describe('an injection by assemble', () => {
  let shown: ReturnType<typeof json>
  let receipt: ReturnType<typeof json>
  let started: string
  beforeAll(() => {
    started = new Date().toISOString()
    receipt = engine.inject('standard', '--session=host-7', '--executor=claude').receipt
    shown = engine.ask('show', 'latest')
  })

  it('M-77 is in the ledger as it is in its receipt', () => {
    const { account, text, ...occasion } = shown.injection
    expect({ ...occasion, ...shown.account, outcome: null }).toEqual(receipt)
    expect([account, text]).toEqual([expect.stringMatching(digest), expect.stringMatching(digest)])
  })

  it('M-55 has the time that it was made for, and the time at which it was recorded', () => {
    expect(shown.injection.timestamp).toBe(now)
    expect(shown.entry.at >= started && shown.entry.at <= new Date().toISOString()).toBe(true)
  })

  it('M-56 M-57 has each source with the digest of what was read', () => {
    const sources = shown.account.sections.map(({ id, sources: some }: never) => [id, some])
    expect(sources).toEqual([
      ['soul', [{ path: 'SOUL.md', digest: expect.stringMatching(digest), bytes: 28 }]],
      [
        'rules',
        [
          { path: 'rules/a.md', digest: expect.stringMatching(digest), bytes: 20 },
          { path: 'rules/b.md', digest: expect.stringMatching(digest), bytes: 22 },
        ],
      ],
      ['notes', [{ path: 'NOTES.md', digest: expect.stringMatching(digest), bytes: 40 }]],
    ])
  })

  it('M-58 M-X15 has the session that was named, else one of its own', () => {
    engine.inject('standard')
    engine.inject('standard')
    const [first, second, named] = engine
      .ask('log')
      .injections.map((row: { session_id: string }) => row.session_id)
    expect(named).toBe('host-7')
    expect([first, second]).toEqual([expect.stringMatching(/\w{6,}/), expect.stringMatching(/\w{6,}/)])
    expect(first).not.toBe(second)
  })

  it('has agent, level, tokens and commit', () => {
    expect(shown.injection).toMatchObject({ agent: 'claude', level: 'standard', commit, run_id: null })
    expect(shown.injection.total).toBe(receipt.total)
    const [row] = engine.ask('log', '--session=host-7').injections
    expect(row).toMatchObject({ agent: 'claude', level: 'standard', total: receipt.total, outcome: null })
  })

  it('is shown to people with all of this', () => {
    const page = engine.read('show', receipt.injection_id)
    for (const fact of [
      receipt.injection_id,
      now,
      'host-7',
      'claude',
      'standard',
      commit,
      'rules/a.md, rules/b.md',
    ])
      expect(page).toContain(fact)
    expect(page).toContain(shown.injection.packet_digest.slice(7, 19))
  })

  it('is told of on standard output under --json, with where it was kept', () => {
    const output = join(engine.world.dir, 'told')
    const answer = engine.ask('assemble', '.', 'standard', output, at)
    expect(answer).toMatchObject({ level: 'standard', kept: 'store', output, warnings: [] })
    expect(engine.ask('show', 'latest').injection.injection_id).toBe(answer.injection_id)
  })
})

describe('an injection by dispatch', () => {
  let run: string
  let entry: ReturnType<typeof json>
  beforeAll(() => {
    engine.world.agent('codex', 'exit 4')
    run = engine.world.dispatch(engine.repo, ['--executor=codex', '--context', at]).run.split('/').at(-1)!
    entry = engine.ask('show', 'latest')
  })

  it('M-55 M-56 M-57 M-58 M-77 has the run as its session, and the agent', () => {
    expect(entry.injection).toMatchObject({
      session_id: run,
      run_id: run,
      agent: 'codex',
      timestamp: now,
      commit,
    })
    expect(entry.account.sections[0].sources[0].digest).toMatch(digest)
  })

  it('gets the outcome of its run', () => {
    expect(entry.outcome).toMatchObject({ run_id: run, status: 'failed', exit_code: 4, changes: 'none' })
    expect(engine.read('show', 'latest')).toContain('failed, exit code 4')
  })

  it('is there for each of several agents, all in one ledger that holds', () => {
    engine.world.agent('claude')
    const before = engine.ask('log').injections.length
    engine.world.dispatch(engine.repo, ['--executor=codex,claude', '--context=small', at])
    const rows = engine.ask('log').injections
    expect(rows.length).toBe(before + 2)
    expect(
      rows
        .slice(0, 2)
        .map((row: { agent: string }) => row.agent)
        .sort(),
    ).toEqual(['claude', 'codex'])
    expect(engine.ask('verify').holds).toBe(true)
  })

  it('is not there without context, while the run is', () => {
    const [injections, { ledgers }] = [engine.ask('log').injections.length, engine.ask('store stats')]
    engine.world.dispatch(engine.repo, ['--executor=codex', at])
    expect(engine.ask('log').injections.length).toBe(injections)
    const { entries } = engine.ask('store stats').ledgers[0]
    expect(entries).toEqual({
      ...ledgers[0].entries,
      run: ledgers[0].entries.run + 1,
      outcome: ledgers[0].entries.outcome + 1,
    })
  })
})

describe('an injection that was refused', () => {
  let strict: Asking
  beforeAll(() => {
    const needed = "  soul: { sources: ['file:GONE.md'], missing: fail }\n"
    const text = manifest({ sections: needed, rest: '' })
    strict = new Asking({ '.foreword/manifest.yaml': text }, 'strict', engine.world)
  })

  it('M-77 is on record with the reason, and nothing to replay', () => {
    const { code, err } = strict.inject('standard', '--session=s1')
    expect(code).toBe(3)
    const { injection, text, entry } = strict.ask('show', 'latest')
    expect(injection).toMatchObject({ status: 'error', session_id: 's1', text: null, packet_digest: null })
    expect(err).toContain(injection.error)
    expect([text, entry.seq]).toEqual(['none', 1])
    expect(strict.read('show', 'latest')).toContain('Refused: ')
    const byId = strict.refused(3, 'replay', injection.injection_id)
    expect(byId).toMatch(/^Nothing was sent for INJ-\S+: it was refused\./)
    expect(strict.refused(3, 'replay', 'latest')).toContain(`${injection.injection_id} was refused: `)
    expect(strict.read('log')).toMatch(/ refused\n$/)
  })

  it('is on record too when a run was to begin with it', () => {
    strict.world.agent('gemini')
    const { code } = strict.world.dispatch(strict.repo, ['--executor=gemini', '--context', at])
    expect([code, strict.world.called('gemini')]).toEqual([3, null])
    const { injection } = strict.ask('show', 'latest')
    expect(injection).toMatchObject({ status: 'error', agent: 'gemini', text: null })
  })

  it('is not taken for the last one that was sent', () => {
    expect(strict.ask('context')).toMatchObject({ injection: null, tiers: [] })
  })
})

describe('a command that records nothing', () => {
  it('is explain, and every question', () => {
    const { head } = engine.ask('store stats').ledgers[0]
    for (const [command, ...args] of [
      ['explain', '.'],
      ['explain', '.', '--task=Add it', '--json'],
      ['log'],
      ['show', 'latest'],
      ['why', 'Rule A'],
      ['verify'],
      ['context show'],
    ] as const)
      expect(engine.run(command, ...args).code).toBe(0)
    expect(engine.ask('store stats').ledgers[0].head).toEqual(head)
  })

  it('is a question without any record: no store is made', () => {
    const fresh = new Asking(own, 'fresh', engine.world)
    for (const command of ['log', 'context', 'context show', 'report', 'verify', 'store stats'])
      expect(fresh.run(command).code).toBe(0)
    expect(fresh.world.shell(`ls -A '${fresh.repo}/.foreword'`).out).toBe('manifest.yaml\n')
  })
})

it('holds no secret that a user typed as a name, in the store or in any answer', () => {
  const engine = new Asking(own, 'typed')
  try {
    engine.inject('standard', `--session=${secrets.github}`, `--role=${secrets.aws}`)
    engine.write({
      '.foreword/manifest.yaml': manifest({
        sections: "  soul: { sources: ['file:{place}.md'], missing: fail }\n",
        rest: '',
      }),
    })
    const refused = engine.inject('standard', `--var=place=${secrets.github}`)
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('none of its sources was found')])
    const exported = engine.run('store export').out
    expect(exported.split('\n').length).toBeGreaterThan(4)
    const shown = ['@1', '@2'].map((ref) => engine.run('show', ref, '--json').out)
    for (const text of [exported, ...shown, engine.run('log', '--json').out])
      for (const secret of [secrets.github, secrets.aws]) expect(text).not.toContain(secret)
    expect(engine.ask('log').injections[1].session_id).toContain('[REDACTED]')
  } finally {
    engine.remove()
  }
})
