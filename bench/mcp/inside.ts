// Measures a read inside the server's process, and the wait of a second process over a pipe.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { openEngine } from '../../src/compose/engine.ts'
import { compose, type ProcessInfo } from '../../src/compose/index.ts'
import { openProjectServer } from '../../src/compose/server.ts'
import { makeMcpServer } from '../../src/surfaces/mcp/server.ts'
import { type Figure, median } from '../figures.ts'
import { Lines } from './lines.ts'
import type { Pulled } from './project.ts'

export async function readTime(project: Pulled, reads: number): Promise<Figure[]> {
  const group = 'one resources/read, warm, each a receipt'
  const { times, heap } = await insideOf(project, reads)
  const inside = times.map((time) => time.wall)
  const outside = (await timesOverStdio(project, reads)).map((time) => time.wall)
  const live = { group: `what is in use in process after ${reads.toLocaleString('en')} reads`, unit: 'MB' }
  const figure = (name: string, value: number): Figure => ({ group, name, value, unit: 'ms', ratio: null })
  return [
    figure('in process, median', median(inside)),
    {
      ...figure('in process, p99', p99(inside)),
      ratio: p99(inside) / median(inside),
      goal: { of: 'value', atMost: 5 },
    },
    // Excludes the time of other programs.
    figure('in process, p99 of the processor time', p99(times.map((time) => time.cpu))),
    figure('from a second process over stdio, median', median(outside)),
    {
      ...figure('from a second process over stdio, p99', p99(outside)),
      ratio: p99(outside) / median(inside),
    },
    { ...live, name: 'before', value: heap[0], ratio: null },
    {
      ...live,
      name: 'at the end',
      value: heap[1],
      ratio: heap[1] / heap[0],
      goal: { of: 'ratio', atMost: 1.1 },
    },
  ]
}

function p99(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!
}

/** In milliseconds. Processor time is that of this thread. */
interface Time {
  readonly wall: number
  readonly cpu: number
}

async function timed(reads: number, read: () => Promise<void>): Promise<Time[]> {
  const times: Time[] = []
  for (let i = 0; i < reads + reads / 5; i++) {
    const [began, used] = [performance.now(), process.threadCpuUsage()]
    await read()
    const { user, system } = process.threadCpuUsage(used)
    if (i >= reads / 5) times.push({ wall: performance.now() - began, cpu: (user + system) / 1000 })
  }
  return times
}

async function insideOf({ home, root, env, uri }: Pulled, reads: number): Promise<Inside> {
  // A build id of its own, so that no cache of another run is used.
  const around: ProcessInfo = { build: 'bench', version: '0.0.0', env, cwd: root, home }
  const warn = ({ detail }: { readonly detail: string }) => console.error(detail)
  const settings = { now: null, cache: true, warn }
  const presets = join(home, 'presets')
  const engine = openEngine(around, settings, presets)
  const status = () => Promise.reject(new Error('the bench has no history'))
  const project = compose(around, settings).project({ repo: root, roots: {} })
  const app = await openProjectServer({ processInfo: around, engine, presets, status, warn }, project)
  const [mine, theirs] = InMemoryTransport.createLinkedPair()
  const server = await makeMcpServer(app, app.newSession())
  await server.connect(theirs)
  await mine.start()
  const ask = (id: number, method: string, params: Record<string, unknown>) =>
    new Promise<void>((resolve, reject) => {
      mine.onmessage = (answer) => ('error' in answer ? reject(new Error(JSON.stringify(answer))) : resolve())
      mine.send({ jsonrpc: '2.0', id, method, params }).catch(reject)
    })
  const clientInfo = { name: 'bench', version: '1.0.0' }
  await ask(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  let id = 0
  const read = () => ask(++id, 'resources/read', { uri })
  await timed(reads, read)
  const before = liveHeap()
  const times = await timed(reads, read)
  const heap = [before, liveHeap()] as const
  await server.close()
  await app.close()
  return { times, heap }
}

interface Inside {
  readonly times: readonly Time[]
  /** Memory in use before and after these reads, in megabytes. */
  readonly heap: readonly [number, number]
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function liveHeap(): number {
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

async function timesOverStdio(project: Pulled, reads: number): Promise<Time[]> {
  const lines = new Lines(project)
  try {
    await lines.initialize()
    return await timed(reads, () => lines.read(project.uri))
  } finally {
    await lines.close()
  }
}
