import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { databasesOn } from '../contracts/postgres.ts'
import { Hooks, manifest, type Said, startup } from './hook-calls.ts'

let hooks: Hooks
beforeEach(() => {
  hooks = new Hooks()
})
afterEach(() => hooks.world.remove())

const page = (word: string, count: number) => `# ${word}\n\n${`a line of ${word}, é\n`.repeat(count)}`
const prompted = (agent = 'claude', ...options: string[]) =>
  hooks.call('prompt', { agent, input: { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }, options })
const started = (agent = 'claude', ...options: string[]) =>
  hooks.call('session-start', { agent, input: startup, options })

/** Several sections that are sent again when they change; some of them are protected. */
function withWork(...sections: readonly string[]): void {
  const rules = sections.map((rule) => {
    const [id = ''] = rule.split(' ')
    const more = rule.includes('protected') ? ', protected: true' : ''
    return `  ${id}: { tier: work, sources: ["file:docs/${id}.md"]${more} }\n`
  })
  hooks.write('.foreword/manifest.yaml', manifest + rules.join(''))
  for (const rule of sections) hooks.write(`docs/${rule.split(' ')[0]}.md`, page('before', 2))
  hooks.trust()
}

describe('the context that comes with a prompt', () => {
  it('is planned to the channel in its own unit, and says what was left out', () => {
    withWork('one', 'two', 'three')
    started()
    for (const id of ['one', 'two', 'three']) hooks.write(`docs/${id}.md`, page(`${id} again`, 300))
    const context = prompted().context ?? ''
    expect(context.length).toBeGreaterThan(5_000)
    expect(context.length).toBeLessThanOrEqual(10_000)
    expect(context).toContain('one again')
    expect(context).toMatch(/<!-- .*(left out|shortened)/)
    expect(context).not.toContain('[cut:')
  })

  it('is counted in bytes where the agent counts bytes', () => {
    withWork('one')
    started('codex')
    hooks.write('docs/one.md', `# One\n\n${'éééééééééé\n'.repeat(900)}`)
    const context = prompted('codex').context ?? ''
    expect(Buffer.byteLength(context)).toBeGreaterThan(5_000)
    expect(Buffer.byteLength(context)).toBeLessThanOrEqual(10_000)
  })

  it('is cut where even what never yields is too long by itself, and that is on record', () => {
    withWork('one protected')
    started()
    hooks.write('docs/one.md', page('again', 900))
    const context = prompted().context ?? ''
    expect(context.length).toBeLessThanOrEqual(10_000)
    expect(context).toMatch(/\[cut\][\s\S]*<!-- shortened: ONE .*-->/)
    const { sections } = hooks.receipt(hooks.log()[0].injection_id).account
    expect(sections[0].reductions[0]).toMatchObject({ by: 'head', why: 'channel' })
  })
})

describe('the limit in the settings of Codex', () => {
  const large = () => {
    withWork('one', 'two')
    hooks.write('docs/one.md', page('one', 1500))
    hooks.write('docs/two.md', page('two', 1500))
  }

  it('is what the command says that was installed beside it', () => {
    large()
    const context = started('codex', '--limit', '20000').context ?? ''
    expect(Buffer.byteLength(context)).toBeGreaterThan(50_000)
    expect(Buffer.byteLength(context)).toBeLessThanOrEqual(80_000)
  })

  it.each([[[]], [['--limit']], [['--limit=many']], [['--limit=-1']]])(
    'is not raised without one: %j',
    (options) => {
      large()
      expect(Buffer.byteLength(started('codex', ...options).context ?? '')).toBeLessThanOrEqual(10_000)
    },
  )

  it('means nothing to an agent whose cap cannot be raised', () => {
    large()
    expect((started('claude', '--limit=20000').context ?? '').length).toBeLessThanOrEqual(10_000)
  })
})

/** The path of Claude Code's transcript, with the texts that arrived. */
function transcript(...texts: readonly string[]): string {
  const path = join(hooks.world.env.HOME!, '.claude/projects/-shop/ses-one.jsonl')
  mkdirSync(dirname(path), { recursive: true })
  const timestamp = new Date(Date.now() + 1000).toISOString()
  const entries = texts.map((text) => {
    const attachment = { type: 'hook_additional_context', content: [text], hookEvent: 'SessionStart' }
    return { type: 'attachment', attachment, timestamp }
  })
  const answer = { type: 'assistant', message: { model: 'claude-opus-5-5' }, timestamp }
  writeFileSync(path, [...entries, answer].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  return path
}
const cut = ({ context }: Said) => `${context?.slice(0, 2_000)}\n...\n</persisted-output>`
const again = (transcript_path: string, env: Record<string, string> = {}) =>
  hooks.call('prompt', {
    input: { hook_event_name: 'UserPromptSubmit', prompt: 'go on', transcript_path },
    env,
  })

describe('a section that did not arrive', () => {
  it('is sent again, within the cap, and is left alone when it was lost three times', () => {
    withWork('one protected')
    hooks.write('docs/one.md', page('one', 900))
    const first = cut(started())
    const path = transcript(first)
    const rest = again(path).context ?? ''
    expect(rest).toContain('(new)')
    transcript(first, rest)
    const second = again(path)
    expect(second.context).toMatch(/^Sent again, because it did not arrive whole:\n\n/)
    expect(second.context!.length).toBeLessThanOrEqual(10_000)
    transcript(rest, cut(second))
    const third = again(path)
    expect(third.context).toMatch(/^Sent again/)
    transcript(rest, cut(third))
    expect(again(path).out).toBe('')
    expect(again(path).out).toBe('')
  })
})

describe('a ledger on a server', () => {
  const server = databasesOn(inject('postgresPort'))

  it('is asked what arrived, and has the answer', async () => {
    const env = { FOREWORD_STORE: await server.database() }
    withWork('one')
    hooks.write('docs/one.md', page('one', 300))
    const first = hooks.call('session-start', { input: startup, env })
    const path = transcript(cut(first))
    const second = again(path, env)
    expect(second).toMatchObject({ code: 0, err: '' })
    expect(second.context).toMatch(/^Sent again/)
    transcript(cut(first), second.context ?? '')
    expect(again(path, env).out).toBe('')
    const [repair, start] = hooks.log(env)
    const shown = hooks.world.foreword(['show', start.injection_id, '--repo', hooks.root, '--json'], {
      env,
    }).out
    expect(shown).toContain('truncated')
    expect(repair.session_id).toBe('ses-one')
  })
})
