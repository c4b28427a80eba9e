import type { IncomingMessage } from 'node:http'

/** Null when it is larger than that; nothing beyond is kept. Throws when the client goes, or sends what is no text. */
export async function readBody(request: IncomingMessage, largest: number): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) return null
    parts.push(part)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
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
