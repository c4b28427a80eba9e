import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, manifest, startup } from './hook-calls.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

/** Two sections that need one output each, in a tier that is sent again when it changes. */
const page = (word: string, lines = 400) => `# ${word}\n\n${`a line of the page of ${word}\n`.repeat(lines)}`
const sections = `  a: { heading: Doc A, tier: work, sources: ["file:docs/a.md"] }
  b: { heading: Doc B, tier: work, sources: ["file:docs/b.md"] }
`

function begin(agent: string, parts: number, { budget = 8000, lines = 400 } = {}): string {
  hooks = new Hooks({
    '.foreword/manifest.yaml': manifest.replace('{ budget: 40000 }', `{ budget: ${budget} }`) + sections,
    'README.md': page('readme', 40),
    'docs/a.md': page('a', lines),
    'docs/b.md': page('b', lines),
  })
  const values = Array.from({ length: parts }, (_, i) =>
    hooks.call('session-start', { agent, input: startup, options: [`--part=${i + 1}/${parts}`] }),
  )
  return values.map(({ context }) => context ?? '').join('')
}
const prompted = (agent: string) =>
  hooks.call('prompt', { agent, input: { hook_event_name: 'UserPromptSubmit', prompt: 'go on' } })
const count = (text: string | null, word: string) =>
  (text ?? '').split(`a line of the page of ${word}\n`).length - 1

describe('a section that has not changed', () => {
  it('is not told again where a prompt carries less than the start of the session', () => {
    const start = begin('claude', 3)
    expect([count(start, 'a'), count(start, 'b')]).toEqual([400, 400])
    expect([prompted('claude').out, prompted('claude').out]).toEqual(['', ''])
    expect(hooks.log()).toHaveLength(1)
  })

  it('is told whole, once, where the start of the session had no room for all of it', () => {
    const start = begin('codex', 1, { lines: 250 })
    expect(count(start, 'a')).toBe(250)
    expect(count(start, 'b')).toBeGreaterThan(50)
    expect(count(start, 'b')).toBeLessThan(250)
    expect(count(prompted('codex').context, 'b')).toBe(250)
    expect([prompted('codex').out, prompted('codex').out]).toEqual(['', ''])
  })

  it('is not told again where the budget of the start was shared with others', () => {
    const start = begin('claude', 3, { budget: 4000 })
    expect(count(start, 'b')).toBeLessThan(400)
    expect(prompted('claude').out).toBe('')
  })
})

describe('a section that has changed', () => {
  it.each(['claude', 'codex'])('is told alone, with all the room that %s has, and once', (agent) => {
    begin(agent, agent === 'claude' ? 3 : 1, { lines: 250 })
    hooks.write('docs/b.md', page('b, again', 300))
    const { context } = prompted(agent)
    // Codex got only a part of it at the start.
    expect(context).toContain(`## Doc B (${agent === 'claude' ? 'updated' : 'new'})`)
    expect(context).not.toContain('## Doc A')
    expect(count(context, 'b, again')).toBe(300)
    expect(prompted(agent).out).toBe('')
  })

  it('is told once where the channel has to cut it, and again when it changes once more', () => {
    begin('claude', 3)
    hooks.write('docs/b.md', page('b, again', 900))
    const { context } = prompted('claude')
    expect(context).toContain('## Doc B (updated)')
    expect(count(context, 'b, again')).toBeGreaterThan(200)
    expect(context).toMatch(/<!-- .*shortened/)
    expect([prompted('claude').out, prompted('claude').out]).toEqual(['', ''])
    hooks.write('docs/b.md', page('b, at last'))
    expect(prompted('claude').context).toContain('## Doc B (updated)')
  })
})
