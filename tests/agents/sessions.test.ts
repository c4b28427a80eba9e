import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ModelRequest } from '../../src/ports/index.ts'
import type { Alter } from './altered.ts'
import { describeAgent } from './installed.ts'
import { type InstalledId, manifest, openShop, type Shop, type Stock } from './shop.ts'
import { asked, whole } from './told.ts'

async function inShop(id: InstalledId, stock: Stock, look: (engine: Shop) => Promise<void>): Promise<void> {
  const engine = await openShop(id, stock)
  try {
    await look(engine)
  } finally {
    await engine.close()
  }
}

const timesIn = (text: string, part: string) => text.split(part).length - 1
const textOf = ({ texts }: ModelRequest) => texts.map(({ text }) => text).join('\n')
const delivered = { guide: 'delivered', rules: 'delivered' }

/** A resume after a change brings the changed section once, and the other one not again. */
function changesBeforeResume(id: InstalledId): Promise<void> {
  return inShop(id, {}, async (engine) => {
    await engine.again()
    engine.write('rules.md', '# rules\n\n- RULES-AFTERWARDS\n')
    const text = whole(await engine.resume('RESUMED say hi'), 'RESUMED')
    expect(timesIn(text, 'RULES-AFTERWARDS')).toBe(1)
    expect(timesIn(text, '## RULES (updated)')).toBe(1)
    expect(timesIn(text, '- guide 1: ')).toBe(1)
    const again = whole(await engine.resume('ONCE MORE say hi'), 'ONCE MORE')
    expect(timesIn(again, 'RULES-AFTERWARDS')).toBe(1)
    expect(timesIn(again, '- guide 1: ')).toBe(1)
    expect(engine.ledger().map(({ states, asked }) => [asked, states])).toEqual([
      [undefined, delivered],
      ['resume', { rules: 'delivered' }],
    ])
  })
}

const linkedIds = ['claude', 'codex', 'gemini', 'opencode'] as const
const linkKinds = ['symlink', 'hard link', 'copy', 'import'] as const

/** The instructions have a name for each agent, and the manifest names all of them. The request has their text once. */
async function readsLinked(id: (typeof linkedIds)[number], kind: (typeof linkKinds)[number]): Promise<void> {
  const engine = await openShop(id, linked)
  try {
    const target = join(engine.place.repo, 'AGENTS.md')
    for (const name of ['CLAUDE.md', 'GEMINI.md', 'docs/conventions.md']) {
      const path = join(engine.place.repo, name)
      const toTop = name.includes('/') ? '../' : ''
      if (kind === 'symlink') symlinkSync(target, path)
      else if (kind === 'hard link') linkSync(target, path)
      else writeFileSync(path, kind === 'copy' ? readFileSync(target) : `@${toTop}AGENTS.md\n`)
    }
    engine.warm()
    const text = whole(await engine.again())
    expect(timesIn(text, 'IN-AGENTS')).toBe(1)
    expect(timesIn(text, 'IN-RULES')).toBe(1)
    expect(timesIn(text, '- guide 1: ')).toBe(1)
  } finally {
    await engine.close()
  }
}

const linked: Stock = {
  files: {
    'AGENTS.md': '# Agents\n\n- IN-AGENTS\n',
    'docs/other.md': '# Other\n\n- IN-OTHER\n',
    '.claude/rules/style.md': '# Style\n\n- IN-RULES\n',
  },
  manifest: `${manifest}  agents: { sources: ["file:AGENTS.md"] }
  claude: { sources: ["file:CLAUDE.md"] }
  gemini: { sources: ["file:GEMINI.md"] }
  docs: { sources: ["file:docs/*.md"], select: all }
  rules-of-claude: { sources: ["file:.claude/rules/*.md"], select: all }
`,
}

/** Instructions in the root, in the directory that the agent starts in, and in one beside it. The manifest names all of them. */
const nestedNames = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.claude/CLAUDE.md', '.claude/rules/team.md']
const nestedFiles = ['', 'packages/', 'packages/app/', 'other/'].flatMap((place) =>
  nestedNames.map((name) => [`${place}${name}`, `# ${place}${name}\n\n- IN ${place}${name} END\n`] as const),
)
const nested: Stock = {
  files: Object.fromEntries(nestedFiles),
  manifest: `${manifest}${nestedFiles.map(([path], i) => `  n${i}: { sources: ["file:${path}"] }\n`).join('')}`,
}

async function startsBelow(id: (typeof linkedIds)[number]): Promise<void> {
  const engine = await openShop(id, nested)
  try {
    engine.warm()
    const text = whole(await engine.again({ directory: 'packages/app' }))
    for (const [path] of nestedFiles) expect([path, timesIn(text, `- IN ${path} END`)]).toEqual([path, 1])
  } finally {
    await engine.close()
  }
}

for (const id of linkedIds) {
  describeAgent(id, () => {
    it('has the instructions of all directories once when it starts in one of them', () => startsBelow(id))

    it.each(linkKinds)('has instructions with several names once: %s', (kind) => readsLinked(id, kind))
  })
}

describeAgent('opencode', () => {
  it('has the files once that its settings name by a pattern', async () => {
    const engine = await openShop('opencode', patterned)
    try {
      engine.warm()
      const text = whole(await engine.again())
      for (const word of ['IN-ONE', 'IN-DEEP', 'IN-TEXT', 'IN-OTHER'])
        expect([word, timesIn(text, word)]).toEqual([word, 1])
    } finally {
      await engine.close()
    }
  })
})

const patterned: Stock = {
  files: {
    'opencode.json': JSON.stringify({ instructions: ['docs/*.md', 'more/**/*.md'] }),
    'docs/first.md': '# First\n\n- IN-ONE\n',
    'docs/first.txt': '- IN-TEXT\n',
    'docs/below/other.md': '# Other\n\n- IN-OTHER\n',
    'more/a/b/deep.md': '# Deep\n\n- IN-DEEP\n',
  },
  manifest: `${manifest}  docs: { sources: ["file:docs/**"], select: all }
  more: { sources: ["file:more/**/*.md"], select: all }
`,
}

describeAgent('codex', () => {
  it('has each section once when it is resumed after a change', () => changesBeforeResume('codex'))

  it('has it once when it is resumed, and once more after it was compacted', () => {
    let isFull = false
    // The agent computes the used share of its window from the responses.
    const alter: Alter = (_, answer) =>
      isFull ? answer.replaceAll('"total_tokens":2', '"total_tokens":900000') : answer
    return inShop('codex', { alter }, async (engine) => {
      await engine.again()
      isFull = true
      const resumed = await engine.resume('RESUMED say hi')
      expect(timesIn(whole(resumed, 'RESUMED'), '- guide 1: ')).toBe(1)
      expect(engine.ledger().map(({ states }) => states)).toEqual([delivered])
      const compacted = await engine.resume('AFTERWARDS say hi')
      expect(compacted.requests.map(textOf).join('\n')).toContain('CONTEXT CHECKPOINT COMPACTION')
      expect(timesIn(whole(compacted, 'AFTERWARDS'), '- guide 1: ')).toBe(1)
      expect(engine.ledger().map(({ states }) => states)).toEqual([delivered, delivered])
    })
  })

  it('is not told what it reads by itself', () =>
    inShop('codex', memory, async (engine) => {
      const session = await engine.again({ args: ['-m', 'another-model'] })
      expect(timesIn(whole(session), 'IN-AGENTS')).toBe(1)
      expect(timesIn(whole(session), 'IN-CLAUDE')).toBe(1)
      expect(timesIn(whole(session), 'IN-IMPORT')).toBe(1)
      const [kept] = engine.ledger()
      expect(kept!.text).not.toContain('IN-AGENTS')
      expect(kept!.model).toBe('another-model')
      expect(kept!.states).toMatchObject({ ...delivered, claude: 'delivered', imported: 'delivered' })
    }))

  it.each([
    ['its slice', 'subagent-start', 1],
    ['nothing', 'session-start', 0],
  ])(
    'has a subagent with %s, by the manifest, and tells it nothing that is meant for the session',
    (_, trigger, times) =>
      inShop('codex', { ...helper(trigger, 1000), alter: spawnsAgent }, async (engine) => {
        const session = await engine.again()
        const own = textOf(asked(session, 'SUBAGENT-PROMPT'))
        expect(timesIn(own, '- guide 1: ')).toBe(0)
        expect([timesIn(own, 'FOR-HELPERS'), timesIn(own, 'helper ends here')]).toEqual([times, times])
        expect(timesIn(whole(session), 'FOR-HELPERS')).toBe(1 - times)
        const aside = engine.ledger().filter((injection) => injection.asked === 'subagent-start')
        expect(aside.map(({ states }) => states)).toEqual(times === 0 ? [] : [{ helper: 'unknown' }])
        expect(engine.ledger()[0]!.states).toMatchObject(delivered)
        const next = await engine.resume('NEXT say hi')
        expect(whole(next, 'NEXT say hi')).not.toContain('Sent again')
      }),
  )

  it('is told all of what it reads only the beginning of', () =>
    inShop('codex', longMemory, async (engine) => {
      const text = whole(await engine.again())
      expect([timesIn(text, 'AGENTS-BEGIN'), timesIn(text, 'AGENTS-END')]).toEqual([2, 1])
      expect(engine.ledger()[0]!.states).toEqual({ ...delivered, agents: 'delivered' })
    }))

  it.each([
    ['is told what it was set not to read', 0],
    ['is not told what it was set to read whole', 65_536],
  ])('%s', (_, bytes) =>
    inShop('codex', longMemory, async (engine) => {
      const config = join(engine.place.home, '.codex/config.toml')
      writeFileSync(config, `project_doc_max_bytes = ${bytes}\n${readFileSync(config, 'utf8')}`)
      const text = whole(await engine.again())
      expect([timesIn(text, 'AGENTS-BEGIN'), timesIn(text, 'AGENTS-END')]).toEqual([1, 1])
      expect(engine.ledger()[0]!.text.includes('AGENTS-END')).toBe(bytes === 0)
    }),
  )

  it('is told what another file takes the place of', () =>
    inShop('codex', overridden, async (engine) => {
      const text = whole(await engine.again())
      expect([timesIn(text, 'IN-OVERRIDE'), timesIn(text, 'IN-AGENTS')]).toEqual([1, 1])
      expect(engine.ledger()[0]!.text).toContain('IN-AGENTS')
    }))
})

describeAgent('claude', () => {
  it('has each section once when it is resumed after a change', () => changesBeforeResume('claude'))

  it('has it once when it is resumed, and when it is forked', () =>
    inShop('claude', {}, async (engine) => {
      await engine.again()
      const resumed = await engine.resume('RESUMED say hi')
      expect(timesIn(whole(resumed, 'RESUMED'), '- guide 1: ')).toBe(1)
      expect(engine.ledger().map(({ states }) => states)).toEqual([delivered])
      const session = engine.ledger()[0]!.session
      const forked = await engine.again({ args: ['--continue', '--fork-session'], says: 'FORKED say hi' })
      expect(timesIn(whole(forked, 'FORKED'), '- guide 1: ')).toBe(1)
      const [first] = engine.ledger()
      expect(first!.session).not.toBe(session)
      expect(first!.states).toEqual(delivered)
    }))

  it('has it once more after it was compacted', () =>
    inShop('claude', {}, async (engine) => {
      await engine.again()
      const compacting = await engine.resume('/compact')
      expect(
        compacting.requests.map(textOf).some((text) => text.includes('leave it out of the summary')),
      ).toBe(true)
      const after = await engine.resume('AFTERWARDS say hi')
      expect(whole(after, 'AFTERWARDS')).not.toContain('PROMPT-MARKER')
      expect(timesIn(whole(after, 'AFTERWARDS'), '- guide 1: ')).toBe(1)
      const [start, compacted, ...others] = engine.ledger().map(({ states }) => states)
      expect([compacted, others]).toEqual([delivered, []])
      expect(start).toEqual(delivered)
    }))

  it.each([
    ['fails', 'exit 1'],
    ['hangs', 'sleep 60'],
  ])('has it again with the next prompt if the hook after a compaction %s', (_, command) =>
    inShop('claude', {}, async (engine) => {
      await engine.again()
      engine.edit((handler, event) =>
        event === 'SessionStart' ? { ...handler, command, timeout: 2 } : handler,
      )
      await engine.resume('/compact')
      const after = await engine.resume('AFTERWARDS say hi')
      expect(timesIn(whole(after, 'AFTERWARDS'), '- guide 1: ')).toBe(1)
      expect(whole(after, 'AFTERWARDS')).toContain('Sent again')
      expect(engine.ledger().map(({ states }) => states)).toEqual([
        { guide: 'dropped', rules: 'dropped' },
        delivered,
      ])
    }),
  )

  it.each([
    ['its slice', 'subagent-start', 1],
    ['nothing', 'session-start', 0],
  ])('has a subagent with %s, by the manifest', (_, trigger, times) =>
    inShop('claude', { ...helper(trigger), alter: callsSubagent }, async (engine) => {
      const session = await engine.again()
      const own = asked(session, 'SUBAGENT-PROMPT')
      expect(timesIn(textOf(own), '- guide 1: ')).toBe(0)
      expect(timesIn(textOf(own), 'FOR-HELPERS')).toBe(times)
      expect(timesIn(whole(session), 'FOR-HELPERS')).toBe(1 - times)
      const aside = engine.ledger().filter((injection) => injection.asked === 'subagent-start')
      expect(aside.map(({ states }) => states)).toEqual(times === 0 ? [] : [{ helper: 'unknown' }])
      expect(engine.ledger()[0]!.states).toMatchObject(delivered)
      const next = await engine.resume('NEXT say hi')
      expect(whole(next, 'NEXT say hi')).not.toContain('Sent again')
    }),
  )

  it('is not told what it reads by itself', () =>
    inShop('claude', memory, async (engine) => {
      const session = await engine.again({ args: ['--model', 'claude-sonnet-4-5'] })
      for (const part of ['IN-CLAUDE', 'IN-IMPORT', 'IN-DEEPER', 'IN-AGENTS'])
        expect([part, timesIn(whole(session), part)]).toEqual([part, 1])
      const [kept] = engine.ledger()
      expect(kept!.text).toContain('IN-AGENTS')
      for (const part of ['IN-CLAUDE', 'IN-IMPORT', 'IN-DEEPER']) expect(kept!.text).not.toContain(part)
      expect(kept!.model).toBe('claude-sonnet-4-5')
      expect(kept!.states).toEqual({ ...delivered, agents: 'delivered' })
    }))
})

/** Files that agents read by themselves. The manifest names all of them too. */
const memory: Stock = {
  scope: 'project',
  files: {
    'CLAUDE.md': '# Own\n\n- IN-CLAUDE\n\nSee @docs/imported.md\n',
    'AGENTS.md': '# Agents\n\n- IN-AGENTS\n',
    'docs/imported.md': '# Imported\n\n- IN-IMPORT\n\n@deeper.md\n',
    'docs/deeper.md': '# Deeper\n\n- IN-DEEPER\n',
  },
  manifest: `${manifest}  claude: { sources: ["file:CLAUDE.md"] }
  agents: { sources: ["file:AGENTS.md"] }
  imported: { sources: ["file:docs/imported.md"] }
  deeper: { sources: ["file:docs/deeper.md"] }
`,
}

/** More than Codex reads. */
const longMemory: Stock = {
  files: {
    'AGENTS.md': `# Agents\n\n- AGENTS-BEGIN\n\n${'Nothing to see here.\n\n'.repeat(1600)}- AGENTS-END\n`,
  },
  manifest: `${manifest}  agents: { sources: ["file:AGENTS.md"] }\n`,
}

const overridden: Stock = {
  files: {
    'AGENTS.md': '# Agents\n\n- IN-AGENTS\n',
    'AGENTS.override.md': '# Override\n\n- IN-OVERRIDE\n',
  },
  manifest: `${manifest}  agents: { sources: ["file:AGENTS.md"] }
  override: { sources: ["file:AGENTS.override.md"] }
`,
}

const helper = (trigger: string, more = 0): Stock => ({
  files: {
    'helper.md': `# Helper\n\n- FOR-HELPERS\n\n${'Help is at hand.\n'.repeat(more)}- helper ends here\n`,
  },
  manifest: `${manifest}  helper: { sources: ["file:helper.md"], when: { trigger: ${trigger} } }\n`,
})

/** The session's model calls one subagent, whose model only answers. */
const callsSubagent: Alter = ({ path, body }, answer) => {
  const { tools = [], model } = JSON.parse(body)
  const isFirst = path.startsWith('/v1/messages?') || path === '/v1/messages'
  const canCall = tools.some((tool: { name: string }) => tool.name === 'Agent')
  if (!isFirst || !canCall || body.includes('tool_result') || body.includes('SUBAGENT-PROMPT')) return answer
  const input = {
    description: 'look',
    prompt: 'SUBAGENT-PROMPT look around',
    subagent_type: 'general-purpose',
  }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null }
  const usage = { input_tokens: 1, output_tokens: 1 }
  const events = [
    { type: 'message_start', message: { ...message, stop_sequence: null, usage } },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'Agent', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

/** The same for Codex, whose model waits for the subagent. */
const spawnsAgent: Alter = ({ path, body }, answer) => {
  if (!path.includes('responses') || body === '') return answer
  const { input = [], tools = [] } = JSON.parse(body)
  const canCall = tools.some((tool: { name?: string }) => tool.name === 'multi_agent_v1')
  if (!canCall || !input.some((item: object) => JSON.stringify(item).includes('PROMPT-MARKER'))) return answer
  const outputOf = (id: string) =>
    input.find((item: { call_id?: string; output?: unknown }) => item.call_id === id && item.output)
  const spawned = outputOf('spawn')?.output
  if (spawned === undefined) return callOf('spawn', 'spawn_agent', { message: 'SUBAGENT-PROMPT look around' })
  const [id] = /[0-9a-f-]{36}/.exec(JSON.stringify(spawned)) ?? []
  return outputOf('wait') === undefined ? callOf('wait', 'wait_agent', { targets: [id] }) : answer
}

function callOf(id: string, name: string, given: object): string {
  const call = {
    type: 'function_call',
    id,
    call_id: id,
    name,
    namespace: 'multi_agent_v1',
    status: 'completed',
  }
  const item = { ...call, arguments: JSON.stringify(given) }
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
  const response = { id, object: 'response', created_at: 0, model: 'fake-model', status: 'completed', usage }
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, output: [item] } },
  ]
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}
