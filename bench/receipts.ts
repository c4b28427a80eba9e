import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hash } from '../src/adapters/cache/index.ts'
import { openPostgres } from '../src/adapters/store/sql/postgres.ts'
import { startPostgres } from '../tests/contracts/postgres.ts'
import { measure, type Turn } from './cold.ts'
import { type Figure, median } from './figures.ts'
import { fillSqlite, type Model, parcelOf } from './ledgers.ts'
import type { Settings } from './settings.ts'

const program = ({ home }: Settings) => [process.execPath, join(home, 'bin/foreword.cjs')]

/** A separate project, so that no store is left in the example. */
function projectIn({ away, example }: Settings, name: string): string {
  const project = join(away, name, basename(example))
  cpSync(example, project, { recursive: true })
  return project
}

/** The time that recording adds to a warm start. */
export async function insertCost(settings: Settings): Promise<Figure[]> {
  const { away, quick } = settings
  const project = projectIn(settings, 'insert-cost')
  // Files must be settled, because a fresh change is never cached. The first run creates the store.
  modelOf(settings, project)
  await setTimeout(4_000)
  const env = { FOREWORD_CACHE_DIR: join(away, 'cache'), XDG_STATE_HOME: join(away, 'user-state') }
  const assemble = (to: string) => [
    ...program(settings),
    'assemble',
    project,
    'standard',
    `${join(away, to)}-$round`,
  ]
  const turns: Turn[] = [
    { words: assemble('insert-off'), env: { ...env, FOREWORD_STORE: 'off' } },
    { words: assemble('insert-on'), env: { ...env, FOREWORD_STORE: 'shared' } },
  ]
  const times = measure(turns, quick ? 15 : 40)
  return (['cpu', 'wall'] as const).flatMap((clock): Figure[] => {
    const [off, on] = times.map((runs) => median(runs.map((run) => run[clock])))
    const group = `receipt insert in a cold hook, ${clock === 'cpu' ? 'processor time' : 'wall time'}`
    return [
      {
        group,
        name: 'assemble, warm cache, FOREWORD_STORE=off',
        value: off! * 1000,
        unit: 'ms',
        ratio: null,
      },
      {
        group,
        name: 'the same with its receipt in SQLite',
        value: on! * 1000,
        unit: 'ms',
        ratio: on! / off!,
        goal: { of: 'ratio', atMost: 1.15 },
      },
    ]
  })
}

/** Queries on a large ledger, compared with the same queries on a small one. */
export async function largeLedgers(settings: Settings): Promise<Figure[]> {
  const sizes = [1_000, settings.quick ? 100_000 : 1_000_000]
  const model = modelOf(settings)
  const stores = await Promise.all(
    sizes.map(async (size) => {
      const project = projectIn(settings, `ledger-${size}`)
      const state = join(project, '.foreword/state')
      mkdirSync(state, { recursive: true })
      await fillSqlite(join(state, 'store.db'), model, size)
      return project
    }),
  )
  const questions = {
    context: ['context'],
    log: ['log'],
    'log --session=…': ['log', '--session=ses-42'],
    'log --agent=codex --since=…': ['log', '--agent=codex', '--since=2026-01-01T00:10:00Z'],
    'log --section=journal': ['log', '--section=journal'],
    'log --source=…': ['log', '--source=docs/ANCHORS.md'],
  }
  const turns = Object.values(questions).flatMap((words) =>
    stores.map((repo) => ({
      words: [...program(settings), ...words, `--repo=${repo}`],
      env: { FOREWORD_CACHE_DIR: join(settings.away, 'cache') },
    })),
  )
  const times = measure(turns, settings.quick ? 5 : 15).map((runs) => median(runs.map((run) => run.wall)))
  return Object.keys(questions).flatMap((name, i): Figure[] => {
    const group = `${name}, wall time`
    const [small, large] = [times[i * 2]!, times[i * 2 + 1]!]
    return [
      {
        group,
        name: `on ${sizes[0]!.toLocaleString('en')} receipts`,
        value: small * 1000,
        unit: 'ms',
        ratio: null,
      },
      {
        group,
        name: `on ${sizes[1]!.toLocaleString('en')} receipts`,
        value: large * 1000,
        unit: 'ms',
        ratio: large / small,
        goal: { of: 'ratio', atMost: 2 },
      },
    ]
  })
}

/** Parcels that the program itself makes in the example. */
function modelOf(settings: Settings, project = projectIn(settings, 'model-project')): Model {
  const output = join(settings.away, 'model')
  const [node = '', ...args] = [...program(settings), 'assemble', project, 'standard', output]
  const { status, stderr } = spawnSync(node, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const read = (name: string) => readFileSync(join(output, name), 'utf8')
  return { receipt: JSON.parse(read('receipt.json')), text: read('context.md') }
}

const herdSize = 200

/** As many hooks as a fleet of agents starts at once. */
export async function herd(settings: Settings): Promise<Figure[]> {
  const group = `${herdSize} processes at once, one receipt each, on SQLite`
  const project = projectIn(settings, 'herd')
  const started = performance.now()
  const codes = await Promise.all(
    Array.from({ length: herdSize }, (_, i) => {
      const [node = '', ...args] = program(settings)
      const output = join(settings.away, `herd-out-${i}`)
      const child = spawn(node, [...args, 'assemble', project, 'standard', output], { stdio: 'ignore' })
      return new Promise<number | null>((done) => child.on('close', done))
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const [node = '', ...args] = program(settings)
  const verified = spawnSync(node, [...args, 'verify', `--repo=${project}`, '--json'], { encoding: 'utf8' })
  const { holds, entries } = JSON.parse(verified.stdout)
  if (!holds) throw new Error(verified.stdout)
  const none = { of: 'value', atMost: 0 } as const
  return [
    { group, name: 'until the last one is done', value: seconds, unit: 's', ratio: null },
    {
      group,
      name: 'failed',
      value: codes.filter((code) => code !== 0).length,
      unit: '',
      ratio: 0,
      goal: none,
    },
    { group, name: 'missing from the ledger', value: herdSize - entries, unit: '', ratio: 0, goal: none },
  ]
}

/** Appends from several connections: to one shared ledger, which takes turns, and to one ledger each. */
export async function postgresRate(settings: Settings): Promise<Figure[]> {
  const model = modelOf(settings)
  const server = await startPostgres()
  const figures: Figure[] = []
  try {
    for (const ledgers of ['one ledger', 'a ledger each'] as const) {
      const group = `PostgreSQL, receipts appended one by one, ${ledgers}`
      let baseline: number | null = null
      for (const connections of [1, 8, 32]) {
        const url = await server.database()
        const rate = await appendFor(url, model, { connections, ledgers, seconds: settings.quick ? 2 : 6 })
        const name = `${connections} connection${connections === 1 ? '' : 's'}`
        figures.push({
          group,
          name,
          value: rate,
          unit: 'receipts/s',
          ratio: baseline === null ? null : rate / baseline,
        })
        baseline ??= rate
      }
    }
  } finally {
    await server.stop()
  }
  return figures
}

interface Load {
  readonly connections: number
  readonly ledgers: 'one ledger' | 'a ledger each'
  readonly seconds: number
}

async function appendFor(
  url: string,
  model: Model,
  { connections, ledgers, seconds }: Load,
): Promise<number> {
  const store = await openPostgres({
    url,
    hash,
    newUid: (name) => name,
    connections,
    connectTimeoutMs: 10_000,
  })
  let next = 0
  const until = performance.now() + seconds * 1000
  const client = async (i: number) => {
    const name = ledgers === 'one ledger' ? 'bench' : `bench-${i}`
    while (performance.now() < until) await store.append({ uid: name, name }, [parcelOf(model, next++)])
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, (_, i) => client(i)))
  const rate = next / ((performance.now() - started) / 1000)
  await store.close()
  return rate
}
