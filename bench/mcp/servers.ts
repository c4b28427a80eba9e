import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pulled } from './project.ts'
import { post, Wire } from './wire.ts'

/** A process that serves the project over HTTP. */
export interface Served {
  readonly child: ChildProcess
  readonly port: number
}

export async function serveForeword({ program, root, env }: Pulled): Promise<Served> {
  const args = [program, 'serve', `--repo=${root}`, '--port=0', '--json']
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const where = JSON.parse(await said(child, /^\}\n/m)) as { port: number }
  return { child, port: where.port }
}

/** The same text at the same address, served by the SDK alone. */
export async function serveBare({ home, away, uri, text }: Pulled): Promise<Served> {
  const file = join(away, 'static.md')
  writeFileSync(file, text)
  const args = [join(home, 'bench/mcp/bare.ts'), uri, file]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, port: Number(await said(child, /^\d+\n/)) }
}

function said(child: ChildProcess, enough: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.setEncoding('utf8').on('data', (some: string) => {
      text += some
      if (enough.test(text)) resolve(text)
    })
    child.once('close', () => reject(new Error('a server did not start')))
  })
}

export async function stop({ child }: Pick<Served, 'child'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill()
  await ended
}

/** Both generations of the protocol. */
export const generations = ['2026-07-28', '2025-11-25'] as const
export type Generation = (typeof generations)[number]

const clientInfo = { name: 'bench', version: '1.0.0' }

/** The bytes of a read: an independent request since 2026-07-28, a request of a session before. The session is opened here. */
export async function readOf(port: number, uri: string, generation: Generation): Promise<Buffer> {
  const version = { 'MCP-Protocol-Version': generation }
  const read = { jsonrpc: '2.0', id: 1, method: 'resources/read' }
  if (generation === '2026-07-28') {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': generation,
      'io.modelcontextprotocol/clientInfo': clientInfo,
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const named = { ...version, 'Mcp-Method': 'resources/read', 'Mcp-Name': uri }
    return post(port, named, { ...read, params: { uri, _meta } })
  }
  const wire = new Wire(port)
  const params = { protocolVersion: generation, capabilities: {}, clientInfo }
  const { head } = await wire.ask(post(port, {}, { jsonrpc: '2.0', id: 0, method: 'initialize', params }))
  wire.close()
  const session = /^mcp-session-id: (\S+)/im.exec(head)?.[1]
  if (session === undefined) throw new Error(`no session: ${head}`)
  return post(port, { ...version, 'Mcp-Session-Id': session }, { ...read, params: { uri } })
}

/** Processor time of a process in milliseconds. Null if the system does not report it. */
export function processorTime({ child }: Served): number | null {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return null
  }
}

/** Memory of the process in megabytes. */
export function memoryOf({ child }: Pick<Served, 'child'>): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024
}
