// Sends raw lines to `foreword mcp` that no correct client would send.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { binary, type World } from './program.ts'

export interface Answer {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: a stranger's answer is read field by field
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export class Peer {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<number | null>
  /** All messages without an id. */
  readonly unasked: Answer[] = []
  readonly errors: string[] = []
  /** Lines on standard output that are not JSON-RPC. */
  readonly noise: string[] = []
  private rest = ''
  private next = 0
  private readonly waiting = new Map<string | number, (answer: Answer) => void>()

  constructor(world: Pick<World, 'env'>, cwd: string, args: readonly string[] = []) {
    this.child = spawn(process.execPath, [binary, 'mcp', ...args], { cwd, env: world.env })
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
    this.child.stdout.setEncoding('utf8').on('data', (some: string) => this.take(some))
    this.child.stderr.setEncoding('utf8').on('data', (some: string) => this.errors.push(some))
    // The process may have ended.
    this.child.stdin.on('error', () => {})
  }

  ask(method: string, params: object = {}): Promise<Answer> {
    this.next += 1
    const id = this.next
    const answer = new Promise<Answer>((resolve) => this.waiting.set(id, resolve))
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return answer
  }

  raw(bytes: string | Buffer): void {
    this.child.stdin.write(bytes)
  }

  async open(protocolVersion = '2025-06-18'): Promise<Answer> {
    const clientInfo = { name: 'peer', version: '1.0' }
    const answer = await this.ask('initialize', { protocolVersion, capabilities: {}, clientInfo })
    this.raw('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    return answer
  }

  /** Its peak memory in MB. Null if the system does not report it. */
  peak(): number | null {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024
    } catch {
      return null
    }
  }

  async close(): Promise<number | null> {
    this.child.stdin.end()
    return this.ended
  }

  private take(some: string): void {
    const lines = (this.rest + some).split('\n')
    this.rest = lines.pop()!
    for (const line of lines) this.hear(line)
  }

  private hear(line: string): void {
    let said: Answer & { jsonrpc?: string }
    try {
      said = JSON.parse(line)
    } catch {
      this.noise.push(line)
      return
    }
    if (said.jsonrpc !== '2.0') this.noise.push(line)
    const waiting = said.id === undefined ? undefined : this.waiting.get(said.id)
    if (waiting === undefined) this.unasked.push(said)
    else waiting(said)
  }
}
