// Several changes together may exceed one output. Nothing is lost, and nothing is sent twice.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, linesOf, manifest, page, startup } from './hook-calls.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

/** One output of Claude Code or Codex carries two pages of 150 lines, or one of 250. */
const ids = ['a', 'b', 'c'] as const

interface Project {
  readonly agent?: string
  readonly refresh?: string
  readonly cooldown?: number
  /** More keys of the manifest, and of section b. */
  readonly more?: string
  readonly b?: string
}

/** A session that has received three short pages. */
function begin({
  agent = 'claude',
  refresh = "{ on_change: '*' }",
  cooldown = 0,
  more = '',
  b = '',
}: Project) {
  const own = (id: string) => `heading: Doc ${id.toUpperCase()}, tier: work, sources: ["file:docs/${id}.md"]`
  const sections = ids.map((id) => `  ${id}: { ${own(id)}${id === 'b' ? b : ''} }\n`).join('')
  const text = manifest
    .replace("{ on_change: '*' }", refresh)
    .replace('cooldown_seconds: 0', `cooldown_seconds: ${cooldown}`)
  const files = Object.fromEntries(ids.map((id) => [`docs/${id}.md`, page(id, 3)]))
  hooks = new Hooks({ '.foreword/manifest.yaml': text + sections + more, ...files })
  const { context } = hooks.call('session-start', { agent, input: startup })
  expect(ids.map((id) => linesOf(context, id))).toEqual([3, 3, 3])
}

function change(lines: Readonly<Partial<Record<(typeof ids)[number], number>>>, word = 'new'): void {
  for (const [id, count] of Object.entries(lines)) hooks.write(`docs/${id}.md`, page(`${word} ${id}`, count))
}

const input = { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }
const prompted = (agent = 'claude') => hooks.call('prompt', { agent, input })

/** How many lines of each page a prompt brought. */
const came = (agent?: string, word = 'new') => {
  const { context } = prompted(agent)
  return ids.map((id) => linesOf(context, `${word} ${id}`))
}
/** The sections of the last receipts, oldest first; cut sections have a mark. */
function receipts(count: number): string[] {
  const last = hooks.log().slice(0, count).toReversed()
  return last.map(({ injection_id }) => {
    const { sections, left_out } = hooks.receipt(injection_id).account
    const sent = sections.map(({ id, reductions }: { id: string; reductions: { why: string }[] }) =>
      [id, ...new Set(reductions.map(({ why }) => why))].join(' '),
    )
    const left = left_out.map(({ id, reason }: { id: string; reason: string }) => `${id} ${reason}`)
    return `${sent.join(', ')}; ${left.join(', ')}`
  })
}

describe('sections that have changed together', () => {
  it.each(['claude', 'codex'])('come whole over as many prompts of %s as they need, each once', (agent) => {
    begin({ agent })
    change({ a: 250, b: 250, c: 250 })
    expect([came(agent), came(agent), came(agent), came(agent)]).toEqual([
      [250, 0, 0],
      [0, 250, 0],
      [0, 0, 250],
      [0, 0, 0],
    ])
    expect(receipts(3)).toEqual(['a; b over-budget, c over-budget', 'b; c over-budget', 'c; '])
    expect(hooks.log()).toHaveLength(4)
  })

  it('come with one prompt where nothing is cut', () => {
    begin({ agent: 'gemini' })
    change({ a: 250, b: 250, c: 250 })
    expect([came('gemini'), came('gemini')]).toEqual([
      [250, 250, 250],
      [0, 0, 0],
    ])
  })

  it('come together as far as one value carries them, which says what comes later and where it lies', () => {
    begin({})
    change({ a: 150, b: 150, c: 250 })
    const { context } = prompted()
    expect(ids.map((id) => linesOf(context, `new ${id}`))).toEqual([150, 150, 0])
    expect(context).toContain(
      '<!-- left out: Doc C (no room here, comes with a later prompt; read docs/c.md) -->',
    )
    const { sessions } = JSON.parse(hooks.world.foreword(['sessions', '--repo', hooks.root, '--json']).out)
    expect(sessions[0].waiting).toEqual([{ section: 'c', turn: 1 }])
    expect([came(), came()]).toEqual([
      [0, 0, 250],
      [0, 0, 0],
    ])
  })

  it('are cut only where one alone is longer than a value: once, with a mark, and on record', () => {
    begin({})
    change({ a: 250, b: 900, c: 250 })
    expect(came()).toEqual([250, 0, 0])
    const { context } = prompted()
    expect(linesOf(context, 'new b')).toBeGreaterThan(200)
    expect(linesOf(context, 'new b')).toBeLessThan(900)
    expect(context).toMatch(/<!-- .*shortened: Doc B/)
    expect([came(), came()]).toEqual([
      [0, 0, 250],
      [0, 0, 0],
    ])
    expect(receipts(3)).toEqual(['a; b over-budget, c over-budget', 'b channel; c over-budget', 'c; '])
  })

  it.each([
    ['the manifest would leave it out', { more: 'precedence: [{ section: b, by: drop }]\n' }],
    ['the manifest says that it never yields', { b: ', protected: true' }],
  ])('are cut in the same way where %s', (_, project) => {
    begin(project)
    change({ a: 250, b: 900 })
    const values = [prompted(), prompted(), prompted()].map(({ context }) => context)
    expect(values.filter((text) => linesOf(text, 'new a') === 250)).toHaveLength(1)
    const [cut, ...more] = values.filter((text) => linesOf(text, 'new b') > 0)
    expect(more).toEqual([])
    expect(cut).toMatch(/<!-- .*shortened: Doc B/)
    expect(cut!.length).toBeLessThanOrEqual(10_000)
    expect(receipts(2).filter((receipt) => receipt.startsWith('b channel;'))).toHaveLength(1)
  })

  it('are planned to the one value that a prompt has, whatever its entry says', () => {
    begin({})
    change({ a: 250, b: 250 })
    const { context } = hooks.call('prompt', { input, options: ['--part=1/3'] })
    expect([linesOf(context, 'new a'), linesOf(context, 'new b')]).toEqual([250, 0])
    expect(came()).toEqual([0, 250, 0])
  })
})

describe('a section that had no room', () => {
  it('waits for no cooldown, and what changes meanwhile does', () => {
    begin({ cooldown: 3600 })
    change({ a: 250, b: 250, c: 250 })
    expect(came()).toEqual([250, 0, 0])
    change({ a: 10 }, 'other')
    expect([came(), came()]).toEqual([
      [0, 250, 0],
      [0, 0, 250],
    ])
    expect(came(undefined, 'other')).toEqual([0, 0, 0])
  })

  it('waits for no more turns, which are counted from when the session got it', () => {
    begin({ refresh: '{ every_turns: 3 }' })
    change({ a: 250, b: 250 })
    expect([came(), came(), came(), came()]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [250, 0, 0],
      [0, 250, 0],
    ])
    change({ c: 5 })
    expect([came(), came(), came()]).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 5],
    ])
    const asked = hooks
      .log()
      .slice(0, 3)
      .map(({ injection_id }) => hooks.receipt(injection_id).injection.asked)
    expect(asked).toEqual(['every_turns 3 (work)', 'no room before (b)', 'every_turns 3 (work)'])
  })

  it('comes as it is then, not at all where the session has that, and is said to be gone', () => {
    begin({})
    change({ a: 250, b: 250, c: 250 })
    expect(came()).toEqual([250, 0, 0])
    change({ b: 260 }, 'other')
    rmSync(join(hooks.root, 'docs/c.md'))
    const { context } = prompted()
    expect([linesOf(context, 'other b'), linesOf(context, 'new b')]).toEqual([260, 0])
    expect(context).toContain('Doc C is no longer there.')
    expect(prompted().out).toBe('')
    change({ a: 251, b: 251 })
    expect(came()).toEqual([251, 0, 0])
    hooks.write('docs/b.md', page('other b', 260))
    expect([prompted().out, prompted().out]).toEqual(['', ''])
  })

  it('is said to be gone with the next prompt, where even that had no room', () => {
    begin({})
    change({ a: 900 })
    rmSync(join(hooks.root, 'docs/c.md'))
    const said = [prompted(), prompted(), prompted()].map(({ context }) => context ?? '')
    expect(said.map((text) => text.includes('Doc C is no longer there.'))).toEqual([false, true, false])
    expect(said.map((text) => linesOf(text, 'new a') > 200)).toEqual([true, false, false])
  })

  it('has its turn, though what comes before it changes with every prompt', () => {
    begin({})
    const seen = [0, 0, 0]
    change({ b: 250, c: 250 })
    for (let i = 0; i < 6; i++) {
      change({ a: 250 + i })
      for (const [at, lines] of came().entries()) if (lines >= 250) seen[at]! += 1
    }
    expect(seen[1]).toBe(1)
    expect(seen[2]).toBe(1)
    expect(seen[0]).toBeGreaterThan(1)
  })
})
