import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'

export interface TranscriptTail {
  readonly text: string
  /** Whether `text` is the whole file. */
  readonly complete: boolean
}

/** Sessions of several days are longer. The latest hook output is at the end. */
const defaultMaxBytes = 8 * 1024 * 1024

/** Returns the end of a transcript, starting at the beginning of a line; or a sentence if the file cannot be read. */
export function readTranscriptTail(
  path: string,
  roots: readonly string[],
  maxBytes = defaultMaxBytes,
): TranscriptTail | string {
  if (!isAbsolute(path) || !path.endsWith('.jsonl'))
    return 'the path that the agent gave is not a transcript (.jsonl)'
  try {
    const real = realpathSync(path)
    if (!roots.some((root) => isBelow(real, root)))
      return 'the transcript is outside of your home and of the directories of the agents'
    return readTail(real, maxBytes)
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

function readTail(file: string, maxBytes: number): TranscriptTail | string {
  // Do not follow a link that was put here after the check, and do not wait for a pipe.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return 'the transcript is not a regular file'
    const from = Math.max(0, stat.size - maxBytes)
    const buffer = Buffer.allocUnsafe(stat.size - from)
    let got = 0
    while (got < buffer.length) {
      const read = readSync(fd, buffer, got, buffer.length - got, from + got)
      if (read === 0) break
      got += read
    }
    const text = buffer.subarray(0, got).toString('utf8')
    return from === 0
      ? { text, complete: true }
      : { text: text.slice(text.indexOf('\n') + 1), complete: false }
  } finally {
    closeSync(fd)
  }
}
