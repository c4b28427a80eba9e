import type { TranscriptForm, TranscriptPosition } from '../../../ports/index.ts'
import { readTranscriptTail } from './transcript-tail.ts'

/** A turn that writes more is read as a whole transcript. */
const maxNewBytes = 1024 * 1024
/** The last line of a transcript has its id among the last bytes, unless the line is very long. */
const lastBytes = 64 * 1024

export interface FollowedTranscript {
  readonly position: TranscriptPosition
  /** Whether the conversation only grew since the earlier position. False in doubt. */
  readonly isContinued: boolean
}

/**
 * Reads only the part of a transcript that is new since a position, and parses none of it. Null if the file cannot be read, as at the first
 * prompt of a session.
 */
export function followTranscript(
  { form, path, roots }: { form: TranscriptForm; path: string; roots: readonly string[] },
  before: TranscriptPosition | null,
): FollowedTranscript | null {
  const known = before !== null && before.path === path ? before : null
  const options = known === null ? { maxBytes: lastBytes } : { maxBytes: maxNewBytes, fromByte: known.size }
  const tail = readTranscriptTail(path, roots, options)
  if (typeof tail === 'string') return null
  const lines = tail.text.split('\n')
  // A line that the agent is still writing belongs to the next part.
  const size = tail.endByte - Buffer.byteLength(lines.pop()!)
  const links = form === 'claude' ? readLinks(lines) : []
  const last = links.at(-1)?.id ?? known?.last ?? null
  const isContinued =
    known !== null && tail.complete && !lines.some(signs[form]) && isOneChain(links, known.last)
  return { position: { path, size, last }, isContinued }
}

/** The lines with which an agent removes messages from a conversation. */
const signs: Readonly<Record<TranscriptForm, (line: string) => boolean>> = {
  claude: (line) => line.includes('"compact_boundary"'),
  codex: (line) => line.includes('"compacted"') || line.includes('"history_base"'),
  gemini: (line) => line.includes('"messages"') || line.includes('"$rewindTo"'),
  opencode: () => true,
}

interface Link {
  readonly id: string
  readonly parent: string | null
}

/** Reads the links without parsing JSON. Text that looks like a link has escaped quotation marks inside a JSON string. */
function readLinks(lines: readonly string[]): Link[] {
  return lines.flatMap((line) => {
    const id = /"uuid":"([\w-]{1,64})"/.exec(line)?.[1]
    if (id === undefined || line.includes('"isSidechain":true')) return []
    return [{ id, parent: /"parentUuid":"([\w-]{1,64})"/.exec(line)?.[1] ?? null }]
  })
}

/** Parallel tool calls branch within a turn. An edited prompt goes back to a line of an earlier turn. */
function isOneChain(links: readonly Link[], last: string | null): boolean {
  const ids = new Set([last, ...links.map(({ id }) => id)])
  return links.every(({ parent }) => parent !== null && ids.has(parent))
}
