// Runs a real agent once, headless, with our hooks, against a fake model on loopback, and records what the model receives.
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { programOf, releases } from '../../scripts/agents.ts'
import { startFakeModel } from '../../src/adapters/agents/index.ts'
import type { ModelRequest } from '../../src/ports/index.ts'
import { type Alter, openAltered } from './altered.ts'
import { type Driver, drivers } from './drivers.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { type Wanted, wantingModel } from './wanting.ts'

export const prompt = 'PROMPT-MARKER say hi'
const timeLimit = 120_000
const binary = join(import.meta.dirname, '../../bin/foreword.cjs')

/** One of our hook commands in the agent's settings. */
export interface Hook {
  /** Letters, digits and dashes. */
  readonly name: string
  readonly event: 'start' | 'prompt'
  /** Text for standard output. A function gets the agent's name for the event. */
  readonly prints?: string | ((event: string) => string)
  /** Runs instead and gets the hook's input. */
  readonly runs?: string
  /** Any code but 0 is also printed on standard error. */
  readonly exit?: number
  /** Pause before it prints. */
  readonly sleepSeconds?: number
  readonly timeoutSeconds?: number
  /** More keys of its entry. */
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface Place {
  readonly home: string
  readonly repo: string
  /** Options of the fake model. */
  readonly url: string
}

export interface Session {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly requests: readonly ModelRequest[]
  /** All requests to a model that wants a tool, as sent. */
  readonly bodies: readonly string[]
  /** The input of a hook. Null if the hook did not run. */
  seen(hook: string): string | null
  /** The output of a hook. */
  printed(hook: string): string | null
}

/** One run of the agent. */
export interface Turn {
  readonly args?: readonly string[]
  /** Arguments that are left out of the usual ones. */
  readonly withoutArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The directory of the project that the agent starts in; left out for its root. */
  readonly directory?: string
  /** Text for standard input. */
  readonly says?: string
}

export interface Order extends Turn {
  readonly hooks?: readonly Hook[]
  /** Files of the project by path. */
  readonly files?: Readonly<Record<string, string>>
  /** Changes the model's responses. */
  readonly alter?: Alter
  /** Adds settings after the usual ones are written. */
  readonly settle?: (place: Place) => void
  /** End of the name of the tool that the model calls first. */
  readonly wants?: Wanted
  /** Runs in the project as the user before the agent starts. */
  readonly before?: (run: World['run']) => void
  /** Runs after the session, before everything is removed. May resume the session. */
  readonly inspect?: (world: World) => unknown
}

/** The home and the project of a session. */
export interface World {
  readonly place: Place
  /** Runs a program in the project as the user and returns its output. */
  run(program: string, args: readonly string[]): string
  /** Runs the agent again in the same place with more arguments. */
  again(turn?: Turn): Promise<Session>
  /** Starts the agent in a terminal. */
  terminal(args?: readonly string[]): AgentTerminal
}

export interface AgentTerminal extends Terminal {
  /** The requests to the model since the start. */
  requests(): readonly ModelRequest[]
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

/** A home and a project for several sessions, one after the other. */
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
  const terminals: Terminal[] = []
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
    terminal(args = []) {
      const before = endpoint.requests().length
      const release = releases.find((release) => release.id === id)!
      driver.prepareTerminal(place)
      const terminal = openTerminal({
        program: programOf(release),
        args: [...driver.terminalArgs, ...args],
        cwd: place.repo,
        env: { ...environment(place.home), ...driver.env(place) },
        dir,
      })
      terminals.push(terminal)
      return { ...terminal, requests: () => endpoint.requests().slice(before) }
    },
    async close() {
      for (const terminal of terminals) terminal.close()
      await altered?.close()
      await wanting?.close()
      await endpoint.close()
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function prepare(dir: string, { home, repo }: Place, files: Readonly<Record<string, string>>): void {
  for (const path of [home, repo, join(dir, 'tmp'), join(dir, 'bin')]) mkdirSync(path)
  // The entries that `install --project` writes start the foreword that is on PATH.
  symlinkSync(realpathSync(binary), join(dir, 'bin/foreword'))
  for (const [path, text] of Object.entries({ 'README.md': '# A project\n', ...files })) {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), text)
  }
  const git = (...args: string[]) => execFileSync('git', ['-C', repo, ...args], { env: environment(home) })
  git('init', '-q')
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Begin')
}

/** Passes on nothing of our environment. Requests beyond loopback go to a proxy that does not exist. */
function environment(home: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9'
  return {
    HOME: home,
    PATH: `${join(home, '../bin')}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
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

/** A script that records its input and its output. */
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
  const release = releases.find((release) => release.id === id)!
  const args = driver.args.filter((arg) => !(order.withoutArgs ?? []).includes(arg))
  const child = spawn(programOf(release), [...args, ...(order.args ?? [])], {
    cwd: join(place.repo, order.directory ?? ''),
    env: { ...environment(place.home), ...driver.env(place), ...order.env },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const killGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // ESRCH: all processes have ended.
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
