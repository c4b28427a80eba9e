// A client of `foreword mcp` over standard input and output.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Pulled } from './project.ts'

export class Lines {
  readonly child: ChildProcessWithoutNullStreams
  readonly #ended: Promise<unknown>
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #rest = ''
  #next = 0

  constructor({ program, root, env }: Pulled) {
    this.child = spawn(process.execPath, [program, 'mcp'], { cwd: root, env })
    this.#ended = new Promise((resolve) => this.child.once('close', resolve))
    this.child.stdout.setEncoding('utf8').on('data', (some: string) => this.#take(some))
    this.child.stderr.pipe(process.stderr)
  }

  ask(method: string, params: object): Promise<Answer> {
    const id = this.#next++
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  initialize(): Promise<Answer> {
    const clientInfo = { name: 'bench', version: '1.0.0' }
    return this.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  }

  async read(uri: string): Promise<void> {
    const { error } = await this.ask('resources/read', { uri })
    if (error !== undefined) throw new Error(`${uri}: ${JSON.stringify(error)}`)
  }

  async close(): Promise<void> {
    this.child.stdin.end()
    await this.#ended
  }

  #take(some: string): void {
    const lines = (this.#rest + some).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) {
      const answer = JSON.parse(line) as Answer
      this.#waiting.get(answer.id)?.(answer)
      this.#waiting.delete(answer.id)
    }
  }
}

interface Answer {
  readonly id: number
  readonly error?: unknown
}
