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

export const prompt = 'PROMPT-MARKER say hi'
const timeLimit = 120_000

/** One command of ours in the agent's settings. */
export interface Hook {
  /** Letters, digits and dashes. */
  readonly name: string
  readonly event: 'start' | 'prompt'
  /** On standard output. A function is given the agent's name for the event. */
  readonly prints: string | ((event: string) => string)
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
  /** What the agent handed to a hook; null when it was not run. */
  seen(hook: string): string | null
}

export interface Order {
  readonly hooks?: readonly Hook[]
  readonly args?: readonly string[]
  /** Called in place of what would write `hooks` into the settings. */
  readonly settle?: (place: Place) => void
  readonly env?: Readonly<Record<string, string>>
}

export async function runSession(id: keyof typeof drivers, order: Order): Promise<Session> {
  const driver = drivers[id]
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'agents-')))
  const endpoint = await openEndpoint()
  try {
    const place = { home: join(dir, 'home'), repo: join(dir, 'repo'), url: endpoint.url }
    prepare(dir, place)
    driver.prepare(place)
    if (order.settle !== undefined) order.settle(place)
    else driver.settle(place, commandsFor(dir, driver, order.hooks ?? []))
    const ended = await run(id, driver, place, order)
    const seen = readings(dir, order.hooks ?? [])
    return { ...ended, requests: endpoint.requests(), seen: (hook) => seen.get(hook) ?? null }
  } finally {
    await endpoint.close()
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function prepare(dir: string, { home, repo }: Place): void {
  for (const one of [home, repo, join(dir, 'tmp')]) mkdirSync(one)
  writeFileSync(join(repo, 'README.md'), '# A project\n')
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

/** A script that keeps what it is handed, and prints what was prepared. */
function commandsFor(dir: string, driver: Driver, hooks: readonly Hook[]): HookCommand[] {
  const script = join(dir, 'hook.sh')
  writeFileSync(script, 'cat > "$1.in"\nsleep "$2"\ncat "$1.out"\nexit "$3"\n')
  return hooks.map((hook) => {
    const eventName = driver.events[hook.event]
    const file = join(dir, hook.name)
    writeFileSync(`${file}.out`, typeof hook.prints === 'string' ? hook.prints : hook.prints(eventName))
    const command = `/bin/sh ${script} ${file} ${hook.sleepSeconds ?? 0} ${hook.exit ?? 0}`
    return { ...hook, command, eventName }
  })
}

function readings(dir: string, hooks: readonly Hook[]): Map<string, string> {
  const there = hooks.filter(({ name }) => existsSync(join(dir, `${name}.in`)))
  return new Map(there.map(({ name }) => [name, readFileSync(join(dir, `${name}.in`), 'utf8')]))
}

function run(
  id: string,
  driver: Driver,
  place: Place,
  order: Order,
): Promise<Pick<Session, 'code' | 'out' | 'err'>> {
  const release = releases.find((one) => one.id === id)!
  const child = spawn(programOf(release), [...driver.args, ...(order.args ?? [])], {
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
