import { join } from 'node:path'
import type { Agent } from '../../../agents/index.ts'
import { getUserDirectory } from '../../disk/index.ts'

/** Variables by which a hook finds the user's trust records and how the user set up foreword. */
const hookVariables =
  /^(PATH|HOME|USER|LOGNAME|LANG|LC_ALL|TZ|TMPDIR|XDG_(CONFIG|CACHE)_HOME|FOREWORD_[A-Z]+(_DIR)?)$/

/** The environment of a hook in a trial: the user's own, with transcripts and the store in directories of the trial. */
export function makeHookTrialEnvironment(
  env: NodeJS.ProcessEnv,
  agent: Agent,
  { home, store }: { readonly home: string; readonly store: string },
): Record<string, string> {
  const cache = getUserDirectory('cache', env)
  const inherited = Object.entries(env).filter(([name]) => hookVariables.test(name)) as [string, string][]
  return {
    ...(cache === null ? {} : { FOREWORD_CACHE_DIR: cache }),
    ...Object.fromEntries(inherited),
    ...moveTranscripts(agent, home),
    ...makeTrialStore(store),
  }
}

/** A project of its own, so that a trial does not take in the receipts that wait for the store of the user's project. */
export function makeTrialStore(directory: string): Record<string, string> {
  return { FOREWORD_STORE: directory, FOREWORD_PROJECT: 'foreword-trial' }
}

/** The hook looks for transcripts in the trial's home. XDG variables stay, because trust records are found by them. */
function moveTranscripts({ hooks }: Agent, home: string): Record<string, string> {
  const moved = hooks!.settings.moved
  return moved.variable.startsWith('XDG_') ? {} : { [moved.variable]: join(home, moved.instead) }
}

/** The environment of an agent in a trial: none of the user's keys, settings or addresses. Only loopback is reachable. */
export function makeAgentTrialEnvironment(
  env: NodeJS.ProcessEnv,
  { home, tmp }: { readonly home: string; readonly tmp: string },
) {
  const closedProxy = 'http://127.0.0.1:9'
  const loopback = '127.0.0.1,localhost'
  return {
    PATH: env.PATH,
    ...(env.SHELL === undefined ? {} : { SHELL: env.SHELL }),
    HOME: home,
    TMPDIR: tmp,
    LANG: 'C.UTF-8',
    HTTP_PROXY: closedProxy,
    HTTPS_PROXY: closedProxy,
    NO_PROXY: loopback,
    no_proxy: loopback,
  }
}
