// Scores the packets that `init` leads to, in public repositories at fixed commits. The facts and the repositories stay outside of this
// repository: FOREWORD_EVALUATION names the directory with init-dev.jsonl and init-score.mjs, FOREWORD_REPOSITORIES the one with a bare clone
// `owner+name/repo` each. FOREWORD_PACKETS keeps the packets, so that `init-score.mjs FACTS PACKETS --misses` can explain them.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Score, share } from './redaction/scores.ts'
import type { Settings } from './settings.ts'

interface FactRow {
  readonly repo: string
  readonly commit: string
}

/** The output of init-score.mjs. */
interface ScoredPackets {
  readonly total: {
    readonly noiseHits: number
    readonly noisePatterns: number
    readonly meanTokens: number
    readonly maxTokens: number
  }
  readonly kinds: Readonly<Record<string, { readonly found: number; readonly of: number }>>
  readonly repos: readonly {
    readonly repo: string
    readonly essential: readonly [number, number]
    readonly all: readonly [number, number]
    readonly noise: readonly string[]
    readonly tokens: number
  }[]
}

export function initScores({ home, away }: Settings): Score[] {
  const evaluation = process.env.FOREWORD_EVALUATION || join(home, '../shared/evaluation')
  const repositories = process.env.FOREWORD_REPOSITORIES
  const facts = join(evaluation, 'init-dev.jsonl')
  if (!existsSync(facts) || repositories === undefined) {
    console.error('init: not measured. Set FOREWORD_EVALUATION and FOREWORD_REPOSITORIES (bench/init.ts).')
    return []
  }
  const packets = process.env.FOREWORD_PACKETS || join(away, 'packets')
  mkdirSync(packets, { recursive: true })
  const rows = readFileSync(facts, 'utf8').split('\n').filter(Boolean)
  for (const row of rows.map((line) => JSON.parse(line) as FactRow)) {
    const source = join(repositories, row.repo.replace('/', '+'), 'repo')
    if (existsSync(source)) writePacket(row, { source, packets, home, away })
    else console.error(`init: ${row.repo} is missing in FOREWORD_REPOSITORIES and scores nothing.`)
  }
  const command = [join(evaluation, 'init-score.mjs'), facts, packets, '--json']
  return toScores(JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })) as ScoredPackets)
}

interface PacketInput extends Pick<Settings, 'home' | 'away'> {
  /** A bare repository. */
  readonly source: string
  readonly packets: string
}

/** Runs `init` and `assemble` in a clone, as a user without any configuration would. */
function writePacket({ repo, commit }: FactRow, { source, packets, home, away }: PacketInput): void {
  const directory = join(away, 'init', repo.split('/')[1]!)
  const output = `${directory}-packet`
  const git = (...args: string[]) => execFileSync('git', args, { stdio: 'ignore' })
  // A mirror may lack its largest files. Git reports them and goes on.
  git('clone', '-q', '--shared', '--no-checkout', source, directory)
  git('-C', directory, 'checkout', '-q', '-B', 'main', commit)
  const env = { PATH: process.env.PATH, HOME: join(away, 'init-user') }
  const foreword = (...args: string[]) => {
    const command = [join(home, 'bin/foreword.cjs'), ...args]
    const ran = spawnSync(process.execPath, command, { cwd: directory, env, encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`${repo}: foreword ${args.join(' ')}: ${ran.stdout}${ran.stderr}`)
  }
  foreword('init', '--yes')
  foreword('assemble', '.', 'standard', output)
  const file = join(packets, repo.replace('/', '__'))
  const { total } = JSON.parse(readFileSync(join(output, 'receipt.json'), 'utf8')) as { total: number }
  writeFileSync(`${file}.txt`, readFileSync(join(output, 'context.md')))
  writeFileSync(`${file}.tokens`, String(total))
  rmSync(directory, { recursive: true, force: true })
}

function toScores({ total, kinds, repos }: ScoredPackets): Score[] {
  const group = `packet after init, level standard, ${repos.length} repositories`
  const count = (pick: 'essential' | 'all', at: 0 | 1) => repos.reduce((sum, repo) => sum + repo[pick][at], 0)
  const recall = (pick: 'essential' | 'all', atLeast: number): Score => {
    const [found, of] = [count(pick, 0), count(pick, 1)]
    const value = share(found, of)
    return {
      group,
      name: `${pick} facts`,
      value,
      unit: '%',
      target: { atLeast },
      beside: `${found} of ${of}`,
    }
  }
  const { noiseHits, noisePatterns, meanTokens, maxTokens } = total
  return [
    recall('essential', 90),
    recall('all', 75),
    {
      group,
      name: 'noise patterns',
      value: noiseHits,
      unit: 'hits',
      target: { atMost: 2 },
      beside: `of ${noisePatterns}`,
    },
    {
      group,
      name: 'largest packet',
      value: maxTokens,
      unit: 'tokens',
      target: { atMost: 1500 },
      beside: `mean ${meanTokens.toFixed(0)}`,
    },
    ...repos.map(({ repo, essential, all, noise, tokens }): Score => {
      const beside = `all ${all.join('/')}, noise ${noise.length}, ${tokens} tokens`
      const value = share(...essential)
      return { group: 'essential facts by repository', name: repo, value, unit: '%', beside }
    }),
    ...Object.entries(kinds).map(([name, { found, of }]): Score => {
      return { group: 'facts by kind', name, value: share(found, of), unit: '%', beside: `${found} of ${of}` }
    }),
  ]
}
