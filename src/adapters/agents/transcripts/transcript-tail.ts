import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'

export interface TranscriptTail {
  readonly text: string
  /** Whether `text` is the whole file, or all of it from the given byte on. */
  readonly complete: boolean
}

export interface TranscriptFileTail extends TranscriptTail {
  /** The byte of the file after `text`. */
  readonly endByte: number
}

/** Sessions of several days are longer. The latest hook output is at the end. */
export const maxTranscriptBytes = 8 * 1024 * 1024

export interface TailOptions {
  readonly maxBytes?: number
  /** Ignores the file before this byte, at which a line begins. */
  readonly fromByte?: number
  /** Ignores the file from this byte on. */
  readonly endByte?: number
}

/** Returns the end of a transcript, starting at the beginning of a line; or a sentence if the file cannot be read. */
export function readTranscriptTail(
  path: string,
  roots: readonly string[],
  options: TailOptions = {},
): TranscriptFileTail | string {
  if (!isAbsolute(path) || !path.endsWith('.jsonl'))
    return 'the path that the agent gave is not a transcript (.jsonl)'
  try {
    const real = realpathSync(path)
    if (!roots.some((root) => isBelow(real, root)))
      return 'the transcript is outside of your home and of the directories of the agents'
    return readTail(real, options)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return `the transcript cannot be read (${code})`
  }
}

function isBelow(real: string, root: string): boolean {
  try {
    const base = realpathSync(root)
    return real.startsWith(base.endsWith(sep) ? base : `${base}${sep}`)
  } catch {
    return false
  }
}

function readTail(
  file: string,
  { maxBytes = maxTranscriptBytes, fromByte = 0, endByte = Number.POSITIVE_INFINITY }: TailOptions,
): TranscriptFileTail | string {
  // Do not follow a link that was put here after the check, and do not wait for a pipe.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return 'the transcript is not a regular file'
    const end = Math.min(stat.size, endByte)
    // A file that became shorter is read as if nothing of it were known.
    const first = fromByte <= end ? fromByte : 0
    const from = Math.max(first, end - maxBytes)
    const buffer = Buffer.allocUnsafe(end - from)
    let got = 0
    while (got < buffer.length) {
      const read = readSync(fd, buffer, got, buffer.length - got, from + got)
      if (read === 0) break
      got += read
    }
    const text = buffer.subarray(0, got).toString('utf8')
    const tail = { complete: from === fromByte, endByte: from + got }
    return from === first ? { ...tail, text } : { ...tail, text: text.slice(text.indexOf('\n') + 1) }
  } finally {
    closeSync(fd)
  }
}
