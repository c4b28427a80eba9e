import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../core/values/index.ts'
import { defaultHttpLimits, type HttpLimits } from './limits.ts'
import { RequestHandler, type RequestHandlerInput } from './request-handler.ts'
import { addBrackets, isHostName, isLoopback, listAllowedNames, removeBrackets } from './server-names.ts'

export interface HttpInput extends Pick<RequestHandlerInput, 'routes' | 'isToken' | 'tell'> {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  readonly allowed: readonly string[]
  /** Whether read requests from this machine need the token too. */
  readonly tokenNeeded: boolean
  readonly limits?: Partial<HttpLimits>
}

export interface HttpServer {
  readonly url: string
  readonly host: string
  readonly port: number
  /** The host names that the server accepts. */
  readonly names: readonly string[]
  readonly tokenNeeded: boolean
  /** Rejects new requests, finishes running ones, and closes all connections. */
  stop(farewell: () => Promise<void>): Promise<void>
}

/** Starts the server or refuses. Requests from other machines always need the token. */
export async function openHttpServer(input: HttpInput): Promise<HttpServer> {
  const host = input.host === 'localhost' ? '127.0.0.1' : removeBrackets(input.host)
  const invalid = input.allowed.find((name) => !isHostName(name))
  if (invalid !== undefined) {
    throw new Refusal(
      'usage',
      `--allow-host takes a name or an address, with or without a port, not "${invalid}".`,
    )
  }
  // Another name means a proxy in front of the server, and the proxy lets other machines in.
  const tokenNeeded = input.tokenNeeded || !isLoopback(host) || input.allowed.length > 0
  const limits = { ...defaultHttpLimits, ...input.limits }
  const server = makeServer(limits)
  const port = await listen(server, host, input.port)
  const names = listAllowedNames({ host, port, allowed: input.allowed })
  const handler = new RequestHandler({ ...input, names, tokenNeeded, limits, largestBody: limits.bodyBytes })
  server.on('request', handler.take)
  server.on('checkContinue', handler.take)
  return {
    url: `http://${addBrackets(host)}:${port}`,
    host,
    port,
    names: [...names.hosts],
    tokenNeeded,
    stop: (farewell) => stop(server, handler, { farewell, ms: limits.shutdownMs }),
  }
}

function makeServer(limits: HttpLimits): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.arrivalMs,
    keepAliveTimeout: limits.idleMs,
    // Node's default checks for slow clients only every 30 seconds.
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    // `admit` checks the Host header.
    requireHostHeader: false,
  })
  server.maxConnections = limits.maxConnections
  server.maxHeadersCount = 100
  return server
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(makeListenRefusal(error, host, port)))
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

function makeListenRefusal(
  { code = 'unknown error' }: NodeJS.ErrnoException,
  host: string,
  port: number,
): Refusal {
  const where = `${addBrackets(host)}:${port}`
  const other = 'Choose another port with --port=NUMBER, or any free port with --port=0.'
  const [why, fix] = reasons[code] ?? [code, other]
  return new Refusal('cannot-listen', `Cannot listen on ${where}: ${why}.`, fix ?? other)
}

const address = 'Give an address of this machine with --host.'
const reasons: Readonly<Record<string, readonly [why: string, fix?: string]>> = {
  EADDRINUSE: [
    'another program uses that port',
    'If the other program is foreword, you can use it. Otherwise choose another port with --port=NUMBER, or any free port with --port=0.',
  ],
  EACCES: ['only an administrator may use that port'],
  EADDRNOTAVAIL: ['this machine has no such address', address],
  ENOTFOUND: ['that name cannot be resolved', address],
  EAI_AGAIN: ['that name cannot be resolved', address],
}

/** How long clients may take to read their last bytes before their connections are closed. */
const lastBytesMs = 1_000

async function stop(
  server: Server,
  handler: RequestHandler,
  { farewell, ms }: { farewell: () => Promise<void>; ms: number },
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await within(ms, handler.finish())
  // `farewell` ends the streams.
  await within(ms, farewell())
  server.closeIdleConnections()
  await within(lastBytesMs, closed)
  server.closeAllConnections()
  await closed
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const limit = new AbortController()
  const timer = pause(ms, undefined, { signal: limit.signal }).catch(() => {})
  await Promise.race([work, timer])
  limit.abort()
}
