// Calls hooks as an agent does, in a project whose manifest is trusted.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { binary, end, type Ran, type Started, World } from './program.ts'

export const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 40000 } }
default_level: standard
ceiling: 40000
tiers:
  work: { budget: 30000, refresh: [{ on_change: '*' }] }
refresh: { cooldown_seconds: 0 }
sections:
  project: { sources: ["file:README.md"] }
  now: { tier: work, sources: ["file:docs/now.md"] }
`

export interface Said extends Ran {
  readonly context: string | null
  readonly message: string | null
}

type Env = Readonly<Record<string, string>>

export interface HookCall {
  readonly agent?: string
  /** The agent's input: a string is sent unchanged, an object as JSON with the working directory. */
  readonly input?: object | string | Buffer
  readonly options?: readonly string[]
  readonly env?: Env
  readonly cwd?: string
  readonly asProcess?: boolean
}

export class Hooks {
  readonly world = new World()
  readonly root: string
  #prompts = 0

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.root = this.world.repository({
      '.foreword/manifest.yaml': manifest,
      'README.md': '# Shop\n\nBooks for everybody.\n',
      'docs/now.md': '# Now\n\nVouchers.\n',
      ...files,
    })
    this.trust()
  }

  trust(): void {
    const { code, err } = this.world.foreword(['trust', this.root, '--yes'])
    if (code !== 0) throw new Error(err)
  }

  write(path: string, text: string): void {
    this.world.write(join(this.root, path), text)
  }

  words(event: string, { agent = 'claude', options = [] }: HookCall): string[] {
    return ['hook', event, `--agent=${agent}`, ...options]
  }

  text(input: HookCall['input'] = {}): string | Buffer {
    if (typeof input === 'string' || Buffer.isBuffer(input)) return input
    const own = 'prompt' in input ? { prompt_id: `prompt-${++this.#prompts}` } : {}
    return JSON.stringify({ cwd: this.root, session_id: 'ses-one', ...own, ...input })
  }

  call(event: string, call: HookCall = {}): Said {
    const { env = {}, cwd = this.world.dir, asProcess = false } = call
    const input = this.text(call.input)
    return said(this.world.foreword(this.words(event, call), { input, env, cwd, asProcess }))
  }

  /** Starts the hook and does not wait. Its input stays open. */
  open(event: string, call: HookCall = {}): Started {
    const child = spawn(process.execPath, [binary, ...this.words(event, call)], {
      cwd: call.cwd ?? this.world.dir,
      env: { ...this.world.env, ...call.env },
      stdio: 'pipe',
    })
    child.stdin.on('error', () => undefined)
    child.stdin.write(this.text(call.input))
    return { child, ended: end(child) }
  }

  async together(event: string, calls: readonly HookCall[]): Promise<Said[]> {
    const started = calls.map((call) => this.open(event, call))
    for (const { child } of started) child.stdin?.end()
    return Promise.all(started.map(async ({ ended }) => said(await ended)))
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
  log(env: Env = {}): any[] {
    const ran = this.world.foreword(['log', '--repo', this.root, '--json'], { env })
    if (ran.code !== 0) throw new Error(ran.err)
    return JSON.parse(ran.out).injections
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
  receipt(id: string): any {
    const ran = this.world.foreword(['show', id, '--repo', this.root, '--json'])
    if (ran.code !== 0) throw new Error(ran.err)
    return JSON.parse(ran.out)
  }
}

export const startup = { hook_event_name: 'SessionStart', source: 'startup' }

function said(ran: Ran): Said {
  const data = ran.out.startsWith('{') ? JSON.parse(ran.out) : null
  const context = data?.hookSpecificOutput?.additionalContext ?? null
  return { ...ran, context, message: data?.systemMessage ?? null }
}

export const lines = (text: string) => text.split('\n').filter((line) => line !== '')

/** A document of this many numbered lines. */
export const page = (word: string, lines: number) =>
  `# ${word}\n\n${Array.from({ length: lines }, (_, i) => `line ${i} of the page of ${word}\n`).join('')}`

/** How many of these lines a text has. */
export const linesOf = (text: string | null, word: string) =>
  (text ?? '').split(` of the page of ${word}\n`).length - 1
