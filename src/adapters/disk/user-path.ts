import { isAbsolute, join } from 'node:path'
import type { SettingsRule } from '../../agents/index.ts'
import { getHomeDirectory } from './user-directory.ts'

/** Where an agent keeps a file of the user: below the home directory, or where the agent's own variable points. */
export function userPath(
  env: NodeJS.ProcessEnv,
  { variable, instead }: SettingsRule['moved'],
  path: string,
): { readonly base: string; readonly file: string } {
  const given = env[variable]
  const isMoved = given !== undefined && isAbsolute(given) && path.startsWith(instead)
  const home = env.HOME && isAbsolute(env.HOME) ? env.HOME : getHomeDirectory()
  const base = isMoved ? given : home
  return { base, file: join(base, isMoved ? path.slice(instead.length) : path) }
}
