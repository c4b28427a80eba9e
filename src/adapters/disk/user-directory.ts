import { isAbsolute } from 'node:path'
import { joinBelow } from './path.ts'

const places = {
  cache: ['XDG_CACHE_HOME', '.cache'],
  config: ['XDG_CONFIG_HOME', '.config'],
  state: ['XDG_STATE_HOME', '.local/state'],
} as const

/**
 * Where we keep something of the user; null without a home. A relative path is no setting, by the XDG specification: it would be another
 * place in each directory, and could mean a repository.
 */
export function getUserDirectory(kind: keyof typeof places, env: NodeJS.ProcessEnv): string | null {
  const [variable, name] = places[kind]
  const set = env[variable] ?? ''
  if (isAbsolute(set)) return joinBelow(set, 'foreword')
  const home = env.HOME ?? getHomeDirectory()
  return isAbsolute(home) ? joinBelow(home, name, 'foreword') : null
}

/** By the system's list of users. Loaded only here: a variable knows it nearly always. */
export function getHomeDirectory(): string {
  return process.getBuiltinModule('node:os').homedir()
}
