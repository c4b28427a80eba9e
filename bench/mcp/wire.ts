// A minimal HTTP client, so that the measurement shows the server.
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly head: string
  readonly body: string
}

const patienceMs = 30_000

/** One open connection with one request at a time. */
export class Wire {
  readonly #socket: Socket
  #text = ''
  #taken: ((answer: Answer) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1').on('data', (some) => this.#take(String(some)))
    this.#socket.on('error', (error) => this.#failed?.(error))
    this.#socket.on('close', () => this.#failed?.(new Error('the server has closed the connection')))
    this.#socket.setTimeout(patienceMs, () => this.#socket.destroy(new Error('the server says nothing')))
  }

  ask(bytes: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#taken = resolve
      this.#failed = reject
      if (this.#socket.destroyed) reject(new Error('the connection is gone'))
      else this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #take(some: string): void {
    this.#text += some
    const end = this.#text.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#text.slice(0, end)
    const body = this.#text.slice(end + 4)
    const length = /^content-length: (\d+)/im.exec(head)?.[1]
    const whole = length === undefined ? body.endsWith('0\r\n\r\n') : body.length === Number(length)
    if (!whole) return
    this.#text = ''
    this.#taken?.({ head, body })
  }
}

export function post(port: number, headers: Readonly<Record<string, string>>, message: object): Buffer {
  const body = JSON.stringify(message)
  const lines = Object.entries({
    Host: `127.0.0.1:${port}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
