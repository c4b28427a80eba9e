import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findOwnProgram, openSettings } from '../adapters/agents/index.ts'
import { userPath } from '../adapters/disk/index.ts'
import type { SettingsRule } from '../agents/index.ts'
import type { InstallDeps } from '../app/setup/install/install.ts'
import type { Scope } from '../app/setup/install/outputs.ts'
import type { EngineServices, Project, SettingsPlace } from '../ports/index.ts'
import type { ProcessInfo } from './surroundings.ts'

export interface InstallParts {
  readonly processInfo: ProcessInfo
  readonly engine: EngineServices
  readonly find: (program: string) => string | null
}

export function installTools({ processInfo, engine, find }: InstallParts, { root }: Project): InstallDeps {
  const { env } = processInfo
  const script = join(processInfo.home, 'bin', 'foreword.cjs')
  return {
    files: openSettings({ clock: engine.clock }),
    program: findOwnProgram({ env, node: process.execPath, script }),
    place: (rule, scope) => placeOf(env, root, rule, scope),
    find,
    hasPluginPackage: ({ file }) =>
      existsSync(join(dirname(dirname(file)), 'node_modules', '@opencode-ai', 'plugin')),
  }
}

function placeOf(env: NodeJS.ProcessEnv, root: string, rule: SettingsRule, scope: Scope): SettingsPlace {
  const generated = rule.kind === 'plugin'
  if (scope === 'user') return { ...userPlace(env, rule, rule.user), generated }
  const base = repositoryAround(realpathSync.native(root))
  return { file: join(base, rule.project), base, contained: true, mode: 0o644, generated }
}

/** Agents look for settings at the top of a repository, also for somebody who stands further down. */
function repositoryAround(root: string): string {
  if (existsSync(join(root, '.foreword'))) return root
  for (let here = root; here !== dirname(here); here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here
  }
  return root
}

export function userPlace(env: NodeJS.ProcessEnv, { moved }: SettingsRule, user: string): SettingsPlace {
  return { ...userPath(env, moved, user), contained: false, mode: 0o600, generated: false }
}
