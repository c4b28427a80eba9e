// Standard input of a hook: whoever writes there may be slow, may say anything, and may never close it.
import { read } from 'node:fs'
import { endsForSure, noteReading } from './leave.ts'

/** No agent says as much. */
const most = 32 * 1024 * 1024
/** Up to here it is tried whether what has come is all. */
const mostTried = 1024 * 1024
const calmUpTo = 256 * 1024

/** The first whole JSON document, or what came until the end; null when neither was there in time. */
export async function readStandardInput(until: number): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
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
  const buffer = Buffer.allocUnsafe(64 * 1024)
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
