import { isAbsolute } from 'node:path'
import { joinBelow } from './path.ts'

const places = {
  cache: ['XDG_CACHE_HOME', '.cache'],
  config: ['XDG_CONFIG_HOME', '.config'],
  state: ['XDG_STATE_HOME', '.local/state'],
} as const

/**
 * Returns foreword's own directory for the user; null without a home directory. A relative path is ignored, as the XDG
 * specification requires, because it would depend on the current directory and could be in a repository.
 */
export function getUserDirectory(kind: keyof typeof places, env: NodeJS.ProcessEnv): string | null {
  const [variable, name] = places[kind]
  const configured = env[variable] ?? ''
  if (isAbsolute(configured)) return joinBelow(configured, 'foreword')
  const home = env.HOME ?? getHomeDirectory()
  return isAbsolute(home) ? joinBelow(home, name, 'foreword') : null
}

/** Reads the system's user database. Loads the module only when it is called, because HOME is nearly always set. */
export function getHomeDirectory(): string {
  return process.getBuiltinModule('node:os').homedir()
}
