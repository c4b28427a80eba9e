// A committed project with the blue preset and a trusted manifest, and the program that serves it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { committed } from '../committed.ts'
import type { Settings } from '../settings.ts'

/** A version of a file is trusted only if the file has not changed for this long: see `settleMs` in adapters/cache/file-versions.ts. */
const settleMs = 3300

export interface Pulled {
  readonly home: string
  readonly away: string
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** `node bin/foreword.cjs`, as shipped. */
  readonly program: string
  /** The address that is read. Its text has a few hundred bytes. */
  readonly uri: string
  readonly text: string
  /** Addresses of different kinds. */
  readonly others: readonly string[]
}

export async function pulledProject({ home, away }: Settings): Promise<Pulled> {
  const root = join(away, 'pulled')
  cpSync(join(home, 'presets/blue/cases/session-start/repo'), root, { recursive: true })
  mkdirSync(join(root, '.foreword'))
  writeFileSync(join(root, '.foreword/manifest.yaml'), 'extends: preset:blue\nname: pulled\n')
  committed(root)
  const user = join(away, 'mcp-user')
  const env = {
    ...process.env,
    HOME: user,
    XDG_CONFIG_HOME: join(user, 'config'),
    XDG_STATE_HOME: join(user, 'state'),
    FOREWORD_CACHE_DIR: join(user, 'cache'),
  }
  const program = join(home, 'bin/foreword.cjs')
  const foreword = (...args: string[]) =>
    execFileSync(process.execPath, [program, ...args], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' })
  foreword('trust', '--yes')
  const uri = 'blue://docs/adrs/1'
  const text = foreword('read', uri)
  await rest(settleMs)
  const numbered = [1, 2, 3, 4, 5].map((number) => `blue://docs/adrs/${number}`)
  const others = [...numbered, 'blue://docs/adrs/', 'blue://docs/rfcs/16', 'blue://context/voice']
  return { home, away, root, env, program, uri, text, others }
}
