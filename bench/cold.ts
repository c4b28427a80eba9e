import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type Figure, type Goal, median } from './figures.ts'
import type { Settings } from './settings.ts'

const group = 'cold start'
const baseline = 'node -e 0'

/** Starts whole processes in turns from one shell, because only bash's `time` measures a child's processor time here. */
export function coldStart({ home, away, example, quick }: Settings): Figure[] {
  const foreword = [process.execPath, join(home, 'bin/foreword.cjs')]
  const into = (name: string) => `${join(away, name)}-$round`
  const commands: Record<string, readonly string[]> = {
    [baseline]: [process.execPath, '-e', '0'],
    'foreword --version': [...foreword, '--version'],
    'assemble, warm cache': [...foreword, 'assemble', example, 'standard', into('warm')],
    'assemble --no-cache': [...foreword, 'assemble', example, 'standard', into('cold'), '--no-cache'],
    'explain, warm cache': [...foreword, 'explain', example, 'standard'],
  }
  const goals: Record<string, Goal> = { 'assemble, warm cache': { of: 'ratio', atMost: 2 } }
  const env = { FOREWORD_CACHE_DIR: join(away, 'cache'), FOREWORD_STORE: join(away, 'store') }
  const turns = Object.values(commands).map((words) => ({ words, env }))
  const times = measure(turns, quick ? 9 : 25)
  return (['cpu', 'wall'] as const).flatMap((clock) => {
    const medians = times.map((runs) => median(runs.map((run) => run[clock])))
    return Object.keys(commands).map((name, i): Figure => {
      const goal = goals[name]
      return {
        group: `${group}, ${clock === 'cpu' ? 'processor time (user + system)' : 'wall time'}`,
        name,
        value: medians[i]! * 1000,
        unit: 'ms',
        ratio: name === baseline ? null : medians[i]! / medians[0]!,
        ...(goal && { goal }),
      }
    })
  })
}

export interface Run {
  readonly wall: number
  readonly cpu: number
}

export interface Turn {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** A file for standard input, which is a pipe as with agents. */
  readonly input?: string
  /** A line of shell that runs before the command and is not measured. */
  readonly before?: string
}

export function measure(turns: readonly Turn[], rounds: number): Run[][] {
  // Round 0 fills the caches of the program and of the disk.
  const script = [
    "TIMEFORMAT='%3R %3U %3S'",
    `for round in $(seq 0 ${rounds}); do`,
    ...turns.flatMap(({ words, env, input, before = ':' }) => {
      const settings = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`)
      const command = [...settings, ...words.map(quote)].join(' ')
      const given = input === undefined ? ':' : `given=$(<${quote(input)})`
      const from = input === undefined ? '</dev/null' : '<<<"$given"'
      return [before, given, `time ${command} ${from} >/dev/null 2>&1 || exit 1`]
    }),
    'done',
  ]
  const { status, stderr } = spawnSync('bash', ['-c', script.join('\n')], { encoding: 'utf8' })
  const lines = stderr.trim().split('\n')
  if (status !== 0 || lines.length !== turns.length * (rounds + 1)) {
    throw new Error(`a command failed: ${stderr}`)
  }
  const runs = lines.map((line): Run => {
    const [wall, user, system] = line.split(' ').map(Number)
    return { wall: wall!, cpu: user! + system! }
  })
  return turns.map((_, i) => runs.filter((_, at) => at >= turns.length && at % turns.length === i))
}

/** Leaves `$round` to the shell. */
function quote(word: string): string {
  return `"${word.replace(/["\\`]|\$(?!round$)/g, '\\$&')}"`
}
