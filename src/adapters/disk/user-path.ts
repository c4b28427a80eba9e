import { isAbsolute, join } from 'node:path'
import type { SettingsRule } from '../../agents/index.ts'
import { getHomeDirectory } from './user-directory.ts'

/** Returns the path of an agent's file: below the home directory, or below the directory that the agent's own variable names. */
export function resolveUserPath(
  env: NodeJS.ProcessEnv,
  { variable, instead }: SettingsRule['moved'],
  path: string,
): { readonly base: string; readonly file: string } {
  const movedTo = env[variable]
  const isMoved = movedTo !== undefined && isAbsolute(movedTo) && path.startsWith(instead)
  const home = env.HOME && isAbsolute(env.HOME) ? env.HOME : getHomeDirectory()
  const base = isMoved ? movedTo : home
  return { base, file: join(base, isMoved ? path.slice(instead.length) : path) }
}
