import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { formatTablePlugin } from '../../scripts/format-table.ts'
import { median } from '../figures.ts'
import type { Settings } from '../settings.ts'
import { mixedText } from '../texts.ts'
import type { Score } from './scores.ts'

/** Milliseconds of one new process, by two clocks. */
interface Start {
  /** From the start to a ready redactor. */
  readonly ready: Readonly<Record<Clock, number>>
  /** From the ready redactor to the end of the first 4 KB. */
  readonly first: Readonly<Record<Clock, number>>
}

type Clock = 'cpu' | 'wall'

/** Bundles the folder like the program, with V8's compile cache, which the program uses, and without. */
export async function coldSpeed({ home, away, quick }: Settings): Promise<Score[]> {
  writeFileSync(join(away, 'four-kilobytes.txt'), mixedText(4096))
  await bundle(join(home, 'src/core/redact/index.ts'), away)
  const cached = `require('node:module').enableCompileCache(${JSON.stringify(join(away, 'compiled'))})`
  const programs = [program(away, 'bare', ''), program(away, 'cached', cached)]
  const starts = inTurns(programs, quick ? 9 : 25)
  return (['cpu', 'wall'] as const).flatMap((clock) => rows(clock, starts))
}

function rows(clock: Clock, [bare, cached]: readonly (readonly Start[])[]): Score[] {
  const group = `cold: a fresh process, ${clock === 'cpu' ? 'processor time' : 'wall time'}`
  const row = (name: string, times: readonly number[]): Score => ({
    group,
    name,
    value: median(times),
    unit: 'ms',
    beside: `least ${Math.min(...times).toFixed(1)} ms`,
  })
  const ready = (starts: readonly Start[]) => starts.map((start) => start.ready[clock])
  const first = (starts: readonly Start[]) => starts.map((start) => start.first[clock])
  // Other programs add to the wall clock.
  const target = clock === 'cpu' ? { target: { atMost: 10 } } : {}
  return [
    { ...row('load and engine ready', ready(bare!)), ...target },
    { ...row('load and engine ready, compile cache', ready(cached!)), ...target },
    row('first 4 KB', first(bare!)),
    row('first 4 KB, compile cache', first(cached!)),
  ]
}

/** The first round fills the caches of the compiler and of the disk. */
function inTurns(programs: readonly string[], rounds: number): Start[][] {
  const start = (file: string) =>
    JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' })) as Start
  for (const file of programs) start(file)
  const starts: Start[][] = programs.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, file] of programs.entries()) starts[i]!.push(start(file))
  }
  return starts
}

/** Prints the duration. The text is read before the clock starts. */
function program(away: string, name: string, before: string): string {
  const file = join(away, `${name}.cjs`)
  writeFileSync(
    file,
    `${before}
const text = require('node:fs').readFileSync(${JSON.stringify(join(away, 'four-kilobytes.txt'))}, 'utf8')
let [wall, used] = [performance.now(), process.cpuUsage()]
function lap() {
  const { user, system } = process.cpuUsage(used)
  const times = { wall: performance.now() - wall, cpu: (user + system) / 1000 }
  ;[wall, used] = [performance.now(), process.cpuUsage()]
  return times
}
const { createRedactor, selectRules } = require('./room.cjs')
const redactor = createRedactor({ rules: selectRules({ sets: ['default'], add: [] }), marker: '[REDACTED]' })
const ready = lap()
const { length } = redactor.redact(text).text
const first = lap()
if (length === 0) process.exit(1)
console.log(JSON.stringify({ ready, first }))
`,
  )
  return file
}

async function bundle(door: string, away: string): Promise<void> {
  const input = join(away, 'room.ts')
  writeFileSync(input, `export { createRedactor, selectRules } from ${JSON.stringify(door)}\n`)
  const built = await rolldown({
    input,
    platform: 'node',
    plugins: [formatTablePlugin],
    treeshake: { moduleSideEffects: false },
  })
  await built.write({ file: join(away, 'room.cjs'), format: 'cjs', minify: { compress: true, mangle: true } })
  await built.close()
}
