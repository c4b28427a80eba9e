// Measures how long a client waits for the first response of a server that it starts, compared with a bare start of Node.
import { spawn } from 'node:child_process'
import { type Figure, median } from '../figures.ts'
import { Lines } from './lines.ts'
import type { Pulled } from './project.ts'

const greetings = {
  initialize: (lines: Lines) => lines.initialize(),
  'server/discover': (lines: Lines) =>
    lines.ask('server/discover', {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    }),
} as const

/** This many starts fill the compile cache. */
const warmUp = 12

export async function firstAnswer(project: Pulled, rounds: number): Promise<Figure[]> {
  const group = 'foreword mcp, until its first answer, wall time; × is the median of the ratios of each round'
  const times: Record<string, number>[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const sample: Record<string, number> = { bare: await bareStart() }
    for (const [name, greet] of Object.entries(greetings)) sample[name] = await answered(project, greet)
    if (round >= 0) times.push(sample)
  }
  const of = (name: string) => median(times.map((sample) => sample[name]!))
  return [
    { group, name: 'node -e 0', value: of('bare'), unit: 'ms', ratio: null },
    ...Object.keys(greetings).map((name): Figure => {
      const ratio = median(times.map((sample) => sample[name]! / sample.bare!))
      return { group, name, value: of(name), unit: 'ms', ratio, goal: { of: 'ratio', atMost: 4 } }
    }),
  ]
}

async function bareStart(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
  await new Promise((resolve) => child.once('close', resolve))
  return performance.now() - began
}

async function answered(
  project: Pulled,
  greet: (lines: Lines) => Promise<{ readonly error?: unknown }>,
): Promise<number> {
  const began = performance.now()
  const lines = new Lines(project)
  const { error } = await greet(lines)
  const took = performance.now() - began
  await lines.close()
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return took
}
