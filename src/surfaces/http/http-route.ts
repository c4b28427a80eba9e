/** One thing that a server answers. */
export interface HttpRoute {
  /** Whole: nothing below it is meant. */
  readonly path: string
  readonly methods: readonly HttpMethod[]
  /** Whether it changes something of the user's. Then no answer without the token, from wherever the request comes. */
  readonly writes: boolean
  /** Its `request.signal` fires when the exchange is over, however it ended. */
  answer(call: HttpCall): Promise<Response>
}

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'DELETE'

/** The part of the web's `Request` that is known without its body. To make a whole one takes longer than to read it. */
export type HttpHead = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

export interface HttpCall {
  readonly request: HttpHead
  /** Empty where there is none. */
  readonly body: string
}

/** Why a request got no answer of a route. */
export interface Rejection {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}
