// Starts `foreword serve` as shipped and sends raw bytes to it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { binary, end, type Ran, type World } from './program.ts'

export interface Where {
  readonly url: string
  readonly mcp: string
  readonly host: string
  readonly port: number
  readonly names: readonly string[]
  readonly project: string
  readonly root: string
  readonly token_file: string
  readonly token_needed: boolean
  readonly pid: number
  readonly inert: string | null
}

export interface Served extends AsyncDisposable {
  readonly child: ChildProcess
  readonly where: Where
  readonly token: string
  /** Its output so far. */
  said(): { readonly out: string; readonly err: string }
  /** Stops it and returns its result. */
  stop(signal?: NodeJS.Signals): Promise<Ran>
}

/** Serves the project of `files` on a free port. The caller stops it with `await using`. */
export function serve(
  world: World,
  repo: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  return serveProject(world, repo, ['--preset=outpost', ...options], env)
}

/** Uses the project's own manifest by default. */
export async function serveProject(
  world: World,
  repo: string,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const args = ['serve', `--repo=${repo}`, '--port=0', '--json', ...options]
  const child = spawn(process.execPath, [binary, ...args], {
    env: { ...world.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  const ended = end(child)
  child.stderr.on('data', (some: string) => {
    said.err += some
  })
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (some: string) => {
      said.out += some
      if (/^\}\n/m.test(said.out)) resolve(said.out)
    })
    child.once('close', () => reject(new Error(`it did not start: ${said.err}`)))
  })
  const where = JSON.parse(line) as Where
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return {
    child,
    where,
    token: readFileSync(where.token_file, 'utf8').trim(),
    said: () => said,
    stop,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) await stop('SIGKILL')
    },
  }
}

export interface Answered {
  readonly status: number
  readonly head: string
  readonly body: string
}

export interface Asked {
  readonly method?: string
  readonly target?: string
  /** Header lines, so that a test can omit or repeat one. */
  readonly headers: readonly string[]
  readonly body?: string
  readonly version?: '1.0' | '1.1'
}

/** One request over its own connection. */
export function ask(port: number, asked: Asked): Promise<Answered> {
  const { method = 'POST', target = '/mcp', headers, body = '', version = '1.1' } = asked
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...headers,
    ...length,
    ...(headers.some((line) => /^connection:/i.test(line)) ? [] : ['Connection: close']),
  ]
  return spoken(port, `${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** The response until the connection ends. */
function spoken(port: number, bytes: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (some: string) => {
      text += some
      // An accepted upgrade would keep the connection open.
      if (text.startsWith('HTTP/1.1 101')) socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answered(text)))
  })
}

function answered(text: string): Answered {
  const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body }
}

/** A request that is valid in every respect. */
export const usualHeaders = (port: number) => [`Host: 127.0.0.1:${port}`, ...mcpHeaders]

export const mcpHeaders = [
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
  'MCP-Protocol-Version: 2026-07-28',
  'Mcp-Method: server/discover',
]

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '9.9' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** An independent request of 2026-07-28. */
export function modern(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } })
}

export const discover = modern('server/discover')

export function initialize(name = 'older'): string {
  const clientInfo = { name, version: '1.2' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  return JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
}

export const legacyHeaders = (port: number) => [
  `Host: 127.0.0.1:${port}`,
  'Content-Type: application/json',
  'Accept: application/json, text/event-stream',
]

/** The id of a session of 2025. */
export async function openSession(port: number, name?: string): Promise<string> {
  const { head } = await ask(port, { headers: legacyHeaders(port), body: initialize(name) })
  const id = /^mcp-session-id: (\S+)/im.exec(head)?.[1]
  if (id === undefined) throw new Error(`no session: ${head}`)
  return id
}

/** A stream of a session, as soon as its headers have arrived. */
export function openStream(port: number, session: string): Promise<Socket> {
  const lines = [
    'GET /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Accept: text/event-stream',
    `Mcp-Session-Id: ${session}`,
  ]
  return streamed(port, `${lines.join('\r\n')}\r\n\r\n`)
}

/** A stream that a POST request opens. */
export function openPosted(port: number, headers: readonly string[], body: string): Promise<Socket> {
  const lines = ['POST /mcp HTTP/1.1', ...headers, `Content-Length: ${Buffer.byteLength(body)}`]
  return streamed(port, `${lines.join('\r\n')}\r\n\r\n${body}`)
}

function streamed(port: number, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.once('error', reject)
    socket.once('data', (some) => {
      if (some.toString().startsWith('HTTP/1.1 200')) resolve(socket)
      else reject(new Error(some.toString()))
    })
  })
}
