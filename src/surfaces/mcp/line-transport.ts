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
  /** Of one message, in bytes. */
  readonly largest: number
  /** Questions that are being answered; the next ones wait in the pipe. */
  readonly open: number
  /** How long the last answers may take when nobody asks any more. */
  readonly lastMs: number
}

const usual: LineLimits = { largest: 4 * 1024 * 1024, open: 64, lastMs: 5000 }
const newline = 0x0a
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Messages as lines, from strangers. The SDK's own transport ends at a line that is too long and says nothing to one that is no
 * message; here both are answered and the next line is read as if nothing had been.
 */
export class LineTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Somebody wants to hear of changes until the end of the connection, or until they say so. */
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
    this.limits = { ...usual, ...limits }
  }

  async start(): Promise<void> {
    this.input.on('data', this.take)
    this.input.once('end', this.end)
    this.input.once('close', this.end)
    this.input.once('error', this.end)
    // Nobody reads any more: what is left to say is lost, and so is the connection.
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

  /** Resolves when the bytes are out of our hands, so that leaving right after it loses nothing. */
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

  /** Beyond the largest message only the length is kept. */
  private keep(piece: Buffer): void {
    this.size += piece.length
    if (this.size > this.limits.largest) this.pieces = []
    else if (piece.length > 0) this.pieces.push(piece)
  }

  private line(): void {
    const { size, pieces } = this
    this.size = 0
    this.pieces = []
    if (size > this.limits.largest) {
      this.refuse(
        ProtocolErrorCode.InvalidRequest,
        `A message of ${size} bytes is too large; ${this.limits.largest} are allowed.`,
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
      this.refuse(ProtocolErrorCode.ParseError, 'The line is not JSON in UTF-8.')
      return
    }
    let message: JSONRPCMessage
    try {
      message = parseJSONRPCMessage(value)
    } catch {
      const words = Array.isArray(value)
        ? 'Batches are not taken: one message per line.'
        : 'The line is no JSON-RPC 2.0 message.'
      this.refuse(ProtocolErrorCode.InvalidRequest, words, idOf(value))
      return
    }
    this.count(message)
    this.onmessage?.(message)
  }

  /** What is answered at the end of the connection, or not at all, keeps nobody waiting. */
  private count(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) {
      if (message.method === 'subscriptions/listen') {
        this.onlisten?.(message.id, message.params)
        return
      }
      this.open.add(message.id)
      if (this.open.size >= this.limits.open) this.input.pause()
    } else if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled') {
      const id = idOf({ id: message.params?.requestId })
      if (id !== undefined) this.oncancel?.(id)
      this.answered(id)
    }
  }

  /** What cannot be understood has no id to answer to. */
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
    else if (this.open.size < this.limits.open && this.input.isPaused()) this.input.resume()
  }

  /** Whoever asked and closed the pipe still reads: what was asked is answered first. */
  private readonly end = (): void => {
    if (this.ended) return
    this.ended = true
    if (this.size > 0) this.line()
    if (this.open.size === 0) void this.close()
    else setTimeout(() => this.close(), this.limits.lastMs).unref()
  }
}

function idOf(value: unknown): string | number | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  const { id } = value
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
