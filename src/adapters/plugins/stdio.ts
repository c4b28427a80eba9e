import { type Ask, readResources, type Transport } from './mcp.ts'
import { messageFrom, replyTo } from './message.ts'
import { type Running, type Started, startProgram } from './process.ts'
import type { Program } from './program.ts'
import { failed, type Limits, Trouble, tooLarge, tooLate } from './trouble.ts'

/** A list of resources, and text in which every character is escaped. */
const overhead = 1024 * 1024
const escaped = 6

/** Starts a server, asks it, and ends it. */
export async function askStdio(
  program: Program,
  ask: Ask,
  order: { version: string; limits: Limits; running: Running },
): Promise<string> {
  const started = startProgram(program, order.running)
  const { limits } = order
  let limit: NodeJS.Timeout | undefined
  try {
    const { transport, broken } = connect(started, limits)
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(tooLate(limits)), limits.timeoutMs)
    })
    return await Promise.race([readResources(transport, ask, order), broken, late])
  } finally {
    clearTimeout(limit)
    started.end()
  }
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** `broken` is told when nothing more can come of it. */
function connect(
  { child, exited }: Started,
  limits: Limits,
): { transport: Transport; broken: Promise<never> } {
  const waiting = new Map<number, Waiting>()
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  const receive = (line: string) => {
    const message = messageFrom(line)
    if (message.kind === 'question') send(replyTo(message))
    if (message.kind === 'news' || message.kind === 'question') return
    const asked = waiting.get(Number(message.id))
    waiting.delete(Number(message.id))
    if (message.kind === 'answer') asked?.resolve(message.result)
    else asked?.reject(message.error)
  }
  const broken = Promise.race([
    listen(child.stdout, limits, receive),
    exited.then((fault) => {
      throw failed(fault ?? 'ended before it had answered')
    }),
  ])
  broken.catch(() => undefined)
  let last = 0
  const transport: Transport = {
    request(method, params) {
      const id = ++last
      send({ jsonrpc: '2.0', id, method, params })
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    async notify(method) {
      send({ jsonrpc: '2.0', method })
    },
    agreed: () => undefined,
  }
  return { transport, broken }
}

/** Line by line, up to a limit for all of them. Never comes to an end of its own: that is told by the program's. */
function listen(
  stream: NodeJS.ReadableStream,
  limits: Limits,
  receive: (line: string) => void,
): Promise<never> {
  const most = limits.maxBytes * escaped + overhead
  let size = 0
  let rest: Buffer[] = []
  return new Promise((_, reject) => {
    stream.on('data', (part: Buffer) => {
      try {
        size += part.length
        if (size > most) throw tooLarge(limits)
        for (let from = 0; ; ) {
          const at = part.indexOf(0x0a, from)
          rest.push(part.subarray(from, at === -1 ? undefined : at))
          if (at === -1) return
          const line = decoded(Buffer.concat(rest))
          rest = []
          from = at + 1
          if (line.trim() !== '') receive(line)
        }
      } catch (error) {
        reject(error)
      }
    })
  })
}

function decoded(line: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line)
  } catch {
    throw new Trouble('not-utf8', 'answered with bytes that are not UTF-8')
  }
}
