import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, manifest, startup } from './hook-calls.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

const page = (word: string, lines: number) =>
  `# ${word}\n\n${Array.from({ length: lines }, (_, i) => `line ${i} of the page of ${word}\n`).join('')}`
const linesOf = (text: string | null, word: string) =>
  (text ?? '').split(` of the page of ${word}\n`).length - 1

/** Claude Code with a packet of several values, none of which arrives. */
function begin(pages: Readonly<Record<string, number>>): void {
  const ids = Object.keys(pages)
  const sections = ids.map((id) => `  ${id}: { sources: ["file:docs/${id}.md"] }\n`).join('')
  const files = ids.map((id) => [`docs/${id}.md`, page(id, pages[id]!)])
  const head = manifest.slice(0, manifest.indexOf('tiers:'))
  hooks = new Hooks({
    '.foreword/manifest.yaml': `${head}sections:\n${sections}`,
    ...Object.fromEntries(files),
  })
  for (const i of [1, 2, 3]) hooks.call('session-start', { input: startup, options: [`--part=${i}/3`] })
}

const path = () => join(hooks.world.env.HOME!, '.claude/projects/-shop/ses-one.jsonl')

/** What the agent keeps of its session: these texts, and an answer. */
function transcript(...texts: readonly (string | null)[]): void {
  mkdirSync(dirname(path()), { recursive: true })
  const timestamp = new Date(Date.now() + 1000).toISOString()
  const entries = texts.map((text) => {
    const attachment = { type: 'hook_additional_context', content: [text], hookEvent: 'UserPromptSubmit' }
    return { type: 'attachment', attachment, timestamp }
  })
  const answer = { type: 'assistant', message: { model: 'claude-opus-5-5' }, timestamp }
  writeFileSync(path(), [...entries, answer].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}

const prompted = () =>
  hooks.call('prompt', {
    input: {
      hook_event_name: 'UserPromptSubmit',
      prompt: 'go on',
      transcript_path: path(),
    },
  })
const context = (...more: string[]) => hooks.world.foreword(['context', '--repo', hooks.root, ...more]).out

describe('sections that were lost', () => {
  it('come again one value at a time, whole, and are then known to be there', () => {
    begin({ a: 360, b: 360 })
    transcript()
    const first = prompted().context
    expect(first).toMatch(/^Sent again/)
    expect([linesOf(first, 'a'), linesOf(first, 'b')]).toEqual([360, 0])
    transcript(first)
    const second = prompted().context
    expect([linesOf(second, 'a'), linesOf(second, 'b')]).toEqual([0, 360])
    transcript(first, second)
    expect([prompted().out, prompted().out]).toEqual(['', ''])
    const [b, a] = hooks.log()
    expect(context()).toContain(`delivered 2 sections (a with ${a.injection_id}, b with ${b.injection_id})`)
    expect(JSON.parse(context('--json')).delivery.sections).toEqual([
      { id: 'a', state: 'delivered', with: a.injection_id },
      { id: 'b', state: 'delivered', with: b.injection_id },
    ])
  })

  it('come together where one value carries them', () => {
    begin({ a: 100, b: 100 })
    transcript()
    const { context } = prompted()
    expect([linesOf(context, 'a'), linesOf(context, 'b')]).toEqual([100, 100])
    transcript(context)
    expect(prompted().out).toBe('')
  })

  it('are cut where one alone is longer than a value, once, and are not called whole', () => {
    begin({ a: 100, b: 700 })
    transcript()
    const first = prompted().context
    expect([linesOf(first, 'a'), linesOf(first, 'b')]).toEqual([100, 0])
    transcript(first)
    const second = prompted().context
    expect(linesOf(second, 'b')).toBeGreaterThan(200)
    expect(second).toMatch(/<!-- .*shortened/)
    transcript(first, second)
    expect([prompted().out, prompted().out]).toEqual(['', ''])
    const [b, a] = hooks.log()
    expect(context()).toContain(
      `delivered 1 of 2 sections (a with ${a.injection_id}, b truncated with ${b.injection_id})`,
    )
  })

  it('come once where several programs answer the same prompt', async () => {
    begin({ a: 100, b: 100 })
    transcript()
    const input = {
      hook_event_name: 'UserPromptSubmit',
      prompt: 'go on',
      prompt_id: 'one',
      transcript_path: path(),
    }
    const call = { input, options: ['--timeout=300'] }
    const said = await hooks.together('prompt', [call, call, call])
    expect(said.filter(({ context }) => context?.startsWith('Sent again'))).toHaveLength(1)
    expect(said.filter(({ out }) => out === '')).toHaveLength(2)
    expect(hooks.log()).toHaveLength(2)
  })
})
