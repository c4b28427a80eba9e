// Runs a real agent once, headless, with hooks of ours, against the endpoint on loopback: what would the model have seen?
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { programOf, releases } from '../../scripts/agents.ts'
import { startFakeModel } from '../../src/adapters/agents/index.ts'
import type { ModelRequest } from '../../src/ports/index.ts'
import { type Alter, openAltered } from './altered.ts'
import { type Driver, drivers } from './drivers.ts'
import { type Wanted, wantingModel } from './wanting.ts'

export const prompt = 'PROMPT-MARKER say hi'
const timeLimit = 120_000

/** One command of ours in the agent's settings. */
export interface Hook {
  /** Letters, digits and dashes. */
  readonly name: string
  readonly event: 'start' | 'prompt'
  /** On standard output. A function is given the agent's name for the event. */
  readonly prints?: string | ((event: string) => string)
  /** Runs instead; it is handed what the agent said. */
  readonly runs?: string
  /** Anything but 0 is said on standard error, too. */
  readonly exit?: number
  /** Before it prints. */
  readonly sleepSeconds?: number
  readonly timeoutSeconds?: number
  /** Further keys of its entry. */
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface Place {
  readonly home: string
  readonly repo: string
  /** Of the endpoint. */
  readonly url: string
}

export interface Session {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly requests: readonly ModelRequest[]
  /** All that it asked a model that wants a tool, as it was sent. */
  readonly bodies: readonly string[]
  /** What the agent handed to a hook; null when it was not run. */
  seen(hook: string): string | null
  /** What a hook printed. */
  printed(hook: string): string | null
}

/** One start of the agent. */
export interface Turn {
  readonly args?: readonly string[]
  /** Of the arguments that it has in every session. */
  readonly withoutArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** On standard input. */
  readonly says?: string
}

export interface Order extends Turn {
  readonly hooks?: readonly Hook[]
  /** In the project, by path. */
  readonly files?: Readonly<Record<string, string>>
  /** Changes what the model answers. */
  readonly alter?: Alter
  /** Further settings, when those that it has in every session are there. */
  readonly settle?: (place: Place) => void
  /** The tool that the model wants first, by the end of its name. */
  readonly wants?: Wanted
  /** Done in the project, as the person whose home it is, before the agent is started. */
  readonly before?: (run: World['run']) => void
  /** Looks at what is there when the session is over, or goes on with it, before everything is taken away. */
  readonly inspect?: (world: World) => unknown
}

/** The home and the project of a session, as long as they are there. */
export interface World {
  readonly place: Place
  /** Runs a program in the project, as the person whose home it is; gives what it printed. */
  run(program: string, args: readonly string[]): string
  /** The agent once more in the same place, with further arguments. */
  again(turn?: Turn): Promise<Session>
}

export async function runSession(id: keyof typeof drivers, order: Order): Promise<Session> {
  const world = await openWorld(id, order)
  try {
    order.before?.(world.run)
    const session = await world.again(order)
    await order.inspect?.(world)
    return session
  } finally {
    await world.close()
  }
}

/** A home and a project in which several sessions can run, one after the other. */
export async function openWorld(
  id: keyof typeof drivers,
  order: Pick<Order, 'hooks' | 'files' | 'alter' | 'settle' | 'wants'>,
): Promise<World & { close(): Promise<void> }> {
  const driver = drivers[id]
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'agents-')))
  const endpoint = await startFakeModel()
  const altered = order.alter === undefined ? null : await openAltered(endpoint.url, order.alter)
  const wanting = order.wants === undefined ? null : await wantingModel(endpoint.url, order.wants)
  const place = {
    home: join(dir, 'home'),
    repo: join(dir, 'repo'),
    url: altered?.url ?? wanting?.url ?? endpoint.url,
  }
  const hooks = order.hooks ?? []
  prepare(dir, place, order.files ?? {})
  driver.prepare(place)
  if (hooks.length > 0) driver.settle(place, commandsFor(dir, driver, hooks))
  order.settle?.(place)
  const own = { cwd: place.repo, env: environment(place.home), stdio: 'pipe', encoding: 'utf8' } as const
  return {
    place,
    run: (program, args) => execFileSync(program, args, own),
    async again(turn = {}) {
      const before = endpoint.requests().length
      const ended = await run(id, driver, place, turn)
      const seen = filesOf(dir, hooks, 'in')
      const printed = filesOf(dir, hooks, 'out')
      return {
        ...ended,
        requests: endpoint.requests().slice(before),
        bodies: wanting?.bodies() ?? [],
        seen: (hook) => seen.get(hook) ?? null,
        printed: (hook) => printed.get(hook) ?? null,
      }
    },
    async close() {
      await altered?.close()
      await wanting?.close()
      await endpoint.close()
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function prepare(dir: string, { home, repo }: Place, files: Readonly<Record<string, string>>): void {
  for (const one of [home, repo, join(dir, 'tmp')]) mkdirSync(one)
  for (const [path, text] of Object.entries({ 'README.md': '# A project\n', ...files })) {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', repo, ...args], { env: environment(home) })
  git('init', '-q')
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Begin')
}

/** Nothing of ours is handed on. What is not on loopback is sent to a proxy that is not there. */
function environment(home: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9'
  return {
    HOME: home,
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    TMPDIR: join(home, '../tmp'),
    LANG: 'C.UTF-8',
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  }
}

export interface HookCommand extends Hook {
  readonly command: string
  readonly eventName: string
}

/** A script that keeps what it is handed and what it prints. */
function commandsFor(dir: string, driver: Driver, hooks: readonly Hook[]): HookCommand[] {
  return hooks.map((hook) => {
    const eventName = driver.events[hook.event]
    const file = join(dir, hook.name)
    const { prints = '', runs, sleepSeconds = 0, exit = 0 } = hook
    writeFileSync(`${file}.out`, typeof prints === 'string' ? prints : prints(eventName))
    const steps = [
      `cat > ${file}.in`,
      `sleep ${sleepSeconds}`,
      runs === undefined ? '' : `${runs} < ${file}.in > ${file}.out`,
      `cat ${file}.out`,
      exit === 0 ? '' : 'echo "the hook failed" >&2',
      `exit ${exit}`,
    ]
    writeFileSync(`${file}.sh`, steps.join('\n'))
    return { ...hook, command: `/bin/sh ${file}.sh`, eventName }
  })
}

function filesOf(dir: string, hooks: readonly Hook[], ending: 'in' | 'out'): Map<string, string> {
  const there = hooks.filter(({ name }) => existsSync(join(dir, `${name}.${ending}`)))
  return new Map(there.map(({ name }) => [name, readFileSync(join(dir, `${name}.${ending}`), 'utf8')]))
}

function run(
  id: string,
  driver: Driver,
  place: Place,
  order: Turn,
): Promise<Pick<Session, 'code' | 'out' | 'err'>> {
  const release = releases.find((one) => one.id === id)!
  const args = driver.args.filter((one) => !(order.withoutArgs ?? []).includes(one))
  const child = spawn(programOf(release), [...args, ...(order.args ?? [])], {
    cwd: place.repo,
    env: { ...environment(place.home), ...driver.env(place), ...order.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const killGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // ESRCH: all gone already.
    }
  }
  const parts = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (some: string) => {
    parts.out += some
  })
  child.stderr.setEncoding('utf8').on('data', (some: string) => {
    parts.err += some
  })
  child.stdin.on('error', () => {})
  child.stdin.end(order.says ?? prompt)
  return new Promise((fulfil, reject) => {
    const limit = setTimeout(() => {
      killGroup()
      reject(new Error(`${id} did not end within ${timeLimit / 1000} s:\n${parts.out}\n${parts.err}`))
    }, timeLimit)
    process.once('exit', killGroup)
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(limit)
      process.off('exit', killGroup)
      killGroup()
      child.once('close', () => fulfil({ code, ...parts }))
    })
  })
}
