// Standard input of a hook. The agent that writes to it may be slow, may write anything, and may never close it.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** No agent sends more than this. */
const maxBytes = 32 * 1024 * 1024
/** Up to this size, each piece is tested for the end of the document. */
const maxTriedBytes = 1024 * 1024
const pieceSize = 64 * 1024

/** Returns the first whole JSON document, or all input up to its end; null if neither came in time. */
export async function readStandardInput(until: number): Promise<string | null> {
  const waiting = readWaiting()
  if (waiting === null) return readStream([], until)
  if (waiting.length === 0 || isWhole(waiting, [waiting])) return decodeText([waiting])
  return readStream([waiting], until)
}

/**
 * Reads the input that has already arrived. This is mostly the whole document, and loading Node's stream would take longer than the rest
 * of a hook. Null if a read could block.
 */
function readWaiting(): Buffer | null {
  try {
    const stat = fstatSync(0)
    if (stat.isFile()) return readNow(0)
    if (!stat.isFIFO() || process.platform !== 'linux') return null
    // Open the same pipe again without blocking, so that a read of an empty pipe fails at once.
    const fd = openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return readNow(fd)
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

function readNow(fd: number): Buffer {
  const buffer = Buffer.allocUnsafe(pieceSize)
  return buffer.subarray(0, readSync(fd, buffer, 0, pieceSize, null))
}

/**
 * Reads the rest through `process.stdin`, which waits for pipes and sockets without a thread. A read on a thread of Node would delay the
 * exit of the process until the agent writes or closes.
 */
function readStream(parts: Buffer[], until: number): Promise<string | null> {
  let size = parts[0]?.length ?? 0
  const { stdin } = process
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  stdin.on('data', (piece: Buffer) => {
    parts.push(piece)
    size += piece.length
    if (size > maxBytes) reject(new Error('standard input has more than 32 MB'))
    else if (size <= maxTriedBytes && isWhole(piece, parts)) resolve(decodeText(parts))
  })
  stdin.on('end', () => resolve(decodeText(parts)))
  stdin.on('error', (error: NodeJS.ErrnoException) => {
    reject(new Error(`standard input cannot be read (${error.code ?? 'unknown error'})`))
  })
  const timer = setTimeout(resolve, Math.max(0, until - Date.now()), null)
  return promise.finally(() => {
    clearTimeout(timer)
    stdin.destroy()
  })
}

function decodeText(parts: readonly Buffer[]): string {
  const text = Buffer.concat(parts).toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** A whole document need not wait for the end of the pipe, because some agents keep it open. */
function isWhole(last: Buffer, parts: readonly Buffer[]): boolean {
  if (!last.toString('latin1').trimEnd().endsWith('}')) return false
  try {
    JSON.parse(decodeText(parts))
    return true
  } catch {
    return false
  }
}
