import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, median } from './figures.ts'
import type { Settings } from './settings.ts'
import { mixedText } from './texts.ts'

const megabytes = 50

// Not getrusage's maxRSS: on Linux a child inherits it from the process that started it, which is this large one.
const preload = `
const { readFileSync, writeSync } = require('node:fs')
process.on('exit', () => {
  const [, kilobytes] = /^VmHWM:\\s*(\\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))
  writeSync(2, '\\npeak ' + kilobytes + '\\n')
})`

export function peakMemory({ home, away, example, quick }: Settings): Figure[] {
  const group = `peak memory (VmHWM) with a session journal of ${megabytes} MB`
  const project = join(away, 'swords-of-chaos-reborn')
  cpSync(example, project, { recursive: true })
  const journal = join(project, 'session-journals/2026-01-04-001-huge.md')
  writeFileSync(journal, '# Session\n\n')
  const chunk = mixedText(1024 * 1024)
  for (let i = 0; i < megabytes; i++) appendFileSync(journal, chunk)
  const peakOf = peaksIn(away)

  const foreword = [join(home, 'bin/foreword.cjs'), 'assemble', project, 'standard']
  // The first round fills the cache and is not counted.
  const rounds = Array.from({ length: quick ? 3 : 6 }, (_, i) => ({
    bare: peakOf(['-e', '0']),
    cold: peakOf([...foreword, join(away, `memory-cold-${i}`), '--no-cache']),
    warm: peakOf([...foreword, join(away, `memory-warm-${i}`)], {
      env: { FOREWORD_CACHE_DIR: join(away, 'cache') },
    }),
  }))
  const of = (name: 'bare' | 'cold' | 'warm') => median(rounds.slice(1).map((round) => round[name]))
  const bare = of('bare')
  return [
    { group, name: 'bare node', value: bare, unit: 'MB', ratio: null },
    ...(['cold', 'warm'] as const).map((cache): Figure => {
      const above = of(cache) - bare
      return {
        group,
        name: `assemble, ${cache === 'cold' ? 'no' : 'warm'} cache: above bare node`,
        value: above,
        unit: 'MB',
        ratio: (bare + above) / bare,
        goal: { of: 'value', atMost: 64 },
      }
    }),
  ]
}

export interface PeakOptions {
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string
}

/** The peak memory of one Node process, in megabytes. */
export function peaksIn(away: string): (args: readonly string[], options?: PeakOptions) => number {
  const spy = join(away, 'peak.cjs')
  writeFileSync(spy, preload)
  return (args, { env = {}, input = '' } = {}) => {
    const run = spawnSync(process.execPath, ['--require', spy, ...args], {
      encoding: 'utf8',
      input,
      env: { ...process.env, ...env },
    })
    const peak = /\npeak (\d+)\n/.exec(run.stderr)
    if (run.status !== 0 || peak === null) throw new Error(`no peak of ${args.join(' ')}: ${run.stderr}`)
    return Number(peak[1]) / 1024
  }
}
