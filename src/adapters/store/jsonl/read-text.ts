import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'

const maxTextBytes = 256 * 1024 * 1024
const pieceSize = 64 * 1024

/** Null reads standard input. */
export function readText(file: string | null, cwd: string): string {
  const name = file ?? 'standard input'
  try {
    const bytes = file === null ? readUpTo(0, maxTextBytes) : readFile(resolve(cwd, file))
    if (bytes === null) throw new Refusal('usage', `${name} is larger than 256 MB.`)
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const reason =
      error instanceof TypeError
        ? 'it is not UTF-8 text'
        : ((error as NodeJS.ErrnoException).code ?? 'unknown error')
    throw new Refusal('not-readable', `Cannot read ${name}: ${reason}.`)
  }
}

function readFile(file: string): Buffer | null {
  const fd = openSync(file, 'r')
  try {
    return readUpTo(fd, maxTextBytes)
  } finally {
    closeSync(fd)
  }
}

/** Null if there is more. An endless input is not read to its end. */
function readUpTo(fd: number, maxBytes: number): Buffer | null {
  const parts: Buffer[] = []
  for (let size = 0; size <= maxBytes; ) {
    const piece = Buffer.allocUnsafe(pieceSize)
    const length = readSync(fd, piece)
    if (length === 0) return Buffer.concat(parts)
    parts.push(piece.subarray(0, length))
    size += length
  }
  return null
}
