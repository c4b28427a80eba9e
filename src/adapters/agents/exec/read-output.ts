import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const headBytes = 1_000_000
const tailBytes = 15_000_000

/**
 * Reads the beginning and the end of an agent's output, because the output may be larger than memory. The result is in one of
 * the two.
 */
export function readOutputFile(file: string): string | null {
  let fd: number
  try {
    // The program could have replaced the file with a link or a pipe.
    fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return null
    if (stat.size <= headBytes + tailBytes) return readPiece(fd, 0, stat.size)
    return `${readPiece(fd, 0, headBytes)}\n${readPiece(fd, stat.size - tailBytes, tailBytes)}`
  } catch {
    return null
  } finally {
    closeSync(fd)
  }
}

function readPiece(fd: number, from: number, length: number): string {
  const bytes = Buffer.alloc(length)
  let got = 0
  for (;;) {
    const more = readSync(fd, bytes, got, length - got, from + got)
    got += more
    if (more === 0 || got === length) return bytes.toString('utf8', 0, got)
  }
}
