import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  computeGenesisDigest,
  type EntryDraft,
  type InjectionBody,
  linkEntry,
} from '../../src/core/receipt/index.ts'
import { Asking, manifest, own } from './past-asking.ts'
import { at } from './program.ts'

const hash = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`

interface Runs {
  readonly agent: string
  /** Null without context. */
  readonly level: string | null
  /** The injection whose account, and so whose sections, the runs got. */
  readonly like?: 'both' | 'one'
  readonly success: number
  readonly failed: number
  readonly timeout?: number
  readonly days?: number
}

/** Real injections that the invented runs refer to. */
interface Pattern {
  readonly body: InjectionBody
  readonly blobs: readonly string[]
}

let engine: Asking
let patterns: Record<'both' | 'one', Pattern>

beforeAll(() => {
  engine = new Asking(own)
  const both = patternOf()
  engine.write({
    '.foreword/manifest.yaml': manifest({ sections: "  soul: { sources: ['file:SOUL.md'] }\n", rest: '' }),
  })
  patterns = { both, one: patternOf() }
})
afterAll(() => engine.remove())

function patternOf(): Pattern {
  engine.inject('standard')
  const lines = engine
    .run('store export', '-')
    .out.trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const entries = lines.filter((line) => 'entry' in line)
  const blobs = lines.filter((line) => 'blob' in line).map((line) => JSON.stringify(line))
  return { body: JSON.parse(entries.at(-1).entry.body), blobs }
}

/** A project whose ledger has these runs, imported from a file. */
function withRuns(name: string, groups: readonly Runs[]): Asking {
  const project = new Asking(own, name, engine.world)
  const file = join(engine.world.dir, `${name}.jsonl`)
  engine.world.write(file, exportOf(`${name}@test`, name, groups))
  const count = groups.reduce((sum, group) => sum + group.success + group.failed + (group.timeout ?? 0), 0)
  const sent = groups.reduce(
    (sum, group) => sum + (group.level === null ? 0 : group.success + group.failed + (group.timeout ?? 0)),
    0,
  )
  expect(project.ask('store import', file)).toMatchObject({ entries: 2 * count + sent, known: 0 })
  return project
}

function exportOf(uid: string, name: string, groups: readonly Runs[]): string {
  const lines: string[] = [JSON.stringify({ foreword: 'export', version: 1, uid, name })]
  let [seq, prev, run] = [0, computeGenesisDigest(uid, hash), 0]
  const add = (kind: EntryDraft['kind'], body: object, time: string) => {
    const draft = { uid: `${kind}-${seq}`, kind, at: time, body: JSON.stringify(body) }
    const entry = linkEntry(draft, ++seq, prev, hash)
    prev = entry.digest
    lines.push(JSON.stringify({ entry }))
  }
  for (const { agent, level, like = 'both', success, failed, timeout = 0, days = 0 } of groups) {
    const time = new Date(Date.now() - days * 86_400_000).toISOString()
    const ends = [
      ...Array(success).fill('success'),
      ...Array(failed).fill('failed'),
      ...Array(timeout).fill('timeout'),
    ]
    for (const status of ends) {
      const run_id = `20260103-183000-${agent}-${String(++run).padStart(6, '0')}`
      const injection_id = `INJ-20260103-183000-${String(run).padStart(6, '0')}`
      const own = { run_id, session_id: run_id, agent, level }
      if (level !== null) add('injection', { ...patterns[like].body, ...own, injection_id }, time)
      const began = { repo: name, started: time, before: null, task_digest: hash('task') }
      add('run', { ...own, ...began, injection_id: level === null ? null : injection_id }, time)
      add('outcome', { run_id, status, changes: 'none', seconds: 1, exit_code: 0, after: null }, time)
    }
  }
  const blobs = [...new Set([...patterns.both.blobs, ...patterns.one.blobs])]
  const end = { entries: seq, blobs: blobs.length, head: { seq, digest: prev } }
  return `${[...lines, ...blobs, JSON.stringify({ end })].join('\n')}\n`
}

describe('report', () => {
  it('says in two sentences that no run has ended', () => {
    const answer = engine.ask('report')
    expect(answer).toMatchObject({ runs: 0, levels: [], agents: [], sections: [] })
    expect(answer.context.verdict).toBe('too little data')
    expect(engine.read('report')).toContain('No run of own has ended')
  })

  it('counts what dispatch leaves', () => {
    const project = new Asking(own, 'dispatched', engine.world)
    engine.world.agent('claude')
    engine.world.agent('codex', 'exit 1')
    for (const options of [
      ['--executor=claude', '--context'],
      ['--executor=codex', '--context'],
      ['--executor=claude'],
    ])
      engine.world.dispatch(project.repo, [...options, at])
    const { runs, context, levels, agents } = project.ask('report')
    expect([runs, context.with.runs, context.with.successes, context.without.runs]).toEqual([3, 2, 1, 1])
    expect(levels.map((level: { level: string; runs: number }) => [level.level, level.runs])).toEqual([
      [null, 1],
      ['standard', 2],
    ])
    expect(
      agents.map((agent: { agent: string; all: { successes: number } }) => [
        agent.agent,
        agent.all.successes,
      ]),
    ).toEqual([
      ['claude', 2],
      ['codex', 0],
    ])
  })

  it('compares runs with context to runs without, with intervals', () => {
    const project = withRuns('many', [
      { agent: 'claude', level: 'standard', success: 18, failed: 2 },
      { agent: 'claude', level: null, success: 4, failed: 14, timeout: 2 },
      { agent: 'codex', level: 'full', like: 'one', success: 5, failed: 5 },
      { agent: 'codex', level: null, success: 5, failed: 5 },
    ])
    const { runs, context, levels, agents, sections, notes } = project.ask('report')
    expect(runs).toBe(60)
    expect(context.with).toMatchObject({ runs: 30, successes: 23 })
    expect(context.without).toMatchObject({ runs: 30, successes: 9 })
    expect(context.verdict).toBe('better')
    expect(context.difference).toBeCloseTo(14 / 30)
    expect(context.low).toBeGreaterThan(0)
    // The Wilson interval for 23 of 30, computed by hand.
    expect([context.with.low, context.with.high].map((bound) => bound.toFixed(3))).toEqual(['0.591', '0.882'])
    expect(
      levels.map((level: { level: string; runs: number; successes: number }) => [
        level.level,
        level.runs,
        level.successes,
      ]),
    ).toEqual([
      [null, 30, 9],
      ['full', 10, 5],
      ['standard', 20, 18],
    ])
    expect(
      agents.map((agent: { agent: string; context: { verdict: string } }) => [
        agent.agent,
        agent.context.verdict,
      ]),
    ).toEqual([
      ['claude', 'better'],
      ['codex', 'no difference seen'],
    ])
    expect(
      sections.map((section: { section: string; verdict: string }) => [section.section, section.verdict]),
    ).toEqual([
      ['notes', 'better'],
      ['rules', 'better'],
      ['soul', 'too little data'],
    ])
    expect(notes.join(' ')).toContain('not assigned at random')
    expect(notes.join(' ')).toContain('2 sections were compared')
    const page = project.read('report')
    expect(page).toContain('60 runs of many, with 95 % intervals\n')
    expect(page).toMatch(/\nwith context +30 +23 +77 % +59 % and 88 %\n/)
    expect(page).toMatch(/\nContext: better, \+47 points \(\+\d+ to \+\d+\)\n/)
    expect(page).toMatch(/\ncodex +50 % of 10 +50 % of 10 +no difference seen, 0 points/)
    expect(project.ask('verify')).toMatchObject({ holds: true, entries: 150 })
  })

  it('finds context worse where it is', () => {
    const project = withRuns('worse', [
      { agent: 'claude', level: 'standard', success: 2, failed: 18 },
      { agent: 'claude', level: null, success: 18, failed: 2 },
    ])
    expect(project.ask('report').context.verdict).toBe('worse')
    expect(project.read('report')).toContain('Context: worse, −80 points')
  })

  it('says that a few runs are too little data, however they ended', () => {
    const project = withRuns('few', [
      { agent: 'claude', level: 'standard', success: 9, failed: 0 },
      { agent: 'claude', level: null, success: 0, failed: 9 },
    ])
    const { context, notes } = project.ask('report')
    expect(context.verdict).toBe('too little data')
    expect(notes.join(' ')).toContain('There are 9 runs with context and 9 runs without')
    expect(project.read('report')).toContain('Context: too little data\n')
  })

  it('counts only what is not older than asked', () => {
    const project = withRuns('aged', [
      { agent: 'claude', level: null, success: 3, failed: 0, days: 40 },
      { agent: 'claude', level: null, success: 0, failed: 2 },
    ])
    expect(project.ask('report').runs).toBe(5)
    const recent = project.ask('report', '--since=2w')
    expect([recent.runs, recent.context.without.successes]).toEqual([2, 0])
    expect(project.read('report', '--since=2w')).toMatch(/^2 runs of aged since \d{4}-/)
    expect(project.read('report', '--since=2199-01-01')).toContain(
      'No run of aged has ended since 2199-01-01',
    )
    expect(project.refused(2, 'report', '--since=then')).toContain('--since')
  })
})
