import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  type AccessRules,
  checkAccess,
  isRejection,
  makeRejection,
  makeTooLargeRejection,
  parsePath,
} from './access.ts'
import { discardBody, readBody } from './body.ts'
import type { HttpHead, HttpRoute, Rejection } from './http-route.ts'
import type { HttpLimits } from './limits.ts'
import { isStream, sendRejection, sendStream, sendWhole } from './send.ts'

export interface RequestHandlerInput extends AccessRules {
  readonly limits: HttpLimits
  /** Reports the result of a request. Never contains headers, the query or the body. */
  tell(line: RequestLogLine): void
}

export interface RequestLogLine {
  readonly method: string
  /** Null for an unknown path, which could contain anything. */
  readonly path: string | null
  readonly status: number
  readonly ms: number
  /** The name of an error in the server. */
  readonly fault: string | null
}

/** Handles requests within the limits. */
export class RequestHandler {
  readonly #input: RequestHandlerInput
  #running = 0
  #streams = 0
  #stopping = false
  #onIdle = () => {}

  constructor(input: RequestHandlerInput) {
    this.#input = input
  }

  /** Rejects new requests. Resolves when the last running request is answered. */
  finish(): Promise<void> {
    return new Promise((resolve) => {
      this.#stopping = true
      this.#onIdle = resolve
      if (this.#running === 0) resolve()
    })
  }

  readonly take = (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now()
    // A client that disconnects causes an error, which needs no handling.
    response.on('error', () => {})
    let fault: string | null = null
    response.once('close', () => {
      const { method = '' } = request
      const path = this.#input.routes.find((route) => route.path === parsePath(request))?.path ?? null
      const ms = Math.round(performance.now() - began)
      this.#input.tell({ method: normaliseMethod(method), path, status: response.statusCode, ms, fault })
    })
    this.#handle(request, response).catch((error: unknown) => {
      fault = error instanceof Error ? error.name : typeof error
      if (response.headersSent) response.destroy()
      else reject(request, response, makeRejection(500, 'fault', 'Internal server error.'))
    })
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admitted = checkAccess(request, this.#input)
    if (isRejection(admitted)) return reject(request, response, admitted)
    if (this.#stopping) return reject(request, response, stopping)
    if (this.#running >= this.#input.limits.maxRunning) return reject(request, response, busy)
    this.#running++
    try {
      const answer = await this.#answer(request, response, admitted)
      if (answer === null) return
      if (!isStream(answer)) return await sendWhole(response, answer, this.#input.limits.unreadMs)
      if (this.#streams >= this.#input.limits.maxStreams) {
        await answer.body?.cancel()
        return sendRejection(response, busy)
      }
      // An open stream does no work, so it does not count as running.
      void this.#stream(response, answer)
    } finally {
      this.#running--
      if (this.#running === 0) this.#onIdle()
    }
  }

  /** Null if the request was rejected or the client disconnected. */
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
    // Ask for the body only after access was granted.
    if (request.headers.expect !== undefined) response.writeContinue()
    const body = await readText(request, this.#input.largestBody)
    if (typeof body !== 'string') {
      reject(request, response, body)
      return null
    }
    const call = { request: makeHead(request, over.signal), body }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<typeof tooLate>((resolve) => {
      timer = setTimeout(resolve, this.#input.limits.answerMs, tooLate)
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
      await sendStream(response, answer, this.#input.limits.unreadMs)
    } catch {
      response.destroy()
    } finally {
      this.#streams--
    }
  }
}

/** One shared error, because creating an error costs more than sending the response. */
const exchangeOver = new Error('The exchange is over.')
const stopping = makeRejection(503, 'stopping', 'The server is stopping.', { connection: 'close' })
const busy = makeRejection(503, 'busy', 'Too many requests are running. Try again in a moment.', {
  'retry-after': '1',
})
const tooLate = makeRejection(504, 'too-late', 'The request took too long.')

function reject(request: IncomingMessage, response: ServerResponse, why: Rejection): void {
  discardBody(request)
  sendRejection(response, why)
}

async function readText(request: IncomingMessage, largest: number): Promise<string | Rejection> {
  try {
    const text = await readBody(request, largest)
    return text ?? makeTooLargeRejection(largest)
  } catch (error) {
    if (error instanceof TypeError) return makeRejection(400, 'not-text', 'The body is not UTF-8 text.')
    if (request.destroyed) return makeRejection(400, 'cut-off', 'The request ended before its body did.')
    throw error
  }
}

/** The part of the request that a route gets. The Host header is already checked. */
function makeHead({ method = 'GET', url = '/', headers }: IncomingMessage, signal: AbortSignal): HttpHead {
  const flat = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return { method, url: `http://${headers.host}${url}`, headers: new Headers(flat), signal }
}

const methods = ['GET', 'HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS']

/** Hides unknown methods, which can be any word. */
function normaliseMethod(method: string): string {
  return methods.includes(method) ? method : 'other'
}
