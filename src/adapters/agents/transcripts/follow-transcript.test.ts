import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { TranscriptForm, TranscriptPosition } from '../../../ports/index.ts'
import { followTranscript } from './follow-transcript.ts'
import { openTranscripts } from './open-transcripts.ts'

const dir = mkdtempSync(join(tmpdir(), 'foreword-follow-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = join(dir, 'session.jsonl')
beforeEach(() => writeFileSync(file, ''))

const linesOf = (sample: string) =>
  readFileSync(join(import.meta.dirname, 'samples', `${sample}.jsonl`), 'utf8').split(/(?<=\n)/)
const follow = (form: TranscriptForm, before: TranscriptPosition | null, path = file) =>
  followTranscript({ form, path, roots: [dir] }, before)!

/** The lines of a sample at which the conversation did not only grow, if the file is looked at after each line. */
function findBreaks(form: TranscriptForm, sample: string): string[] {
  let before: TranscriptPosition = { path: file, size: 0, last: null }
  return linesOf(sample).flatMap((line, i) => {
    appendFileSync(file, line)
    const { position, isContinued } = follow(form, before)
    before = position
    return isContinued || i === 0 ? [] : [line]
  })
}

describe('the new part of a transcript', () => {
  it('shows an edited prompt of Claude Code by its parent', () => {
    const breaks = findBreaks('claude', 'claude-edited').map((line) => JSON.parse(line))
    // The first line of a session has no parent.
    expect(breaks.map(({ message }) => message?.content ?? null)).toEqual([
      null,
      'MARK-EDITED hello',
      'MARK-FIRST hello',
    ])
  })

  it('shows a compaction of Claude Code', () => {
    const breaks = findBreaks('claude', 'claude-resumed-and-compacted')
    expect(breaks.some((line) => line.includes('"compact_boundary"'))).toBe(true)
  })

  it('shows a new list of messages of Gemini CLI', () => {
    const breaks = findBreaks('gemini', 'gemini-compressed')
    expect(breaks).toHaveLength(2)
    expect(breaks.every((line) => line.startsWith('{"$set":{"messages":['))).toBe(true)
  })

  it('shows a compaction of Codex, and another file', () => {
    expect(findBreaks('codex', 'codex-tools')).toEqual([])
    const { position } = follow('codex', null)
    appendFileSync(file, '{"type":"compacted","payload":{}}\n')
    expect(follow('codex', position).isContinued).toBe(false)
    expect(follow('codex', { ...position, path: join(dir, 'other.jsonl') }).isContinued).toBe(false)
  })

  it('is not looked at twice, and a line without its end is looked at again', () => {
    const [first, second] = ['{"uuid":"a","parentUuid":null}\n', '{"uuid":"b","parentUuid":"a"}\n']
    writeFileSync(file, first + second.slice(0, 10))
    const { position } = follow('claude', null)
    expect(position).toEqual({ path: file, size: first.length, last: 'a' })
    appendFileSync(file, second.slice(10))
    expect(follow('claude', position)).toEqual({
      position: { path: file, size: (first + second).length, last: 'b' },
      isContinued: true,
    })
  })

  it('is not trusted where it is too long, where the file became shorter, and where the file is gone', () => {
    writeFileSync(file, '{"a":1}\n')
    const { position } = follow('codex', null)
    expect(follow('codex', position).isContinued).toBe(true)
    appendFileSync(file, `${'{"a":1}\n'.repeat(200_000)}`)
    expect(follow('codex', position).isContinued).toBe(false)
    const later = follow('codex', position).position
    expect(follow('codex', later).isContinued).toBe(true)
    truncateSync(file, 8)
    expect(follow('codex', later).isContinued).toBe(false)
    expect(followTranscript({ form: 'codex', path: join(dir, 'gone.jsonl'), roots: [dir] }, later)).toBeNull()
  })
})

describe('a hostile transcript', () => {
  it('takes linear time, whatever it goes back to', () => {
    const messages = Array.from({ length: 60_000 }, (_, i) => `{"id":"m${i}","type":"user"}\n`)
    const rewinds = Array.from(
      { length: 60_000 },
      (_, i) => `{"$rewindTo":"${i % 2 ? 'none' : `m${59_999 - i}`}"}\n`,
    )
    const read = openTranscripts([]).take('gemini', [...messages, ...rewinds].join(''))
    expect(read.texts).toEqual([])
  })

  it('may go back more than once, and in a circle', () => {
    const message = (id: string) =>
      `{"id":"${id}","type":"user","content":[{"text":"<hook_context>${id}</hook_context>"}]}\n`
    const live = (text: string) =>
      openTranscripts([])
        .take('gemini', text)
        .texts.flatMap((entry) => (entry.live ? [entry.text.slice(14, 15)] : []))
    const text = `${message('a')}${message('b')}{"$rewindTo":"b"}\n${message('c')}`
    expect(live(text)).toEqual(['a', 'c'])
    expect(live(`${text}{"$rewindTo":"a"}\n`)).toEqual([])
    const circle = ['a', 'b'].map(
      (id) => `{"type":"user","uuid":"${id}","parentUuid":"${id === 'a' ? 'b' : 'a'}"}\n`,
    )
    expect(openTranscripts([]).take('claude', circle.join(''))).toMatchObject({ texts: [], restarted: null })
  })

  it.each([-1, 0.5, 1e300, '5', null])('may name the byte %j of another file', (end) => {
    const thread = '01a1ee76-9907-76b1-b820-a873cdd916c1'
    const base = { thread_id: thread, end_byte_offset: end }
    const path = join(dir, `rollout-x-${thread}.jsonl`)
    writeFileSync(path, `${JSON.stringify({ type: 'session_meta', payload: { history_base: base } })}\n`)
    expect(openTranscripts([dir]).read('codex', path)).toMatchObject({ texts: [] })
  })

  it('may name itself as its beginning', () => {
    const thread = '01a1ee76-9907-76b1-b820-a873cdd916c1'
    const base = { thread_id: thread, end_byte_offset: 10_000 }
    const path = join(dir, `rollout-x-${thread}.jsonl`)
    writeFileSync(path, `${JSON.stringify({ type: 'session_meta', payload: { history_base: base } })}\n`)
    expect(openTranscripts([dir]).read('codex', path)).toMatchObject({ texts: [], complete: false })
  })
})
