import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { EnabledPlugin, Plugins } from '../../ports/index.ts'
import { openPlugins } from './open-plugins.ts'

/** A user with a project, and programs beside it. */
export interface World {
  readonly home: string
  readonly root: string
  /** Path of a file by which a program can leave a trace. */
  trace(name: string): string
  /** Writes an executable with this JavaScript (CommonJS) and returns its path. */
  program(body: string, file?: string): string
  /** Opens the plugin "it", enabled with these settings. */
  plugins(enabled: Partial<EnabledPlugin>, env?: NodeJS.ProcessEnv): Plugins
  read(enabled: Partial<EnabledPlugin>, ask?: Partial<Ask>): ReturnType<Plugins['read']>
  remove(): void
}

interface Ask {
  readonly path: string
  readonly provides: readonly string[]
}

export const now = '2026-01-03T18:30:00.000Z'

export function makeWorld(): World {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'plugins-')))
  const root = join(home, 'work', 'shop')
  mkdirSync(root, { recursive: true })
  let count = 0
  const program = (body: string, file = join(home, 'bin', `program-${++count}.cjs`)) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `#!${process.execPath}\n${body}\n`)
    chmodSync(file, 0o755)
    return file
  }
  const plugins: World['plugins'] = (enabled, env = {}) => {
    const it: EnabledPlugin = {
      how: 'command',
      command: [],
      url: null,
      projects: null,
      timeoutMs: 20_000,
      maxBytes: 256 * 1024,
      env: [],
      bearer: null,
      ...enabled,
    }
    return openPlugins({
      configuration: { file: '/home/a/plugins.yaml', plugins: new Map([['it', it]]), fault: null },
      env: { PATH: '/usr/bin:/bin', HOME: home, ...env },
      root,
      project: 'shop',
      scheme: 'foreword',
      hash: (content) => `${content.length} bytes`,
      now: () => new Date(now),
      version: '1.2.3',
    })
  }
  return {
    home,
    root,
    trace: (name) => join(home, name),
    program,
    plugins,
    read: (enabled, ask) => plugins(enabled).read({ plugin: 'it', path: '', provides: ['issues'], ...ask }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Whether a process ends before the timeout. */
export function gone(pid: number): Promise<boolean> {
  return until(() => {
    try {
      process.kill(pid, 0)
      // A zombie has ended; its parent has not collected its status yet.
      return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    } catch {
      return true
    }
  })
}

export async function until(isSo: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 500; tries++) {
    if (isSo()) return true
    await rest(20)
  }
  return false
}
