import { writeSync } from 'node:fs'

/** Why nothing can be written to a stream any more. */
const closed = new Map<number, string>()

/**
 * process.stdout.write loses what is still buffered at exit; a loop over writeSync does not. When nobody reads any more, or
 * the disk is full, words are lost and the work goes on: no agent is left half started because of `| head`.
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

/** That words were lost which somebody waited for. */
export function hasLost(): boolean {
  return (closed.get(1) ?? 'EPIPE') !== 'EPIPE'
}
