import type { IncomingMessage, ServerResponse } from 'node:http'
import { admit, type Door, isRejection, isTooLarge, parsePath, rejection } from './access.ts'
import { discard, readBody } from './body.ts'
import type { HttpHead, HttpRoute, Rejection } from './http-route.ts'
import type { HttpLimits } from './limits.ts'
import { isStream, sendRejection, sendStream, sendWhole } from './send.ts'

export interface DeskInput extends Door {
  readonly limits: HttpLimits
  /** What became of a request. No header, no query, nothing that was said in it. */
  tell(line: RequestLine): void
}

export interface RequestLine {
  readonly method: string
  /** Null for one that leads nowhere: it could be anything. */
  readonly path: string | null
  readonly status: number
  readonly ms: number
  /** Of a fault on this side. */
  readonly fault: string | null
}

/** Takes requests, so many at a time. */
export class Desk {
  readonly #order: DeskInput
  #running = 0
  #streams = 0
  #stopping = false
  #lastOne = () => {}

  constructor(order: DeskInput) {
    this.#order = order
  }

  /** Answers none that comes from now on; fulfils when the last one that runs has its answer. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      this.#stopping = true
      this.#lastOne = resolve
      if (this.#running === 0) resolve()
    })
  }

  readonly take = (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now()
    // Whoever goes in the middle takes the connection along.
    response.on('error', () => {})
    let fault: string | null = null
    response.once('close', () => {
      const { method = '' } = request
      const path = this.#order.routes.find((one) => one.path === parsePath(request))?.path ?? null
      const ms = Math.round(performance.now() - began)
      this.#order.tell({ method: known(method), path, status: response.statusCode, ms, fault })
    })
    this.#handle(request, response).catch((error: unknown) => {
      fault = error instanceof Error ? error.name : typeof error
      if (response.headersSent) response.destroy()
      else reject(request, response, rejection(500, 'fault', 'Something went wrong in here.'))
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admitted = admit(request, this.#order)
    if (isRejection(admitted)) return reject(request, response, admitted)
    if (this.#stopping) return reject(request, response, stopping)
    if (this.#running >= this.#order.limits.running) return reject(request, response, busy)
    this.#running++
    try {
      const answer = await this.#answer(request, response, admitted)
      if (answer === null) return
      if (!isStream(answer)) return await sendWhole(response, answer, this.#order.limits.unreadMs)
      if (this.#streams >= this.#order.limits.streams) {
        await answer.body?.cancel()
        return sendRejection(response, busy)
      }
      // A stream stays open without doing anything: it is counted elsewhere.
      void this.#stream(response, answer)
    } finally {
      this.#running--
      if (this.#running === 0) this.#lastOne()
    }
  }

  /** Null where it was rejected, or nobody waits any more. */
  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    route: HttpRoute,
  ): Promise<Response | null> {
    const over = new AbortController()
    const gone = new Promise<null>((resolve) => {
      response.once('close', () => {
        over.abort(exchangeOver)
        resolve(null)
      })
    })
    // Only somebody who was let in is told to send what they have.
    if (request.headers.expect !== undefined) response.writeContinue()
    const body = await textOf(request, this.#order.largestBody)
    if (typeof body !== 'string') {
      reject(request, response, body)
      return null
    }
    const call = { request: headOf(request, over.signal), body }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<typeof tooLate>((resolve) => {
      timer = setTimeout(resolve, this.#order.limits.answerMs, tooLate)
    })
    const answer = await Promise.race([route.answer(call), gone, late])
    clearTimeout(timer)
    if (answer === null || answer instanceof Response) return answer
    sendRejection(response, answer)
    return null
  }

  async #stream(response: ServerResponse, answer: Response): Promise<void> {
    this.#streams++
    try {
      await sendStream(response, answer, this.#order.limits.unreadMs)
    } catch {
      response.destroy()
    } finally {
      this.#streams--
    }
  }
}

/** One for all: to make an error each time costs more than to send the answer. */
const exchangeOver = new Error('The exchange is over.')
const stopping = rejection(503, 'stopping', 'The server is stopping.', { connection: 'close' })
const busy = rejection(503, 'busy', 'Too much is going on. Try again in a moment.', { 'retry-after': '1' })
const tooLate = rejection(504, 'too-late', 'That took too long.')

function reject(request: IncomingMessage, response: ServerResponse, why: Rejection): void {
  discard(request)
  sendRejection(response, why)
}

async function textOf(request: IncomingMessage, largest: number): Promise<string | Rejection> {
  try {
    const text = await readBody(request, largest)
    return text ?? isTooLarge(largest)
  } catch (error) {
    if (error instanceof TypeError) return rejection(400, 'not-text', 'The body is not UTF-8 text.')
    if (request.destroyed) return rejection(400, 'cut-off', 'The request ended before its body did.')
    throw error
  }
}

/** What a route sees of it. The Host header has been looked at. */
function headOf({ method = 'GET', url = '/', headers }: IncomingMessage, signal: AbortSignal): HttpHead {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return { method, url: `http://${headers.host}${url}`, headers: new Headers(flat), signal }
}

const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']

/** Others are any word that a client makes up. */
function known(method: string): string {
  return methods.includes(method) ? method : 'other'
}
