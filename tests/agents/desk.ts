// A user with real agents on PATH who gives them tasks with `foreword dispatch`.
import { execFileSync, spawn } from 'node:child_process'
import {
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
import { drivers } from './drivers.ts'
import { binary } from './shop.ts'

export type AgentId = keyof typeof drivers

/** The fields of `dispatch --json` that the tests read. */
export interface Run {
  readonly run_id: string
  readonly agent: string
  readonly directory: string
  readonly injection_id: string | null
  readonly status: string
  readonly exit_code: number | null
  readonly session_id: string | null
  readonly model: string | null
  readonly blocked: boolean
  readonly error: string | null
  readonly message: string | null
  readonly usage: { readonly input: number | null } | null
}

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly runs: readonly Run[]
}

export const task = 'TASK-MARKER add the PARTY command; mind `a < b && c > d`, "é 漢 😀"'

export class Desk {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'desk-')))
  readonly home = join(this.dir, 'home')
  readonly repo = join(this.dir, 'repo')
  readonly env: Readonly<Record<string, string>>

  constructor(ids: readonly AgentId[], url: string, files: Readonly<Record<string, string>> = {}) {
    const bin = join(this.dir, 'bin')
    for (const path of [this.home, this.repo, bin, join(this.dir, 'tmp')]) mkdirSync(path)
    const place = { home: this.home, repo: this.repo, url }
    for (const id of ids) {
      const release = releases.find((release) => release.id === id)!
      symlinkSync(programOf(release), join(bin, release.program))
      drivers[id].prepare(place)
    }
    const nowhere = 'http://127.0.0.1:9'
    this.env = {
      HOME: this.home,
      PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      TMPDIR: join(this.dir, 'tmp'),
      LANG: 'C.UTF-8',
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      ...Object.assign({}, ...ids.map((id) => drivers[id].env(place))),
    }
    for (const [path, text] of Object.entries({
      'README.md': '# Shop\n\nBooks for everybody.\n',
      ...files,
    })) {
      mkdirSync(dirname(join(this.repo, path)), { recursive: true })
      writeFileSync(join(this.repo, path), text)
    }
    const git = (...args: string[]) => execFileSync('git', ['-C', this.repo, ...args], { env: this.env })
    git('init', '-q')
    git('add', '.')
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Begin')
  }

  /** Runs asynchronously, because this process answers as the model. */
  foreword(...args: string[]): Promise<Pick<Ended, 'code' | 'out' | 'err'>> {
    const child = spawn(process.execPath, [binary, ...args], { cwd: this.repo, env: this.env, stdio: 'pipe' })
    const parts = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (some: string) => {
      parts.out += some
    })
    child.stderr.setEncoding('utf8').on('data', (some: string) => {
      parts.err += some
    })
    child.stdin.end()
    return new Promise((fulfil, reject) => {
      child.once('error', reject)
      child.once('close', (code) => fulfil({ code, ...parts }))
    })
  }

  async dispatch(...options: string[]): Promise<Ended> {
    const ended = await this.foreword('dispatch', '.', task, '--json', ...options)
    return { ...ended, runs: ended.out === '' ? [] : JSON.parse(ended.out) }
  }

  read({ directory }: Run, file: string): string {
    return readFileSync(join(directory, file), 'utf8')
  }

  /** Processes of this run that are still alive. */
  processes(): string[] {
    const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
    return lines.filter((line) => line.includes(this.dir))
  }

  close(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
