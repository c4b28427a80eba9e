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
import { openEndpoint } from '../../src/adapters/endpoint/index.ts'
import type { ModelRequest } from '../../src/ports/index.ts'
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

/** Answers with what was printed. */
export type Run = (program: string, args: readonly string[]) => string

export interface Order {
  readonly hooks?: readonly Hook[]
  readonly args?: readonly string[]
  /** Of the arguments that it has in every session. */
  readonly withoutArgs?: readonly string[]
  /** In the project, by path. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Further settings, when those that it has in every session are there. */
  readonly settle?: (place: Place) => void
  /** The tool that the model wants first, by the end of its name. */
  readonly wants?: Wanted
  /** Done in the project, as the person whose home it is, before the agent is started. */
  readonly before?: (run: Run) => void
  /** The same, when it has ended. */
  readonly after?: (run: Run) => void
}

export async function runSession(id: keyof typeof drivers, order: Order): Promise<Session> {
  const driver = drivers[id]
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'agents-')))
  const endpoint = await openEndpoint()
  const wanting = order.wants === undefined ? null : await wantingModel(endpoint.url, order.wants)
  try {
    const place = { home: join(dir, 'home'), repo: join(dir, 'repo'), url: wanting?.url ?? endpoint.url }
    const hooks = order.hooks ?? []
    prepare(dir, place, order.files ?? {})
    driver.prepare(place)
    driver.settle(place, commandsFor(dir, driver, hooks))
    order.settle?.(place)
    const own = { cwd: place.repo, env: environment(place.home), stdio: 'pipe' } as const
    const runOwn: Run = (program, args) => execFileSync(program, args, own).toString()
    order.before?.(runOwn)
    const ended = await run(id, driver, place, order)
    order.after?.(runOwn)
    const seen = filesOf(dir, hooks, 'in')
    const printed = filesOf(dir, hooks, 'out')
    return {
      ...ended,
      requests: endpoint.requests(),
      bodies: wanting?.bodies() ?? [],
      seen: (hook) => seen.get(hook) ?? null,
      printed: (hook) => printed.get(hook) ?? null,
    }
  } finally {
    await wanting?.close()
    await endpoint.close()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
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
  order: Order,
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
  child.stdin.end(prompt)
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
