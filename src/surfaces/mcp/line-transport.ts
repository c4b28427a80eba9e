import type { Readable, Writable } from 'node:stream'
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server'

export interface LineLimits {
  /** The most bytes of one message. */
  readonly maxMessageBytes: number
  /** The most requests in progress. Further requests wait in the pipe. */
  readonly maxOpenRequests: number
  /** How long the last responses may take after the input has ended. */
  readonly drainMs: number
}

const defaults: LineLimits = { maxMessageBytes: 4 * 1024 * 1024, maxOpenRequests: 64, drainMs: 5000 }
const newline = 0x0a
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads messages as lines from an untrusted client. The SDK's own transport stops at a line that is too long and ignores an invalid
 * message. This one answers both with an error and reads the next line.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Called when the client subscribes to changes, until it cancels or disconnects. */
  onlisten?: (id: string | number, params: unknown) => void
  oncancel?: (id: string | number) => void
  private readonly input: Readable
  private readonly output: Writable
  private readonly limits: LineLimits
  private pieces: Buffer[] = []
  private size = 0
  private readonly open = new Set<string | number>()
  private ended = false
  private closed = false

  constructor(input: Readable, output: Writable, limits: Partial<LineLimits> = {}) {
    this.input = input
    this.output = output
    this.limits = { ...defaults, ...limits }
  }

  async start(): Promise<void> {
    this.input.on('data', this.take)
    this.input.once('end', this.end)
    this.input.once('close', this.end)
    this.input.once('error', this.end)
    // The client has closed its end, so close the connection.
    this.output.once('error', () => this.close())
  }

  async close(): Promise<void> {
    if (this.closed) return
    this.closed = true
    this.input.off('data', this.take)
    this.input.pause()
    this.pieces = []
    this.onclose?.()
  }

  /** Resolves when the bytes are written, so that the process may exit right after. */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.closed) return Promise.reject(new Error('the connection is closed'))
    return new Promise((resolve, reject) => {
      this.output.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error)
        else resolve()
        if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.answered(message.id)
      })
    })
  }

  private readonly take = (chunk: Buffer): void => {
    for (let from = 0; from < chunk.length; ) {
      const at = chunk.indexOf(newline, from)
      const end = at === -1 ? chunk.length : at
      this.keep(chunk.subarray(from, end))
      if (at !== -1) this.line()
      from = end + 1
    }
  }

  /** Keeps only the length of a message that is too large. */
  private keep(piece: Buffer): void {
    this.size += piece.length
    if (this.size > this.limits.maxMessageBytes) this.pieces = []
    else if (piece.length > 0) this.pieces.push(piece)
  }

  private line(): void {
    const { size, pieces } = this
    this.size = 0
    this.pieces = []
    if (size > this.limits.maxMessageBytes) {
      this.refuse(
        ProtocolErrorCode.InvalidRequest,
        `The message has ${size} bytes; the limit is ${this.limits.maxMessageBytes}.`,
      )
    } else if (size > 0) this.read(Buffer.concat(pieces, size))
  }

  private read(bytes: Buffer): void {
    let value: unknown
    try {
      const text = utf8.decode(bytes)
      if (text.trim() === '') return
      value = JSON.parse(text)
    } catch {
      this.refuse(ProtocolErrorCode.ParseError, 'The line is not UTF-8 JSON.')
      return
    }
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      const words = Array.isArray(value)
        ? 'Batches are not supported. Send one message per line.'
        : 'The line is not a JSON-RPC 2.0 message.'
      this.refuse(ProtocolErrorCode.InvalidRequest, words, parseId(value))
      return
    }
    this.count(message)
    this.onmessage?.(message)
  }

  /** Counts requests in progress. A subscription does not count, because its response comes at the end of the connection. */
  private count(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method === 'subscriptions/listen') {
        this.onlisten?.(message.id, message.params)
        return
      }
      this.open.add(message.id)
      if (this.open.size >= this.limits.maxOpenRequests) this.input.pause()
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id = parseId({ id: message.params?.requestId })
      if (id !== undefined) this.oncancel?.(id)
      this.answered(id)
    }
  }

  /** A message that cannot be parsed has no id. */
  private refuse(code: ProtocolErrorCode, message: string, id?: string | number): void {
    this.onerror?.(new Error(message))
    this.send({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: { code, message } }).catch(() =>
      this.close(),
    )
  }

  private answered(id: string | number | undefined): void {
    if (id === undefined) return
    this.open.delete(id)
    if (this.ended && this.open.size === 0) void this.close()
    else if (this.open.size < this.limits.maxOpenRequests && this.input.isPaused()) this.input.resume()
  }

  /** Answers open requests first, because a client that closed its input may still read. */
  private readonly end = (): void => {
    if (this.ended) return
    this.ended = true
    if (this.size > 0) this.line()
    if (this.open.size === 0) void this.close()
    else setTimeout(() => this.close(), this.limits.drainMs).unref()
  }
}

function parseId(value: unknown): string | number | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  const { id } = value
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
