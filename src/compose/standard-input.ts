// Standard input of a hook: whoever writes there may be slow, may say anything, and may never close it.
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs'
import { endsForSure, noteReading } from './leave.ts'

/** No agent says as much. */
const most = 32 * 1024 * 1024
/** Up to here it is tried whether what has come is all. */
const mostTried = 1024 * 1024
const calmUpTo = 256 * 1024
const pieceSize = 64 * 1024

/** The first whole JSON document, or what came until the end; null when neither was there in time. */
export async function readStandardInput(until: number): Promise<string | null> {
  const there = readThere()
  if (there !== null && isWhole(there, [there])) return textOf([there])
  return readOn(there === null ? [] : [there], until)
}

/**
 * What lies there already: mostly all of it, and then no other thread has to be started. Null where nobody can tell whether a read would
 * come back.
 */
function readThere(): Buffer | null {
  try {
    const from = fstatSync(0)
    if (from.isFile()) return readNow(0)
    if (!from.isFIFO() || process.platform !== 'linux') return null
    // The same pipe, opened once more: a read that finds nothing comes back at once.
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

async function readOn(parts: Buffer[], until: number): Promise<string | null> {
  if (parts[0]?.length === 0) return textOf(parts)
  let size = parts[0]?.length ?? 0
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until - Date.now()), null)
  })
  try {
    for (;;) {
      const some = await Promise.race([readSome(), late])
      if (some === null) return null
      if (some.length === 0) return textOf(parts)
      parts.push(some)
      size += some.length
      if (size > calmUpTo) endsForSure()
      if (size > most) throw new Error('standard input has more than 32 MB')
      if (size <= mostTried && isWhole(some, parts)) return textOf(parts)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Not on this thread: it must stay free to look at the clock. */
function readSome(): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(pieceSize)
  noteReading(true)
  return new Promise((resolve, reject) => {
    read(0, buffer, 0, buffer.length, null, (error, length) => {
      noteReading(false)
      if (error === null) resolve(buffer.subarray(0, length))
      else if (error.code === 'EAGAIN') setTimeout(() => resolve(readSome()), 5)
      else if (error.code === 'EOF') resolve(buffer.subarray(0, 0))
      else reject(new Error(`standard input cannot be read (${error.code ?? 'unknown error'})`))
    })
  })
}

function textOf(parts: readonly Buffer[]): string {
  const text = Buffer.concat(parts).toString('utf8')
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/** Some agents keep the pipe open: what is a whole document need not wait for its end. */
function isWhole(last: Buffer, parts: readonly Buffer[]): boolean {
  if (!last.toString('latin1').trimEnd().endsWith('}')) return false
  try {
    JSON.parse(textOf(parts))
    return true
  } catch {
    return false
  }
}
