import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, linesOf, manifest, page, startup } from './hook-calls.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

/** The output parts at the start of Claude Code; several by default. */
function begin(
  pages: Readonly<Record<string, number>>,
  { parts = 3, kept = [] as readonly string[] } = {},
): (string | null)[] {
  const ids = Object.keys(pages)
  const own = (id: string) => `sources: ["file:docs/${id}.md"]${kept.includes(id) ? ', protected: true' : ''}`
  const sections = ids.map((id) => `  ${id}: { ${own(id)} }\n`).join('')
  const files = ids.map((id) => [`docs/${id}.md`, page(id, pages[id]!)])
  const head = manifest.slice(0, manifest.indexOf('tiers:'))
  hooks = new Hooks({
    '.foreword/manifest.yaml': `${head}sections:\n${sections}`,
    ...Object.fromEntries(files),
  })
  return Array.from({ length: parts }, (_, i) => {
    const options = [`--part=${i + 1}/${parts}`]
    return hooks.call('session-start', { input: startup, options }).context
  })
}

const path = () => join(hooks.world.env.HOME!, '.claude/projects/-shop/ses-one.jsonl')

/** Writes the agent's transcript with these texts and a response. */
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

it('documents that were lost come again by themselves, without those that arrived', () => {
  begin({ a: 1 })
  const head = manifest.slice(0, manifest.indexOf('tiers:'))
  hooks.write(
    '.foreword/manifest.yaml',
    `${head}sections:\n  docs: { each: true, sources: ["file:docs/*.md"] }\n`,
  )
  for (const id of ['a', 'b', 'c']) hooks.write(`docs/${id}.md`, page(id, 250))
  hooks.trust()
  const values = [1, 2, 3].map((i) => {
    const input = { ...startup, source: 'clear' }
    return hooks.call('session-start', { input, options: [`--part=${i}/3`] }).context
  })
  transcript(values[0]!)
  const first = prompted().context
  expect(['a', 'b', 'c'].map((id) => linesOf(first, id))).toEqual([0, 250, 0])
  transcript(values[0]!, first)
  const second = prompted().context
  expect(['a', 'b', 'c'].map((id) => linesOf(second, id))).toEqual([0, 0, 250])
  transcript(values[0]!, first, second)
  expect([prompted().out, prompted().out]).toEqual(['', ''])
})

/** The receipts' entries for a section, oldest first: why it was shortened, and whether it arrived. */
function recorded(id: string): string[] {
  return hooks
    .log()
    .toReversed()
    .flatMap(({ injection_id }) => {
      const { account, injection, delivery } = hooks.receipt(injection_id)
      const own = account.sections.find((section: { id: string }) => section.id === id)
      if (own === undefined) return []
      const state = delivery?.sections.find((section: { id: string }) => section.id === id)?.state ?? 'open'
      return [
        injection.asked ?? 'start',
        ...own.reductions.map(({ why }: { why: string }) => why),
        state,
      ].join(' ')
    })
}

describe('a section that never yields and is longer than its channel', () => {
  it('is cut once, on record, and counts as arrived when what was sent arrived', () => {
    const [value = null] = begin({ a: 900 }, { parts: 1, kept: ['a'] })
    expect(linesOf(value, 'a')).toBeGreaterThan(200)
    expect(value!.length).toBeLessThanOrEqual(10_000)
    expect(value).toMatch(/\[cut\][\s\S]*<!-- shortened: A/)
    transcript(value)
    expect([prompted().out, prompted().out]).toEqual(['', ''])
    expect(recorded('a')).toEqual(['start channel delivered'])
    expect(context()).toContain('delivered 1 section')
  })

  it('is sent again where the agent has cut it further, and is done when that arrived', () => {
    const [value = null] = begin({ a: 900 }, { parts: 1, kept: ['a'] })
    const cut = `${value!.slice(0, 2_000)}\n...\n</persisted-output>`
    transcript(cut)
    const again = prompted().context
    expect(again).toMatch(/^Sent again/)
    expect(again!.length).toBeLessThanOrEqual(10_000)
    transcript(cut, again)
    expect([prompted().out, prompted().out]).toEqual(['', ''])
    expect(recorded('a')).toEqual(['start channel truncated', 'lost: a channel delivered'])
  })

  it.each([
    ['whole over several values where these carry it', 1050, 'start delivered'],
    ['cut where it is more than all of them', 1400, 'start channel delivered'],
  ])('comes %s', (_, lines, expected) => {
    const values = begin({ a: lines, b: 10 }, { kept: ['a'] })
    const came = values.reduce((sum, value) => sum + linesOf(value, 'a'), 0)
    expect(came >= lines - 2).toBe(lines === 1050)
    expect(came).toBeGreaterThan(900)
    for (const value of values) expect(value!.length).toBeLessThanOrEqual(10_000)
    expect(values.join('')).not.toContain('[cut: the channel')
    // The channel had no room for the other section if it cut this one.
    const rest = lines === 1050 ? [] : [prompted().context]
    expect(rest.map((text) => linesOf(text, 'b'))).toEqual(rest.map(() => 10))
    transcript(...values, ...rest)
    expect([prompted().out, prompted().out]).toEqual(['', ''])
    expect(recorded('a')).toEqual([expected])
  })

  it('is cut once when it is sent again, after what comes whole', () => {
    begin({ a: 100, b: 700 }, { kept: ['b'] })
    transcript()
    const first = prompted().context
    transcript(first)
    const second = prompted().context
    expect([first, second].map((text) => linesOf(text, 'a'))).toEqual([100, 0])
    expect(linesOf(first, 'b')).toBe(0)
    expect(linesOf(second, 'b')).toBeGreaterThan(200)
    transcript(first, second)
    expect([prompted().out, prompted().out]).toEqual(['', ''])
    expect(recorded('b')).toEqual(['start dropped', 'lost: b channel delivered'])
  })
})
