// Runs the program for a user with an empty home and an otherwise empty environment.
import { isUtf8 } from 'node:buffer'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInProcess } from './in-process.ts'

const packageRoot = join(import.meta.dirname, '../..')
export const binary = join(packageRoot, 'bin/foreword.cjs')
export const now = '2026-01-03T18:30:00Z'
/** Fixes the day, so that the journal of `files` is one day old. */
export const at = `--now=${now}`

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Call {
  readonly input?: string | Buffer
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Starts the program as shipped, for tests of the process itself or of its standard input. */
  readonly asProcess?: boolean
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Ran>
}

/** The output of a process when it has ended for any reason. */
export function end(child: ChildProcess): Promise<Ran> {
  const parts = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (some: string) => {
    parts.out += some
  })
  child.stderr?.setEncoding('utf8').on('data', (some: string) => {
    parts.err += some
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, ...parts }))
  })
}

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'C',
  GIT_COMMITTER_EMAIL: 'c@example.org',
}

/** Every source of the outpost preset. */
export const files = {
  'apps/shop/SHOP_SOUL.md':
    'Project: Shop\nType: venture\nPurpose: Sell things\n\nConstraints:\n- Never lose an order\n',
  'docs/ANCHORS.md':
    'Decisions:\n- SQLite: simplicity over scale (2025-12-20)\n\nNon-Negotiables:\n- Prices are integers\n',
  'profiles/default/PROFILE.md': 'Operator: Ada\nStyle: Direct\n\nStandards:\n- Tests first\n',
  'session-journals/2026-01-02-001-cart.md':
    'Last Session: 2026-01-02\nStatus: Complete\n\nAccomplishments:\n- Added the cart\n\nNext Action: Add the checkout\n',
  'docs/MASTER_ROADMAP.md':
    '# Roadmap\n\n### Phase 1: Foundation\n\n**Goal**: A shop that sells\n\n## Blockers\n\n- No payment provider\n',
} as const

export type Files = Readonly<Record<string, string | null>>

/** A directory with a home, a cache, a directory for agents on PATH, and a project. */
export class World {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'surfaces-')))
  readonly cache = join(this.dir, 'cache')
  readonly bin = join(this.dir, 'bin')
  readonly runs = join(this.dir, 'runs')
  /** The directory of the runs' worktrees. */
  readonly workspaces = join(this.dir, 'home/.local/state/foreword/workspaces')
  readonly env: Readonly<Record<string, string>>

  constructor() {
    const home = join(this.dir, 'home')
    for (const directory of [home, this.bin]) mkdirSync(directory)
    const path = `${this.bin}:/usr/bin:/bin`
    this.env = {
      PATH: path,
      HOME: home,
      FOREWORD_CACHE_DIR: this.cache,
      GIT_CONFIG_NOSYSTEM: '1',
      ...identity,
    }
  }

  /** Runs the command line in the test's own process, which takes a tenth of the time. */
  foreword(words: readonly string[], call: Call = {}): Ran {
    if (call.asProcess) return this.program(words, call)
    const { input = '', cwd = this.dir, env = {} } = call
    const isText = typeof input === 'string' || isUtf8(input)
    if (!isText || (input !== '' && words[0] !== 'hook'))
      throw new Error('Only a process can read this input: use world.program or asProcess.')
    const run = { words, cwd, env: { ...this.env, ...env }, input: input.toString(), home: packageRoot }
    return runInProcess(run)
  }

  /** Runs the program as shipped, in its own process, and waits for its end. */
  program(args: readonly string[], { input = '', cwd = this.dir, env = {} }: Call = {}): Ran {
    const ran = spawnSync(process.execPath, [binary, ...args], {
      cwd,
      input,
      env: { ...this.env, ...env },
      maxBuffer: 64_000_000,
      // Blocks this process, including its timers.
      timeout: 120_000,
      killSignal: 'SIGKILL',
    })
    return { code: ran.status, out: ran.stdout.toString(), err: ran.stderr.toString() }
  }

  /** Starts the program and does not wait. */
  start(args: readonly string[], { cwd = this.dir, env = {} }: Omit<Call, 'input'> = {}): Started {
    const child = spawn(process.execPath, [binary, ...args], {
      cwd,
      env: { ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { child, ended: end(child) }
  }

  /** Runs a line of shell in which `foreword` is the program. */
  shell(line: string): Ran {
    const script = `foreword() { "${process.execPath}" "${binary}" "$@"; }\n${line}`
    const ran = spawnSync('/bin/sh', ['-c', script], { cwd: this.dir, env: this.env, encoding: 'utf8' })
    return { code: ran.status, out: ran.stdout, err: ran.stderr }
  }

  /** Writes files below a directory. Null removes a default file. */
  project(changes: Files = {}, name = 'shop'): string {
    const root = join(this.dir, name)
    mkdirSync(root, { recursive: true })
    for (const [path, text] of Object.entries({ ...files, ...changes })) {
      if (text === null) rmSync(join(root, path), { force: true })
      else this.write(join(root, path), text)
    }
    return root
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  git(cwd: string, ...args: string[]): string {
    const ran = spawnSync('git', args, { cwd, env: this.env, encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`)
    return ran.stdout.trim()
  }

  /** Makes the project a repository with one commit. */
  repository(changes: Files = {}, name = 'shop'): string {
    const root = this.project(changes, name)
    // One process instead of three: starting one from the large process of the tests takes longer than git itself.
    const line = 'git init -q -b main && git add -A && git commit -qm first'
    const { status, stderr } = spawnSync('/bin/sh', ['-c', line], {
      cwd: root,
      env: this.env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${line}: ${stderr}`)
    return root
  }

  /** Puts a program on PATH that records its arguments and then runs `body` in a shell. */
  agent(name: string, body = ''): void {
    const file = join(this.bin, name)
    const record = join(this.dir, `called-${name}`)
    this.write(
      file,
      `#!/bin/sh\nmkdir -p '${record}'\nfor one in "$@"; do printf '%s\\0' "$one"; done > '${record}/argv'\npwd > '${record}/cwd'\ncat > '${record}/stdin'\n${body}\n`,
    )
    chmodSync(file, 0o755)
  }

  called(name: string): { argv: string[]; cwd: string; stdin: string } | null {
    const record = join(this.dir, `called-${name}`)
    if (!existsSync(record)) return null
    const read = (file: string) => readFileSync(join(record, file), 'utf8')
    return { argv: read('argv').split('\0').slice(0, -1), cwd: read('cwd').trim(), stdin: read('stdin') }
  }

  /** The directories of all runs, sorted by name. */
  runDirectories(): string[] {
    if (!statSync(this.runs, { throwIfNoEntry: false })?.isDirectory()) return []
    return visible(this.runs).map((name) => join(this.runs, name))
  }

  /** Gives a task to agents and returns the first new run directory. */
  dispatch(
    repo: string,
    options: readonly string[],
    task = 'Add it',
    call: Call = {},
  ): Ran & { run: string } {
    const before = this.runDirectories()
    const ran = this.foreword(['dispatch', repo, task, `--runs-dir=${this.runs}`, ...options], call)
    return { ...ran, run: this.runDirectories().find((run) => !before.includes(run)) ?? '' }
  }

  assemble(repo: string, level: string, ...options: string[]): Ran & { output: string } {
    const output = mkdtempSync(join(this.dir, 'out-'))
    return { ...this.foreword(['assemble', repo, level, output, at, ...options]), output }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true })
  }
}

/** The names in a directory, without hidden ones. */
export function visible(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => !name.startsWith('.'))
    .sort()
}

export function text(...path: string[]): string {
  return readFileSync(join(...path), 'utf8')
}

// biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
export function json(...path: string[]): any {
  return JSON.parse(text(...path))
}

/** A journal of about this many tokens. */
export function journal(tokens: number, date = '2026-01-02'): string {
  const lines = Array.from(
    { length: Math.ceil(tokens / 10) },
    (_, i) => `- Did the thing number ${i} of it, well`,
  )
  return `Last Session: ${date}\nStatus: Complete\n\nAccomplishments:\n${lines.join('\n')}\n\nNext Action: Go on\n`
}

/** Assembled at run time, so that secret scanners do not report this file. */
export const secrets = {
  github: `ghp_${'a1B2c3D4e5'.repeat(4)}`,
  aws: `AKIA${'ABCDEFGH12345678'}`,
} as const
