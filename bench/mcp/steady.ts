// Compares a server's memory after many reads with its memory when warm. Each read makes a receipt: the store may grow, the server may not.
import { type Figure, median } from '../figures.ts'
import { Lines } from './lines.ts'
import type { Pulled } from './project.ts'
import { memoryOf, readOf, serveForeword, stop } from './servers.ts'
import { Wire } from './wire.ts'

const atOnce = 16

type Read = (client: number, uri: string) => Promise<void>

export async function steadyMemory(project: Pulled, reads: number): Promise<Figure[]> {
  return [...(await overHttp(project, reads)), ...(await overStdio(project, reads))]
}

async function overHttp(project: Pulled, reads: number): Promise<Figure[]> {
  const served = await serveForeword(project)
  const wires = Array.from({ length: atOnce }, () => new Wire(served.port))
  try {
    const generation = '2025-11-25'
    const bytes = await Promise.all(
      wires.map(async (_, i) => {
        const uri = project.others[i % project.others.length]!
        return readOf(served.port, uri, generation)
      }),
    )
    const read: Read = async (client) => {
      const { head } = await wires[client]!.ask(bytes[client]!)
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(head)
    }
    return await grown('foreword serve', served, { project, reads, read })
  } finally {
    for (const wire of wires) wire.close()
    await stop(served)
  }
}

async function overStdio(project: Pulled, reads: number): Promise<Figure[]> {
  const lines = new Lines(project)
  try {
    await lines.initialize()
    return await grown('foreword mcp', lines, { project, reads, read: (_, uri) => lines.read(uri) })
  } finally {
    await lines.close()
  }
}

interface Load {
  readonly project: Pulled
  readonly reads: number
  readonly read: Read
}

async function grown(name: string, server: Parameters<typeof memoryOf>[0], load: Load): Promise<Figure[]> {
  const group = `memory (RSS) of ${name} after ${load.reads.toLocaleString('en')} reads`
  // A third of the reads come first, because memory grows until V8 has given the young generation its full size.
  const before = await readAll(Math.round(load.reads / 3), server, load)
  const after = await readAll(load.reads, server, load)
  return [
    { group, name: 'warm', value: before, unit: 'MB', ratio: null },
    {
      group,
      name: 'at the end',
      value: after,
      unit: 'MB',
      ratio: after / before,
      goal: { of: 'ratio', atMost: 1.1 },
    },
  ]
}

/** The median of the last fifth of the reads, because garbage collections change single values. */
async function readAll(
  count: number,
  server: Parameters<typeof memoryOf>[0],
  { project, read }: Load,
): Promise<number> {
  const { others } = project
  const every = Math.max(1, Math.floor(count / 200))
  const seen: number[] = []
  let done = 0
  const client = async (i: number) => {
    while (done < count) {
      const n = done++
      await read(i, others[n % others.length]!)
      if (n > count * 0.8 && n % every === 0) seen.push(memoryOf(server))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, i) => client(i)))
  return median(seen)
}
