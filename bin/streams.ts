import { writeSync } from 'node:fs'

/** The error code of each stream that can no longer be written. */
const closed = new Map<number, string>()

/**
 * process.stdout.write loses buffered text at exit; a loop over writeSync does not. If the reader has closed the pipe or the disk is
 * full, the text is lost and the work goes on, so that `| head` does not leave an agent half started.
 */
export function write(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length && !closed.has(fd); ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      const { code = 'unknown error' } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') continue
      closed.set(fd, code)
      if (fd === 1 && code !== 'EPIPE') write(2, `foreword: cannot write to standard output (${code})\n`)
    }
  }
}

/** Whether output was lost for another reason than a closed pipe. */
export function hasLost(): boolean {
  return (closed.get(1) ?? 'EPIPE') !== 'EPIPE'
}
