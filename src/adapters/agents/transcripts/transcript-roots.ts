import { isAbsolute } from 'node:path'
import { agents } from '../../../agents/index.ts'
import { getHomeDirectory, resolveUserPath } from '../../disk/index.ts'

/**
 * Lists the directories that transcripts may be read from: the home directory, and the agents' own directories if the user has
 * moved them.
 */
export function listTranscriptRoots(env: NodeJS.ProcessEnv): readonly string[] {
  const own = agents.flatMap(({ hooks, transcript }) => {
    if (hooks === null || transcript === null || transcript.directory === null) return []
    return resolveUserPath(env, hooks.settings.moved, transcript.directory).file
  })
  return [env.HOME ?? getHomeDirectory(), ...own].filter((root) => isAbsolute(root))
}
