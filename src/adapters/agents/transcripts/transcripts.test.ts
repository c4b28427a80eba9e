import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgeDelivery, type ReceivedTranscript } from '../../../core/session/index.ts'
import type { Transcript, TranscriptForm } from '../../../ports/index.ts'
import { openTranscripts } from './open-transcripts.ts'
import { readTranscriptTail } from './transcript-tail.ts'
import { samplePacket, sampleSections } from './transcripts.fixture.ts'

const samples = join(import.meta.dirname, 'samples')

function sample(form: TranscriptForm, name: string): Transcript {
  const read = openTranscripts([samples]).read(form, join(samples, `${name}.jsonl`))
  if (typeof read === 'string') throw new Error(read)
  return read
}

function states(
  transcript: Transcript,
  size: number,
  at: string,
  beyond: ReceivedTranscript['beyond'] = 'head',
) {
  const packet = samplePacket(size)
  const sent = { packet, sections: sampleSections(packet), at, others: [] }
  return judgeDelivery(sent, { ...transcript, beyond }).sections.map(({ state }) => state)
}

describe('the transcript of Claude Code', () => {
  it('shows a packet that arrived at the start, and the model that answered', () => {
    const read = sample('claude', 'claude-older-model')
    expect(read).toMatchObject({ model: 'claude-sonnet-4-5', complete: true, compactions: 0 })
    expect(states(read, 600, '2026-11-16T15:30:04.000Z')).toEqual(['delivered', 'delivered'])
  })

  it('shows a packet above the cap as cut, though the hook printed all of it', () => {
    const read = sample('claude', 'claude-over-cap')
    expect(states(read, 14_000, '2026-11-16T15:30:00.000Z')).toEqual(['truncated', 'dropped'])
  })

  it('shows what was sent again after a compaction as there once', () => {
    const read = sample('claude', 'claude-resumed-and-compacted')
    expect(read.compactions).toBe(1)
    // The sample ends before the model answers.
    expect(states(read, 600, '2026-11-16T15:35:40.500Z')).toEqual(['unknown', 'unknown'])
    const answered = { ...read, answered: '2026-11-16T15:35:50.000Z' }
    expect(states(answered, 600, '2026-11-16T15:35:40.500Z')).toEqual(['delivered', 'delivered'])
  })

  it('shows what stands in the context of two prompts as there twice', () => {
    const read = sample('claude', 'claude-resumed-and-compacted')
    const before = { ...read, texts: read.texts.filter(({ era }) => era === 0) }
    expect(states(before, 300, '2026-11-16T15:30:13.000Z')).toEqual(['duplicated', 'duplicated'])
  })

  it('has nothing of what a subagent got', () => {
    const dir = mkdtempSync(join(tmpdir(), 'foreword-transcripts-'))
    const file = join(dir, 'a.jsonl')
    const attachment = { type: 'hook_additional_context', content: ['for the subagent'] }
    writeFileSync(file, `${JSON.stringify({ type: 'attachment', isSidechain: true, attachment })}\n`)
    expect(openTranscripts([dir]).read('claude', file)).toMatchObject({ texts: [] })
    rmSync(dir, { recursive: true })
  })
})

describe('the transcript of Codex', () => {
  it('shows a packet above the cap with its head and its tail', () => {
    const read = sample('codex', 'codex-over-cap')
    expect(read).toMatchObject({ model: 'fake-model', complete: true })
    expect(states(read, 14_000, '2026-11-16T15:30:40.000Z', 'head-and-tail')).toEqual([
      'truncated',
      'delivered',
    ])
  })

  it('shows a packet twice after a session was resumed', () => {
    const read = sample('codex', 'codex-resumed')
    expect(states(read, 600, '2026-11-16T15:35:36.000Z')).toEqual(['duplicated', 'duplicated'])
  })

  it('has only what came from hooks', () => {
    const { texts } = sample('codex', 'codex-resumed')
    expect(texts.map(({ text }) => text)).toEqual([600, 300, 600, 300].map(samplePacket))
  })
})

describe('the transcript of Gemini CLI', () => {
  it('shows an escaped packet as delivered, and once: what was there before is gone when a session is resumed', () => {
    const read = sample('gemini', 'gemini-resumed')
    expect(read).toMatchObject({ model: 'gemini-2.5-pro', complete: true })
    expect(states(read, 600, '2026-11-16T15:38:36.000Z')).toEqual(['delivered', 'delivered'])
    expect(states(read, 600, '2026-11-16T15:38:43.300Z')).toEqual(['delivered', 'delivered'])
  })
})

/** The words that the packets of the edited and compressed samples hold, of the texts that are live. */
const liveWords = ({ texts }: Transcript) =>
  texts.filter(({ live }) => live).flatMap(({ text }) => text.match(/NOW-[A-Z]+/g) ?? [])

/** A sample with only its first lines, as the file was at an earlier prompt. */
function sampleUpTo(form: TranscriptForm, name: string, last: string): Transcript {
  const all = readFileSync(join(samples, `${name}.jsonl`), 'utf8')
  const end = all.indexOf('\n', all.indexOf(last)) + 1
  return openTranscripts([]).take(form, all.slice(0, end))
}

describe('the live conversation', () => {
  it('is the chain from the last line in Claude Code: an edited prompt takes its update with it', () => {
    const before = sampleUpTo('claude', 'claude-edited', 'MARK-TWO')
    const updated = sampleUpTo('claude', 'claude-edited', 'NOW-TWO')
    expect(liveWords(before)).toEqual(['NOW-ONE'])
    expect(before.restarted).toBeNull()
    expect(updated.texts.length).toBeGreaterThan(1)
    const edited = sample('claude', 'claude-edited')
    expect(liveWords(edited)).toEqual(['NOW-ONE'])
    expect(edited.texts.filter(({ live }) => !live).map(({ text }) => /NOW-TWO/.test(text))).toEqual([true])
    expect(edited.restarted! > edited.texts.at(-1)!.at!).toBe(true)
  })

  it('has nothing from before a compaction of Claude Code', () => {
    const { texts, restarted } = sample('claude', 'claude-resumed-and-compacted')
    expect(texts.filter(({ live }) => live).every(({ era }) => era === 1)).toBe(true)
    expect(restarted).not.toBeNull()
  })

  const codexFile = (name: string, part: string) => {
    const file = readdirSync(join(samples, name)).find((entry) => entry.includes(part))!
    return openTranscripts([samples]).read('codex', join(samples, name, file)) as Transcript
  }

  it('is the file of Codex and the part that is left of the files before it', () => {
    expect(liveWords(codexFile('codex-edited', '11-41-52'))).toEqual(['NOW-ONE', 'NOW-TWO'])
    for (const part of ['11-42-03', '11-42-15']) {
      const read = codexFile('codex-edited', part)
      expect(liveWords(read)).toEqual(['NOW-ONE'])
      expect(read).toMatchObject({ complete: true, model: 'fake-model' })
      expect(read.restarted).toMatch(/^2026-11-18T11:42:/)
    }
  })

  it('is empty in Codex when its first prompt was edited, and not complete if an earlier file is gone', () => {
    expect(liveWords(codexFile('codex-edited-first', '11-58-11'))).toEqual(['NOW-ONE'])
    expect(codexFile('codex-edited-first', '11-58-19')).toMatchObject({ texts: [], complete: true })
    const dir = mkdtempSync(join(tmpdir(), 'foreword-transcripts-'))
    const last = readdirSync(join(samples, 'codex-edited')).sort().at(-1)
    copyFileSync(join(samples, 'codex-edited', last!), join(dir, last!))
    expect(openTranscripts([dir]).read('codex', join(dir, last!))).toMatchObject({ complete: false })
    rmSync(dir, { recursive: true })
  })

  it('is the last list of messages in Gemini CLI', () => {
    const before = sampleUpTo('gemini', 'gemini-compressed', 'MARK-TWO')
    expect(liveWords(before)).toEqual(['NOW-ONE'])
    const compressed = sample('gemini', 'gemini-compressed')
    expect(liveWords(compressed)).toEqual([])
    expect(compressed.restarted).toBe('2026-11-18T11:58:28.082Z')
  })

  it('ends before the message to which the user of Gemini CLI went back', () => {
    const line = (id: string, text: string) => ({
      id,
      timestamp: '2026-11-18T12:00:00.000Z',
      type: 'user',
      content: [{ text }],
    })
    const lines = [
      line('a', '<hook_context>NOW-ONE</hook_context>'),
      line('b', '<hook_context>NOW-TWO</hook_context>'),
      { $rewindTo: 'b' },
    ]
    const text = lines.map((entry) => JSON.stringify(entry)).join('\n')
    expect(liveWords(openTranscripts([]).take('gemini', text))).toEqual(['NOW-ONE'])
  })
})

describe('the work of a session', () => {
  const work = (form: TranscriptForm) => {
    const read = openTranscripts([samples]).work(form, join(samples, `${form}-tools.jsonl`))
    if (typeof read === 'string') throw new Error(read)
    return { ...read, calls: read.calls.filter(({ failure }) => failure !== null) }
  }
  const message = 'Done.\n\nNext steps:\n- Print the receipt'
  const command = 'echo looking; echo wrong >&2; exit 3'

  it('is told by Claude Code', () => {
    const why =
      'No such tool available: TodoWrite. TodoWrite is disabled for this session, in subagents as well as here.'
    expect(work('claude')).toEqual({
      message,
      model: 'claude-opus-5-5',
      todos: ['Take vouchers'],
      calls: [
        { tool: 'TodoWrite', subject: null, failure: why },
        { tool: 'Bash', subject: command, failure: 'exit code 3' },
      ],
    })
  })

  it('is told by Codex', () => {
    const missing =
      'apply_patch verification failed: Failed to read file to update /home/dev/repo/nothing.md: No such file or directory (os error 2)'
    expect(work('codex')).toEqual({
      message,
      model: 'gpt-5.5',
      // The model had no such tool in this session.
      todos: [],
      calls: [
        { tool: 'update_plan', subject: null, failure: 'unsupported call: update_plan' },
        { tool: 'exec_command', subject: command, failure: 'exit code 3' },
        { tool: 'no_such_tool', subject: null, failure: 'unsupported call: no_such_tool' },
        { tool: 'apply_patch', subject: 'nothing.md', failure: missing },
      ],
    })
  })

  it('is told by Gemini CLI', () => {
    expect(work('gemini')).toEqual({
      message,
      model: 'gemini-2.5-pro',
      todos: ['Print the receipt'],
      calls: [
        { tool: 'run_shell_command', subject: command, failure: 'exit code 3' },
        { tool: 'read_file', subject: 'nothing.md', failure: 'File not found: /home/dev/repo/nothing.md' },
      ],
    })
  })
})

describe('the transcript that the plugin of opencode hands over', () => {
  const taken = (name: string) =>
    openTranscripts([]).take('opencode', readFileSync(join(samples, `${name}.jsonl`), 'utf8'))

  it('shows a packet in the system texts and one behind a prompt, and the model that answered', () => {
    const read = taken('opencode-resumed')
    expect(read).toMatchObject({ model: 'fake-model', complete: true })
    expect(read.texts.map(({ role, text }) => [role, text])).toEqual([
      ['system', samplePacket(600)],
      ['user', samplePacket(300)],
    ])
    expect(read.answered! > read.texts[0]!.at!).toBe(true)
    for (const size of [600, 300]) expect(states(read, size, read.since!)).toEqual(['delivered', 'delivered'])
  })

  it('says nothing of what was sent before it begins', () => {
    const read = taken('opencode-taken-out')
    expect(states(read, 600, '2026-11-16T17:00:00.000Z')).toEqual(['unknown', 'unknown'])
  })

  it('shows as dropped what another plugin has taken out', () => {
    const read = taken('opencode-taken-out')
    expect(states(read, 600, read.since!)).toEqual(['dropped', 'dropped'])
  })

  it('has of several calls what the last one carried', () => {
    const call = (at: number, ...texts: string[]) =>
      JSON.stringify({
        type: 'call',
        at,
        answered: at + 1,
        texts: texts.map((text) => ({ role: 'system', text })),
      })
    const packet = samplePacket(600)
    const text = [call(1000, packet), call(2000, packet, packet), call(3000)].join('\n')
    const read = openTranscripts([]).take('opencode', text)
    expect(states(read, 600, new Date(1500).toISOString())).toEqual(['duplicated', 'duplicated'])
    expect(states(read, 600, new Date(2500).toISOString())).toEqual(['dropped', 'dropped'])
  })

  it('may be anything', () => {
    const odd = [
      '{"type":"call","texts":7}',
      '{"type":"call","at":1e300,"texts":[null,{"text":3}]}',
      '{"type":"began"}',
      '{',
    ]
    expect(openTranscripts([]).take('opencode', odd.join('\n'))).toMatchObject({
      texts: [],
      answered: null,
      model: null,
    })
  })
})

describe('a transcript', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'foreword-transcripts-'))
    mkdirSync(join(dir, 'home'))
    mkdirSync(join(dir, 'elsewhere'))
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  const home = () => join(dir, 'home')
  const read = (path: string) => openTranscripts([home(), join(dir, 'gone')]).read('claude', path)

  it('is not read outside of the home, nor behind a link that leads out', () => {
    const outside = join(dir, 'elsewhere', 'a.jsonl')
    copyFileSync(join(samples, 'claude-over-cap.jsonl'), outside)
    symlinkSync(outside, join(home(), 'link.jsonl'))
    for (const path of [outside, join(home(), 'link.jsonl'), join(home(), '..', 'elsewhere', 'a.jsonl')])
      expect(read(path)).toMatch(/outside of your home/)
  })

  it('is not read if it is not a file of lines', () => {
    mkdirSync(join(home(), 'directory.jsonl'))
    writeFileSync(join(home(), 'id.pem'), 'x')
    expect(read(join(home(), 'directory.jsonl'))).toMatch(/not a regular file/)
    expect(read(join(home(), 'id.pem'))).toMatch(/not a transcript/)
    expect(read('a.jsonl')).toMatch(/not a transcript/)
    expect(read(join(home(), 'missing.jsonl'))).toMatch(/cannot be read \(ENOENT\)/)
  })

  it('may have lines that are no JSON, not the JSON that is expected, or not finished', () => {
    const odd = [
      'no json "assistant"',
      '"assistant"',
      '[{"type":"assistant"}]',
      '{"type":"assistant","message":7}',
      '{"type":"attachment","attachment":{"type":"hook_success","content":[7,null]},"rendered":[1,{"content":2}]}',
      '{"type":"assistant","timestamp":"yesterday","message":{"model":"m1"}}',
      '{"type":"assistant","message":{"model":"<synthetic>"}}',
      '{"type":"assistant","mess',
    ]
    writeFileSync(join(home(), 'a.jsonl'), odd.join('\n'))
    expect(read(join(home(), 'a.jsonl'))).toEqual({
      texts: [],
      compactions: 0,
      model: 'm1',
      answered: null,
      complete: true,
      restarted: null,
    })
  })

  const worked = (form: TranscriptForm, ...lines: readonly object[]) => {
    writeFileSync(join(home(), 'a.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))
    return openTranscripts([home()]).work(form, join(home(), 'a.jsonl'))
  }

  it('has as last words what a model said to the person, not what the agent or its helpers did', () => {
    const said = (text: string, more: object = {}) => ({
      type: 'assistant',
      message: { model: 'm1', content: [{ type: 'text', text }] },
      ...more,
    })
    const lines = [
      said('mine'),
      said('a helper', { isSidechain: true }),
      said('overloaded', { isApiErrorMessage: true }),
      { type: 'assistant', message: { model: '<synthetic>', content: [{ type: 'text', text: 'stopped' }] } },
      { type: 'assistant', message: { model: 'm1', content: [7, null, { type: 'tool_use' }] } },
    ]
    expect(worked('claude', ...lines)).toEqual({ message: 'mine', model: 'm1', calls: [], todos: [] })
  })

  it('has the list that an agent keeps in one, as it was at last', () => {
    const list = (...newTodos: object[]) => ({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't' }] },
      toolUseResult: { oldTodos: [], newTodos },
    })
    const todo = (content: unknown, status: string) => ({ content, status })
    expect(
      worked(
        'claude',
        list(todo('a', 'pending')),
        list(todo('a', 'completed'), todo('b', 'pending'), todo(7, '')),
      ),
    ).toMatchObject({ todos: ['b'] })
    const plan = JSON.stringify({
      plan: [
        { step: 'a', status: 'completed' },
        { step: 'b', status: 'pending' },
      ],
    })
    const item = (payload: object) => ({ type: 'response_item', payload })
    expect(
      worked(
        'codex',
        item({ type: 'function_call', call_id: 'c', name: 'update_plan', arguments: plan }),
        item({ type: 'function_call_output', call_id: 'c', output: 'Plan updated' }),
      ),
    ).toMatchObject({ todos: ['b'] })
  })

  it('has the exit of a command that went on after its call was answered', () => {
    const item = (payload: object) => ({ type: 'response_item', payload })
    const output = 'Process running with session ID 7\nOutput:\nProcess exited with code 9\n'
    const done = {
      type: 'CommandExecution',
      id: 'c',
      command: ['/bin/bash', '-lc', 'npm test'],
      status: 'failed',
    }
    expect(
      worked(
        'codex',
        item({ type: 'function_call', call_id: 'c', name: 'exec_command', arguments: '{"cmd":"npm test"}' }),
        item({ type: 'function_call_output', call_id: 'c', output }),
        item({ type: 'function_call', call_id: 'd', name: 'write_stdin', arguments: '{"session_id":7}' }),
        { type: 'event_msg', payload: { type: 'item_completed', item: { ...done, exit_code: 1 } } },
        item({ type: 'function_call_output', call_id: 'd', output: 'Process exited with code 1' }),
      ),
    ).toMatchObject({ calls: [{ tool: 'exec_command', subject: 'npm test', failure: 'exit code 1' }] })
  })

  it('gives the end of a very long last message', () => {
    const text = `${'x\n'.repeat(20_000)}Next: rest`
    const read = worked('gemini', { type: 'gemini', model: 'm', content: text })
    const { message } = read as { message: string }
    expect(message.length).toBeLessThanOrEqual(20_000)
    expect(message.endsWith('Next: rest')).toBe(true)
  })

  it('is read from the beginning of a line on where it is long, and is not complete then', () => {
    const file = join(home(), 'long.jsonl')
    writeFileSync(file, 'first line\nsecond line\nthird line\n')
    expect(readTranscriptTail(file, [home()], { maxBytes: 20 })).toEqual({
      text: 'third line\n',
      complete: false,
      endByte: 34,
    })
    expect(readTranscriptTail(file, [home()], { maxBytes: 34 })).toEqual({
      text: 'first line\nsecond line\nthird line\n',
      complete: true,
      endByte: 34,
    })
  })

  it('takes no more memory than its end', () => {
    const file = join(home(), 'sparse.jsonl')
    writeFileSync(file, '')
    truncateSync(file, 3 * 1024 ** 3)
    const tail = readTranscriptTail(file, [home()], { maxBytes: 1000 })
    expect(typeof tail === 'string' ? tail : tail.text.length).toBe(1000)
  })
})
