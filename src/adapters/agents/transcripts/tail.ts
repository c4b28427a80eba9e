import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'

export interface TranscriptTail {
  readonly text: string
  /** Whether it is all there is. */
  readonly complete: boolean
}

/** A session of days has more; what a hook gave lately stands at the end. */
const maxCount = 8 * 1024 * 1024

/** The end of a transcript, from the beginning of a line on; a sentence where it cannot be had. */
export function readTranscriptTail(
  path: string,
  roots: readonly string[],
  limit = maxCount,
): TranscriptTail | string {
  if (!isAbsolute(path) || !path.endsWith('.jsonl')) return 'what the agent names is no transcript'
  try {
    const real = realpathSync(path)
    if (!roots.some((root) => isBelow(real, root)))
      return 'the transcript lies outside of your home and of the directories of agents'
    return readTail(real, limit)
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

function readTail(file: string, limit: number): TranscriptTail | string {
  // No link where its target was just looked at; and a pipe is not waited for.
  const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return 'the transcript is no regular file'
    const from = Math.max(0, stat.size - limit)
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
