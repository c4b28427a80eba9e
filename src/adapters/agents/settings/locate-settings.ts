import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MachineRule, ServerRule, SettingsRule } from '../../../agents/index.ts'
import type { SettingsPlace } from '../../../ports/index.ts'
import { resolveUserPath } from '../../disk/index.ts'

/** The settings file that `install` writes for a project or for the user. */
export function locateSettings(
  env: NodeJS.ProcessEnv,
  root: string,
  rule: SettingsRule,
  scope: 'user' | 'project',
): SettingsPlace {
  const generated = rule.kind === 'plugin'
  if (scope === 'user') return { ...locateUserSettings(env, rule, rule.user), generated }
  const base = findRepositoryTop(realpathSync.native(root))
  return { file: join(base, rule.project), base, contained: true, mode: 0o644, generated }
}

/** A settings file of the agent below the user's home. */
export function locateUserSettings(
  env: NodeJS.ProcessEnv,
  { moved }: SettingsRule,
  path: string,
): SettingsPlace {
  return { ...resolveUserPath(env, moved, path), contained: false, mode: 0o600, generated: false }
}

/** The settings of the whole machine. */
export function locateMachineSettings(
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
  { variable, file, defaults }: MachineRule,
): { readonly defaults: string; readonly settings: string } {
  const usual = platform === 'darwin' || platform === 'win32' ? file[platform] : file.other
  const settings = env[variable] || usual
  return { settings, defaults: env[defaults.variable] || join(dirname(settings), defaults.name) }
}

/** The file with the MCP servers of an agent: the first that exists, or else the first. */
export function locateServers(
  env: NodeJS.ProcessEnv,
  root: string,
  rule: ServerRule,
  scope: 'user' | 'project',
): SettingsPlace {
  const base = findRepositoryTop(realpathSync.native(root))
  const places = rule[scope].map((path): SettingsPlace => {
    if (scope === 'user')
      return { ...resolveUserPath(env, rule.moved, path), contained: false, mode: 0o600, generated: false }
    return { file: join(base, path), base, contained: true, mode: 0o644, generated: false }
  })
  return places.find(({ file }) => existsSync(file)) ?? places[0]!
}

/** Agents read settings at the top of a repository, also when they start in a subdirectory. */
export function findRepositoryTop(root: string): string {
  if (existsSync(join(root, '.foreword'))) return root
  for (let directory = root; directory !== dirname(directory); directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory
  }
  return root
}

/** Whether opencode has installed its plugin package next to a plugin directory. */
export function hasPluginPackage({ file }: Pick<SettingsPlace, 'file'>): boolean {
  return existsSync(join(dirname(dirname(file)), 'node_modules', '@opencode-ai', 'plugin'))
}
