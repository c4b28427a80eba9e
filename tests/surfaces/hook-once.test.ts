import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Hooks, linesOf, manifest, page, type Said, startup } from './hook-calls.ts'

let hooks: Hooks
beforeEach(() => {
  hooks = new Hooks()
})
afterEach(() => hooks.world.remove())

/** Many hooks at once take long on a small machine. */
const patient = '--timeout=300'
const started = (source: string, session = 'ses-one') =>
  hooks.call('session-start', { input: { ...startup, source, session_id: session } })
const sent = (said: readonly Said[]) => said.filter(({ context }) => context?.includes('Books') === true)

describe('a session', () => {
  it('gets its context once when twenty hooks of the same start run at once', async () => {
    const calls = Array.from({ length: 20 }, () => ({ input: startup, options: [patient] }))
    const said = await hooks.together('session-start', calls)
    expect(said.map(({ code, err }) => `${code}${err}`)).toEqual(said.map(() => '0'))
    expect(sent(said)).toHaveLength(1)
    expect(said.filter(({ out }) => out === '')).toHaveLength(19)
    expect(hooks.log()).toHaveLength(1)
  })

  it('gets each value once when an agent has our entries twice', async () => {
    const page = (i: number) => `# S${i}\n\n${`line of part ${i}\n`.repeat(400)}`
    const names = [0, 1, 2, 3]
    const sections = names.map((i) => `  s${i}: { sources: ["file:docs/s${i}.md"] }\n`).join('')
    hooks.write('.foreword/manifest.yaml', manifest + sections)
    for (const i of names) hooks.write(`docs/s${i}.md`, page(i))
    hooks.trust()
    const values = [1, 2, 3, 1, 2, 3].map((i) => ({ input: startup, options: [`--part=${i}/3`, patient] }))
    const said = await hooks.together('session-start', values)
    const texts = said.map(({ context }) => context ?? '').filter((text) => text !== '')
    expect(texts).toHaveLength(3)
    expect(new Set(texts.map((text) => /part="(\d)"/.exec(text)?.[1]))).toEqual(new Set(['1', '2', '3']))
    for (const i of names) expect(texts.join('').split(`line of part ${i}\n`)).toHaveLength(401)
    expect(hooks.log()).toHaveLength(1)
  })

  it('that is resumed at once has what it was told a moment ago', () => {
    expect(sent([started('startup')])).toHaveLength(1)
    expect(started('resume').out).toBe('')
    expect(hooks.log()).toHaveLength(1)
  })

  it('that is resumed gets only what has changed, in one value and once', async () => {
    started('startup')
    hooks.write('README.md', '# Shop\n\nBooks and maps.\n')
    const calls = [1, 2, 3].map((i) => ({
      input: { ...startup, source: 'resume' },
      options: [`--part=${i}/3`, patient],
    }))
    const said = [...(await hooks.together('session-start', calls)), started('resume')]
    const texts = said.map(({ context }) => context ?? '').filter((text) => text !== '')
    expect(texts).toEqual([expect.stringContaining('## PROJECT (updated)')])
    expect(texts[0]).toContain('Books and maps.')
    expect(texts[0]).not.toContain('Vouchers')
    expect(hooks.log()).toHaveLength(2)
    expect(started('resume').out).toBe('')
  })

  it('that is resumed hears of a section that is new or gone', () => {
    hooks.write('.foreword/manifest.yaml', `${manifest}  plan: { sources: ["file:docs/plan.md"] }\n`)
    hooks.trust()
    started('startup')
    hooks.write('docs/plan.md', '# Plan\n\nOpen in May.\n')
    rmSync(join(hooks.root, 'docs/now.md'))
    const { context } = started('resume')
    expect(context).toContain('## PLAN (new)')
    expect(context).toContain('## NOW (removed)')
    expect(context).not.toContain('Books')
    expect(started('resume').out).toBe('')
  })

  it('that is resumed gets what has no room with its next prompts, without a trigger for it', () => {
    const docs = ['a', 'b']
    const sections = docs.map((id) => `  ${id}: { sources: ["file:docs/${id}.md"] }\n`).join('')
    const untriggered = manifest.replace(", refresh: [{ on_change: '*' }]", '')
    hooks.write('.foreword/manifest.yaml', untriggered + sections)
    for (const id of docs) hooks.write(`docs/${id}.md`, `# ${id}\n\nshort\n`)
    hooks.trust()
    started('startup')
    for (const id of docs) hooks.write(`docs/${id}.md`, page(id, 300))
    const resumed = started('resume').context
    const prompted = () =>
      hooks.call('prompt', { input: { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' } })
    const next = prompted().context
    expect([linesOf(resumed, 'a'), linesOf(resumed, 'b')]).toEqual([300, 0])
    expect([linesOf(next, 'a'), linesOf(next, 'b')]).toEqual([0, 300])
    expect([prompted().out, started('resume').out]).toEqual(['', ''])
  })

  it('that is resumed gets all of it where nothing is known of an earlier packet', () => {
    const { context } = started('resume')
    expect(context).toContain('Books')
    expect(context).toContain('Vouchers')
  })

  it.each(['compact', 'clear'])('gets it again after %s, once', (source) => {
    started('startup')
    expect(sent([started(source), started(source)])).toHaveLength(1)
  })

  it('gets it again after each compaction, with a prompt in between', () => {
    const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }
    started('startup')
    expect(sent([started('compact')])).toHaveLength(1)
    hooks.call('prompt', { input: prompt })
    expect(sent([started('compact')])).toHaveLength(1)
  })

  it('hears of a compaction only where it was told something that surely comes again', () => {
    const transcript = join(hooks.world.env.HOME!, '.claude/projects/-shop/ses-one.jsonl')
    const compacting = (transcript_path: string) => {
      const input = { hook_event_name: 'PreCompact', trigger: 'auto', transcript_path }
      return hooks.call('before-compaction', { input }).out
    }
    hooks.world.write(transcript, '')
    expect(compacting(transcript)).toBe('')
    started('startup')
    expect(compacting(transcript)).toContain('leave it out of the summary')
    // Without a transcript, no later prompt can tell whether the hook after the compaction failed.
    expect(compacting(`${transcript}.gone`)).toBe('')
  })

  it('that was forked is another one', () => {
    expect(sent([started('startup'), started('fork', 'ses-two')])).toHaveLength(2)
  })

  it('from another agent, or without an id, is never taken for the same', () => {
    const codex = hooks.call('session-start', { agent: 'codex', input: startup })
    const nobody = { input: { ...startup, session_id: null } }
    const said = [started('startup'), codex, hooks.call('session-start', nobody)]
    expect(sent([...said, hooks.call('session-start', nobody)])).toHaveLength(4)
  })
})

describe('a turn', () => {
  const turnsOf = () => {
    const { out } = hooks.world.foreword(['sessions', '--repo', hooks.root, '--json'])
    return JSON.parse(out).sessions.map(({ turns }: { turns: number }) => turns)
  }
  const prompted = () =>
    hooks.call('prompt', { input: { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.' } })

  it('is counted also where no trigger of the manifest could tell anything, until one can', () => {
    hooks.write('.foreword/manifest.yaml', manifest.replace(", refresh: [{ on_change: '*' }]", ''))
    hooks.trust()
    started('startup')
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    expect([prompted().out, prompted().out, turnsOf()]).toEqual(['', '', [2]])
    hooks.write('.foreword/manifest.yaml', manifest)
    hooks.trust()
    expect([prompted().context, turnsOf()]).toEqual([expect.stringContaining('Refunds.'), [3]])
  })

  const twice = (...prompts: readonly object[]) =>
    hooks.together(
      'prompt',
      prompts.map((prompt) => ({
        input: { hook_event_name: 'UserPromptSubmit', prompt: 'Go on.', ...prompt },
        options: [patient],
      })),
    )

  it.each([
    ['the id that Claude Code gives', { prompt_id: 'one' }, { prompt_id: 'two' }],
    ['the id that Codex gives', { prompt_id: null, turn_id: 'one' }, { prompt_id: null, turn_id: 'two' }],
    [
      'the time that Gemini CLI gives',
      { prompt_id: null, timestamp: '2026-11-15T20:26:56.857Z' },
      { prompt_id: null, timestamp: '2026-11-15T20:26:56.858Z' },
    ],
    ['its text, where there is none', { prompt_id: null }, { prompt_id: null }],
  ])('is counted once by %s, and told once, when an agent has our entries twice', async (_, own, next) => {
    started('startup')
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    const said = await twice(own, own, own)
    expect(said.filter(({ context }) => context?.includes('Refunds.'))).toHaveLength(1)
    expect(said.filter(({ out }) => out === '')).toHaveLength(2)
    expect(turnsOf()).toEqual([1])
    await twice({ ...next, prompt: 'And now?' })
    expect(turnsOf()).toEqual([2])
  })

  it('is counted once where no trigger could tell anything', async () => {
    hooks.write('.foreword/manifest.yaml', manifest.replace(", refresh: [{ on_change: '*' }]", ''))
    hooks.trust()
    started('startup')
    await twice({ prompt_id: 'one' }, { prompt_id: 'one' })
    await twice({ prompt_id: 'two' }, { prompt_id: 'two' })
    expect(turnsOf()).toEqual([2])
  })
})
