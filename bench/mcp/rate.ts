// Reads per second over HTTP, compared with a bare server in the same run, in short turns so that other programs slow both.
import { type Figure, median } from '../figures.ts'
import type { Pulled } from './project.ts'
import {
  type Generation,
  generations,
  processorTime,
  readOf,
  type Served,
  serveBare,
  serveForeword,
  stop,
} from './servers.ts'
import { Wire } from './wire.ts'

const turnMs = 500
/** Numbers of clients that read at the same time, each over its own connection. A single client waits for its own transaction each time. */
const crowds = [16, 1]

export async function readRate(project: Pulled, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  const [bare, foreword] = [await serveBare(project), await serveForeword(project)]
  try {
    for (const generation of generations) {
      for (const clients of crowds) {
        const order = { project, generation, clients, rounds }
        figures.push(...(await contest(order, { bare, foreword })))
      }
    }
  } finally {
    await Promise.all([stop(bare), stop(foreword)])
  }
  return figures
}

interface Order {
  readonly project: Pulled
  readonly generation: Generation
  readonly clients: number
  readonly rounds: number
}

interface Contestants {
  readonly bare: Served
  readonly foreword: Served
}

interface Turn {
  readonly rate: number
  readonly cpu: number
}

async function contest(
  { project, generation, clients, rounds }: Order,
  { bare, foreword }: Contestants,
): Promise<Figure[]> {
  const sides = [
    await crowd(bare, project, generation, clients),
    await crowd(foreword, project, generation, clients),
  ]
  const turns: [Turn, Turn][] = []
  // The first rounds warm up both.
  for (let round = -4; round < rounds; round++) {
    const pair: [Turn, Turn] = [await sides[0]!.turn(), await sides[1]!.turn()]
    if (round >= 0) turns.push(pair)
  }
  for (const side of sides) side.close()
  const who = clients === 1 ? 'one client' : `${clients} clients at the same time`
  const at = (which: 0 | 1, of: keyof Turn) => median(turns.map((pair) => pair[which][of]))
  const ratio = (of: keyof Turn) => median(turns.map(([first, second]) => second[of] / first[of]))
  const rates = `resources/read over HTTP, ${generation}, ${who}`
  const times = `${rates}, processor time of the server`
  const each = { unit: 'reads/s', group: rates }
  const cost = { unit: 'µs each', group: times }
  return [
    { ...each, name: 'the SDK alone, one static resource', value: at(0, 'rate'), ratio: null },
    {
      ...each,
      name: 'foreword serve, each read a receipt',
      value: at(1, 'rate'),
      ratio: ratio('rate'),
      ...(clients > 1 && { goal: { of: 'ratio', atLeast: 0.8 } }),
    },
    { ...cost, name: 'the SDK alone', value: at(0, 'cpu'), ratio: null },
    { ...cost, name: 'foreword serve', value: at(1, 'cpu'), ratio: ratio('cpu') },
  ]
}

async function crowd(served: Served, { uri, text }: Pulled, generation: Generation, clients: number) {
  const wires = Array.from({ length: clients }, () => new Wire(served.port))
  const reads = await Promise.all(wires.map(() => readOf(served.port, uri, generation)))
  const first = await wires[0]!.ask(reads[0]!)
  if (!first.body.includes(JSON.stringify(text).slice(1, -1)))
    throw new Error(`not what was to be read: ${first.body}`)
  return {
    async turn(): Promise<Turn> {
      const [began, used] = [performance.now(), processorTime(served)]
      let done = 0
      const read = async (wire: Wire, i: number) => {
        while (performance.now() - began < turnMs) {
          const { head } = await wire.ask(reads[i]!)
          if (!head.startsWith('HTTP/1.1 200')) throw new Error(head)
          done++
        }
      }
      await Promise.all(wires.map(read))
      const seconds = (performance.now() - began) / 1000
      const cpu = used === null ? Number.NaN : ((processorTime(served)! - used) * 1000) / done
      return { rate: done / seconds, cpu }
    },
    close() {
      for (const wire of wires) wire.close()
    },
  }
}
