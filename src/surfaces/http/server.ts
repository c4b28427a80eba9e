import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../core/values/index.ts'
import { type HttpLimits, usualLimits } from './limits.ts'
import { bracketed, isHostName, isLoopback, listAllowedNames, unbracketed } from './names.ts'
import { Desk, type DeskInput } from './request-handler.ts'

export interface HttpInput extends Pick<DeskInput, 'routes' | 'isToken' | 'tell'> {
  readonly host: string
  /** 0 for one that is free. */
  readonly port: number
  readonly allowed: readonly string[]
  /** Also from those who only read, on this machine. */
  readonly tokenNeeded: boolean
  readonly limits?: Partial<HttpLimits>
}

export interface HttpServer {
  readonly url: string
  readonly host: string
  readonly port: number
  /** The names that it answers to. */
  readonly names: readonly string[]
  readonly tokenNeeded: boolean
  /** Takes nothing new, finishes what runs, and lets go of everybody. */
  stop(farewell: () => Promise<void>): Promise<void>
}

/** Listens, or refuses. Beyond this machine nobody is answered without the token. */
export async function openHttp(order: HttpInput): Promise<HttpServer> {
  const host = order.host === 'localhost' ? '127.0.0.1' : unbracketed(order.host)
  const strange = order.allowed.find((name) => !isHostName(name))
  if (strange !== undefined) {
    throw new Refusal(
      'usage',
      `--allow-host takes a name or an address, with or without a port, not "${strange}".`,
    )
  }
  // Whoever gives it another name has somebody in front of it, who lets others in.
  const tokenNeeded = order.tokenNeeded || !isLoopback(host) || order.allowed.length > 0
  const limits = { ...usualLimits, ...order.limits }
  const server = makeServer(limits)
  const port = await listen(server, host, order.port)
  const names = listAllowedNames({ host, port, allowed: order.allowed })
  const desk = new Desk({ ...order, names, tokenNeeded, limits, largestBody: limits.bodyBytes })
  server.on('request', desk.take)
  server.on('checkContinue', desk.take)
  return {
    url: `http://${bracketed(host)}:${port}`,
    host,
    port,
    names: [...names.hosts],
    tokenNeeded,
    stop: (farewell) => stop(server, desk, { farewell, ms: limits.farewellMs }),
  }
}

function makeServer(limits: HttpLimits): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.arrivalMs,
    keepAliveTimeout: limits.idleMs,
    // Otherwise a slow client is looked for every 30 seconds only.
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    // Looked at with all else about the header.
    requireHostHeader: false,
  })
  server.maxConnections = limits.connections
  server.maxHeadersCount = 100
  return server
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)))
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

function cannotListen(
  { code = 'unknown error' }: NodeJS.ErrnoException,
  host: string,
  port: number,
): Refusal {
  const where = `${bracketed(host)}:${port}`
  const other = 'Choose another with --port=NUMBER, or one that is free with --port=0.'
  const [why, fix] = reasons[code] ?? [code, other]
  return new Refusal('cannot-listen', `Cannot listen on ${where}: ${why}.`, fix ?? other)
}

const address = 'Give an address of this machine with --host.'
const reasons: Readonly<Record<string, readonly [why: string, fix?: string]>> = {
  EADDRINUSE: [
    'another program has that port',
    'If it is foreword, it may serve you already; otherwise choose another with --port=NUMBER, or one that is free with --port=0.',
  ],
  EACCES: ['that port is for the administrator only'],
  EADDRNOTAVAIL: ['this machine has no such address', address],
  ENOTFOUND: ['nobody knows that name', address],
  EAI_AGAIN: ['nobody knows that name', address],
}

/** Until the last connection is gone, it has this long to take its last bytes. */
const lastBytesMs = 1_000

async function stop(
  server: Server,
  desk: Desk,
  { farewell, ms }: { farewell: () => Promise<void>; ms: number },
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await within(ms, desk.finish())
  // Streams end here.
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
