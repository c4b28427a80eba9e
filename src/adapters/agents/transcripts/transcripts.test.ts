import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
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
    expect(states(read, 600, '2026-11-16T15:35:40.500Z')).toEqual(['delivered', 'delivered'])
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
    expect(readTranscriptTail(file, [home()], 20)).toEqual({ text: 'third line\n', complete: false })
    expect(readTranscriptTail(file, [home()], 34)).toEqual({
      text: 'first line\nsecond line\nthird line\n',
      complete: true,
    })
  })

  it('takes no more memory than its end', () => {
    const file = join(home(), 'sparse.jsonl')
    writeFileSync(file, '')
    truncateSync(file, 3 * 1024 ** 3)
    const tail = readTranscriptTail(file, [home()], 1000)
    expect(typeof tail === 'string' ? tail : tail.text.length).toBe(1000)
  })
})
