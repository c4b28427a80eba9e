import type { IncomingMessage } from 'node:http'

/** Null when it is larger than that; nothing beyond is kept. Throws when the client goes, or sends what is no text. */
export async function readBody(request: IncomingMessage, largest: number): Promise<string | null> {
  const bytes = await bytesOf(request, largest)
  return bytes === null ? null : utf8.decode(bytes)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** One for all: every request closes, and to make an error each time costs more than to read a body. */
const clientGone = new Error('The client has gone.')

function bytesOf(request: IncomingMessage, largest: number): Promise<Buffer | null> {
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

/** Of a body that nobody wants: so much is let through that a client gets to read the answer. */
const letThrough = 4 * 1024 * 1024

/** What still comes is thrown away; whoever does not stop is cut off. */
export function discard(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return
  let size = 0
  request.on('error', () => {})
  request.on('data', (part: Buffer) => {
    size += part.length
    if (size > letThrough) request.socket.destroy()
  })
}
