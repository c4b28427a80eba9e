import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asFields, asText, type JsonFields, parseJsonLine } from './gather-transcript.ts'
import { maxTranscriptBytes, readTranscriptTail, type TranscriptTail } from './transcript-tail.ts'

/** The beginning of another file with which a conversation begins. */
export interface CodexHistoryBase {
  readonly thread: string
  readonly endByte: number
}

/** Codex writes a new file when a prompt is edited. Its first line names the file and the byte at which the conversation branched off. */
export function readHistoryBase(line: JsonFields): CodexHistoryBase | null {
  if (line.type !== 'session_meta') return null
  const base = asFields(asFields(line.payload)?.history_base)
  const [thread, endByte] = [asText(base?.thread_id), base?.end_byte_offset]
  if (thread === null || !/^[\w-]{1,64}$/.test(thread)) return null
  return typeof endByte === 'number' && Number.isSafeInteger(endByte) && endByte >= 0
    ? { thread, endByte }
    : null
}

/** A conversation with more edits is not followed to its beginning. */
const maxFiles = 64

/** Puts the earlier files of a conversation in front of its last file. All of them together have the limit of one file. */
export function readCodexHistory(
  path: string,
  roots: readonly string[],
  last: TranscriptTail,
): TranscriptTail {
  const texts = [last.text]
  let { complete } = last
  let maxBytes = maxTranscriptBytes - last.text.length
  while (complete) {
    const base = readHistoryBase(parseJsonLine(takeFirstLine(texts[0]!)) ?? {})
    if (base === null) break
    const file = maxBytes > 0 && texts.length < maxFiles ? findThreadFile(path, base.thread) : null
    const tail = file === null ? '' : readTranscriptTail(file, roots, { maxBytes, endByte: base.endByte })
    if (typeof tail === 'string' || tail.text === '') return { text: texts.join(''), complete: false }
    texts.unshift(tail.text)
    complete = tail.complete
    maxBytes -= tail.text.length
  }
  return { text: texts.join(''), complete }
}

const takeFirstLine = (text: string) => text.slice(0, text.indexOf('\n') + 1)

const dayMs = 24 * 60 * 60 * 1000

/** Finds the file of a thread: beside the given one, or in the directory of the day on which the thread began. */
function findThreadFile(path: string, thread: string): string | null {
  const day = dirname(path)
  const sessions = dirname(dirname(dirname(day)))
  // The ids of Codex begin with their time, and the directories have the local date.
  const began = Number.parseInt(thread.replaceAll('-', '').slice(0, 12), 16)
  const days = [0, -1, 1].flatMap((offset) => {
    const date = new Date(began + offset * dayMs)
    if (Number.isNaN(date.getTime())) return []
    return [join(sessions, ...date.toISOString().slice(0, 10).split('-'))]
  })
  for (const directory of [day, ...days]) {
    const name = listNames(directory).find(
      (name) => name.endsWith(`-${thread}.jsonl`) || name.endsWith(`_${thread}.jsonl`),
    )
    if (name !== undefined) return join(directory, name)
  }
  return null
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
