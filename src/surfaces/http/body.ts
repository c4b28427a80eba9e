import type { IncomingMessage } from 'node:http'

/** Null if the body is larger than `largest`; the rest is not kept. Throws if the client disconnects or the body is not UTF-8. */
export async function readBody(request: IncomingMessage, largest: number): Promise<string | null> {
  const bytes = await readBytes(request, largest)
  return bytes === null ? null : utf8.decode(bytes)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** One shared error: every request closes, and creating an error costs more than reading a body. */
const clientGone = new Error('The client has gone.')

function readBytes(request: IncomingMessage, largest: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    const take = (part: Buffer) => {
      size += part.length
      if (size <= largest) parts.push(part)
      else over(null)
    }
    const over = (bytes: Buffer | null) => {
      request.off('data', take)
      resolve(bytes)
    }
    request.on('data', take)
    request.once('end', () => over(Buffer.concat(parts)))
    request.once('error', reject)
    request.once('close', () => reject(clientGone))
  })
}

/** How much of a rejected body is read, so that the client can read the response. */
const maxDiscardedBytes = 4 * 1024 * 1024

/** Discards the rest of the body. Closes the connection if the client sends too much. */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let size = 0
  request.on('error', () => {})
  request.on('data', (part: Buffer) => {
    size += part.length
    if (size > maxDiscardedBytes) request.socket.destroy()
  })
}
