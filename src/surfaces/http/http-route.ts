/** One path that the server answers. */
export interface HttpRoute {
  /** The exact path; paths below it do not match. */
  readonly path: string
  readonly methods: readonly HttpMethod[]
  /** Whether the route changes data of the user. Then every request needs the token. */
  readonly writes: boolean
  /** `request.signal` aborts when the exchange ends for any reason. */
  answer(call: HttpCall): Promise<Response>
}

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'DELETE'

/** The part of the web's `Request` that is known without its body. Creating a whole `Request` takes longer than reading the body. */
export type HttpHead = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

export interface HttpCall {
  readonly request: HttpHead
  /** Empty if the request has none. */
  readonly body: string
}

/** The reason why no route answers a request. */
export interface Rejection {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}
