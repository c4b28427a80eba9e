// Delivery is judged at every prompt against the conversation as it is then. The transcripts have the form of the real agents.
import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Hooks, startup } from './hook-calls.ts'

let hooks: Hooks
afterEach(() => hooks.world.remove())

const again = /^Sent again/

abstract class Conversation {
  readonly agent: string
  path: string
  #at = Date.now()

  constructor(agent: string, path: string) {
    hooks = new Hooks()
    this.agent = agent
    this.path = join(hooks.world.env.HOME!, path)
  }

  /** Each line is later than the one before. */
  now(): string {
    this.#at = Math.max(this.#at + 1, Date.now())
    return new Date(this.#at).toISOString()
  }

  write(...lines: readonly object[]): void {
    mkdirSync(dirname(this.path), { recursive: true })
    appendFileSync(this.path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  hook(event: string, input: object): string | null {
    return hooks.call(event, { agent: this.agent, input: { transcript_path: this.path, ...input } }).context
  }

  start(source = 'startup'): string | null {
    return this.hook('session-start', { ...startup, source })
  }

  abstract readonly promptEvent: string
  prompt(text = 'go on'): string | null {
    return this.hook('prompt', { hook_event_name: this.promptEvent, prompt: text })
  }
}

class Claude extends Conversation {
  readonly promptEvent = 'UserPromptSubmit'
  last: string | null = null
  #count = 0

  constructor() {
    super('claude', '.claude/projects/-shop/ses-one.jsonl')
  }

  line(parent: string | null, fields: object): string {
    const uuid = `line-${++this.#count}`
    this.write({ parentUuid: parent, isSidechain: false, ...fields, uuid, timestamp: this.now() })
    this.last = uuid
    return uuid
  }

  told(text: string | null, hookEvent: string): void {
    if (text === null) return
    this.line(this.last, {
      type: 'attachment',
      attachment: { type: 'hook_additional_context', content: [text], hookEvent },
    })
  }

  /** A whole turn: the prompt, the output of the hook, the answer. `parent`: the line that the prompt follows. */
  turn({
    parent = this.last,
    output,
  }: {
    parent?: string | null
    output?: string | null
  } = {}): string | null {
    const text = output === undefined ? this.prompt() : output
    this.line(parent, { type: 'user', message: { role: 'user', content: 'go on' } })
    this.told(text, 'UserPromptSubmit')
    this.line(this.last, { type: 'assistant', message: { model: 'claude-opus-5-5', content: [] } })
    return text
  }
}

/** A session with the packet of its start and two turns, of which the second brought a change. */
function openClaude(): { claude: Claude; beforeChange: string } {
  const claude = new Claude()
  claude.told(claude.start(), 'SessionStart')
  expect(claude.turn()).toBeNull()
  const beforeChange = claude.last!
  hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
  expect(claude.turn()).toContain('Refunds.')
  return { claude, beforeChange }
}

const states = (index: number) => {
  const { delivery } = hooks.receipt(hooks.log()[index].injection_id)
  return Object.fromEntries(
    delivery.sections.map(({ id, state }: { id: string; state: string }) => [id, state]),
  )
}

describe('a conversation of Claude Code', () => {
  it('gets nothing again while it only grows', () => {
    const { claude } = openClaude()
    for (let i = 0; i < 4; i += 1) expect(claude.turn()).toBeNull()
    expect(hooks.log()).toHaveLength(2)
    expect(states(0)).toEqual({ now: 'delivered' })
  })

  it('gets an update again that went with an edited prompt, and only that', () => {
    const { claude, beforeChange } = openClaude()
    expect(claude.turn()).toBeNull()
    expect(states(0)).toEqual({ now: 'delivered' })
    // Claude Code writes the edited prompt after its hooks, so the next prompt is the first that can tell.
    expect(claude.turn({ parent: beforeChange })).toBeNull()
    const sent = claude.turn()
    expect(sent).toMatch(again)
    expect(sent).toContain('Refunds.')
    expect(sent).not.toContain('Books for everybody')
    expect(states(1)).toEqual({ now: 'dropped' })
    expect(claude.turn()).toBeNull()
    expect(claude.turn()).toBeNull()
    expect(states(0)).toEqual({ now: 'delivered' })
  })

  it('gets everything again after a compaction whose hook failed or never ran', () => {
    const { claude } = openClaude()
    expect(claude.turn()).toBeNull()
    claude.line(null, { type: 'system', subtype: 'compact_boundary' })
    claude.line(claude.last, {
      type: 'user',
      isCompactSummary: true,
      message: { role: 'user', content: 'Summary.' },
    })
    const sent = claude.turn()
    expect(sent).toMatch(again)
    expect(sent).toContain('Books for everybody')
    expect(sent).toContain('Refunds.')
    expect(claude.turn()).toBeNull()
    expect(states(0)).toEqual({ project: 'delivered', now: 'delivered' })
  })

  it('gets everything again, as often as it is compacted', () => {
    const { claude } = openClaude()
    for (let i = 0; i < 5; i += 1) {
      claude.line(null, { type: 'system', subtype: 'compact_boundary' })
      expect(claude.turn()).toContain('Books for everybody')
      expect(claude.turn()).toBeNull()
    }
  })

  it('has not got what came with a prompt that no model has answered', () => {
    const claude = new Claude()
    claude.told(claude.start(), 'SessionStart')
    claude.turn()
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    // Another hook blocks the prompt: Claude Code writes neither our output nor an answer.
    expect(claude.prompt()).toContain('Refunds.')
    claude.line(claude.last, { type: 'system', subtype: 'informational' })
    const sent = claude.turn()
    expect(sent).toMatch(again)
    expect(sent).toContain('Refunds.')
    expect(states(1)).toEqual({ now: 'dropped' })
    expect(claude.turn()).toBeNull()
    expect(states(0)).toEqual({ now: 'delivered' })
  })

  it('has not got what stands in a transcript without a later answer', () => {
    const claude = new Claude()
    claude.told(claude.start(), 'SessionStart')
    // The user interrupts the first turn before the model answers.
    expect(claude.prompt()).toBeNull()
    claude.line(claude.last, { type: 'user', message: { role: 'user', content: 'go on' } })
    expect(claude.prompt()).toBeNull()
    expect(hooks.receipt(hooks.log()[0].injection_id).delivery).toBeNull()
    claude.hook('session-end', { hook_event_name: 'SessionEnd', reason: 'other' })
    expect(states(0)).toEqual({ project: 'unknown', now: 'unknown' })
    // The session goes on later, and a model answers.
    expect(claude.turn()).toBeNull()
    expect(claude.turn()).toBeNull()
    expect(states(0)).toEqual({ project: 'delivered', now: 'delivered' })
    expect(hooks.log()).toHaveLength(1)
  })
})

class Codex extends Conversation {
  readonly promptEvent = 'UserPromptSubmit'
  readonly #thread = '01a1ee76-9907-76b1-b820-a873cdd916c1'

  constructor() {
    super('codex', '.codex/sessions/2026/11/18/rollout-a-01a1ee76-9907-76b1-b820-a873cdd916c1.jsonl')
    this.#meta({})
  }

  #meta(more: object): void {
    this.write({ timestamp: this.now(), type: 'session_meta', payload: { id: this.#thread, ...more } })
  }

  message(role: string, text: string): void {
    const payload = { type: 'message', role, content: [{ type: 'input_text', text }] }
    this.write({ timestamp: this.now(), type: 'response_item', payload })
  }

  turn(): string | null {
    const text = this.prompt()
    this.message('user', 'go on')
    if (text !== null) this.message('developer', text)
    this.message('assistant', 'Understood.')
    return text
  }

  /** Goes back to a place in the file, or to the beginning. */
  edit(endByte: number | null): void {
    this.path = join(
      dirname(this.path),
      `rollout-b-${this.#thread}_01a1ee76-c4f4-7780-8ded-941c02ece073.jsonl`,
    )
    const base = { thread_id: this.#thread, end_byte_offset: endByte }
    this.#meta(endByte === null ? {} : { history_base: base })
  }
}

describe('a conversation of Codex', () => {
  function open(): { codex: Codex; beforeChange: number } {
    const codex = new Codex()
    const packet = codex.start()
    codex.message('developer', packet!)
    expect(codex.turn()).toBeNull()
    const beforeChange = statSync(codex.path).size
    hooks.write('docs/now.md', '# Now\n\nRefunds.\n')
    expect(codex.turn()).toContain('Refunds.')
    expect(codex.turn()).toBeNull()
    return { codex, beforeChange }
  }

  it('gets everything again with the first prompt, once that was edited', () => {
    const { codex } = open()
    codex.edit(null)
    const sent = codex.turn()
    expect(sent).toMatch(again)
    expect(sent).toContain('Books for everybody')
    expect(sent).toContain('Refunds.')
    expect([codex.turn(), codex.turn()]).toEqual([null, null])
  })

  it('gets an update again with a later prompt that was edited', () => {
    const { codex, beforeChange } = open()
    codex.edit(beforeChange)
    const sent = codex.turn()
    expect(sent).toMatch(again)
    expect(sent).toContain('Refunds.')
    expect(sent).not.toContain('Books for everybody')
    expect([codex.turn(), codex.turn()]).toEqual([null, null])
  })

  it('gets everything again after a compaction whose hook failed or never ran', () => {
    const { codex } = open()
    codex.write({ timestamp: codex.now(), type: 'compacted', payload: { message: '' } })
    expect(codex.turn()).toContain('Books for everybody')
    expect([codex.turn(), codex.turn()]).toEqual([null, null])
  })
})

class Gemini extends Conversation {
  readonly promptEvent = 'BeforeAgent'
  #count = 0

  constructor() {
    super('gemini', '.gemini/tmp/shop/chats/session-one.jsonl')
  }

  message(type: string, ...texts: readonly string[]): void {
    const content = type === 'gemini' ? 'Understood.' : texts.map((text) => ({ text }))
    const model = type === 'gemini' ? { model: 'gemini-3.8-flash' } : {}
    this.write({ id: `message-${++this.#count}`, timestamp: this.now(), type, content, ...model })
  }

  turn(prompt = 'go on'): string | null {
    const text = this.prompt(prompt)
    this.message('user', prompt, ...(text === null ? [] : [wrap(text)]))
    this.message('gemini')
    return text
  }

  replaceMessages(): void {
    this.write({ $set: { messages: [], lastUpdated: this.now() } })
  }
}

const wrap = (text: string) =>
  `<hook_context>${text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</hook_context>`

describe('a conversation of Gemini CLI', () => {
  it('gets everything again with the prompt after /compress', () => {
    const gemini = new Gemini()
    const packet = gemini.start()
    expect(gemini.turn(`${wrap(packet!)}\n\ngo on`)).toBeNull()
    expect([gemini.turn(), gemini.turn()]).toEqual([null, null])
    gemini.replaceMessages()
    const sent = gemini.turn()
    expect(sent).toMatch(again)
    expect(sent).toContain('Books for everybody')
    expect([gemini.turn(), gemini.turn()]).toEqual([null, null])
  })

  it('gets everything with its first prompt if its start did not bring it', () => {
    const gemini = new Gemini()
    gemini.start()
    gemini.write({ sessionId: 'ses-one', startTime: gemini.now() })
    const sent = gemini.turn()
    expect(sent).toContain('Books for everybody')
    expect([gemini.turn(), gemini.turn()]).toEqual([null, null])
  })
})

describe('a session of opencode', () => {
  const call = (event: string, input: object) =>
    hooks.call(event, { agent: 'opencode', input: { session_id: 'ses_one', ...input } }).out
  const prompt = (more: object = {}) =>
    call('prompt', { hook_event_name: 'chat.message', prompt: 'go on', ...more })
  const record = (...texts: readonly string[]) => {
    const at = Date.now()
    const shown = texts.map((text) => ({ role: 'system', text }))
    const lines = [
      { type: 'began', at: at - 1 },
      { type: 'call', at, texts: shown, answered: at + 1, model: 'fake-model' },
    ]
    return { record: lines.map((line) => JSON.stringify(line)).join('\n') }
  }

  it('gets the context with the prompt if its start hung, and says so', () => {
    hooks = new Hooks()
    expect(prompt()).toBe('')
    const sent = prompt({ source: 'missed-start' })
    expect(sent).toMatch(/^Sent now, because the session did not get it when it started/)
    expect(sent).toContain('Books for everybody')
    expect(hooks.log()).toHaveLength(1)
    expect(prompt(record(sent))).toBe('')
    expect(states(0)).toEqual({ project: 'delivered', now: 'delivered' })
  })

  it('gets it again if a later process never put it into a request', () => {
    hooks = new Hooks()
    const packet = call('session-start', { source: 'startup' })
    expect(prompt(record(packet))).toBe('')
    expect(states(0)).toEqual({ project: 'delivered', now: 'delivered' })
    const sent = prompt(record())
    expect(sent).toMatch(again)
    expect(sent).toContain('Books for everybody')
    expect(states(1)).toEqual({ project: 'dropped', now: 'dropped' })
    expect(prompt(record(sent))).toBe('')
  })

  it('gets nothing with the prompts of a subagent', () => {
    hooks = new Hooks()
    expect(prompt({ agent_id: 'ses_one', source: 'missed-start' })).toBe('')
    expect(hooks.log()).toEqual([])
  })
})

it('a transcript that is not readable any more changes nothing', () => {
  const { claude } = openClaude()
  expect(claude.turn()).toBeNull()
  writeFileSync(claude.path, '\0'.repeat(1000))
  expect([claude.prompt(), claude.prompt()]).toEqual([null, null])
})
