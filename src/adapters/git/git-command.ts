import { delimiter, isAbsolute } from 'node:path'
import { isBelow, resolveRealPath } from '../disk/index.ts'

export interface GitResult {
  /** Exit code; null if git could not be started, was killed, or printed more than `maxBytes`. */
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: string
  /** Git printed more than `maxBytes`; `stdout` is the beginning. */
  readonly cut: boolean
}

export interface GitOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Buffer
  readonly maxBytes?: number
  readonly timeoutMs?: number
  /** For commands that refuse literal pathspecs. No path may start with `:`. */
  readonly magicPaths?: boolean
}

/** Runs git without a shell. Never throws. */
export type Git = (args: readonly string[], options?: GitOptions) => GitResult

const hardened = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.untrackedCache=false', 'core.pager=cat'],
  ...['core.sshCommand=false', 'core.askPass=', 'credential.helper=', 'protocol.ext.allow=never'],
  ...['log.showSignature=false', 'gc.auto=0', 'maintenance.auto=false', 'submodule.recurse=false'],
  ...['clone.defaultRemoteName=origin', 'clone.rejectShallow=false'],
  // A warning about line endings must not fail the command, and a large file must not fill memory.
  ...['core.safecrlf=false', 'core.bigFileThreshold=50m'],
].flatMap((setting) => ['-c', setting])

const unanswered: GitResult = { code: null, stdout: Buffer.alloc(0), stderr: '', cut: false }

/** Loaded when git is first started; most calls need no git. */
const loadChildProcess = () => process.getBuiltinModule('node:child_process')

/** Milliseconds since 1970. */
let deadline = Number.POSITIVE_INFINITY

/** After this time, no code in this process starts git, because a hook has a deadline. */
export function setGitDeadline(time: number): void {
  deadline = time
}

export function openGitCommand(env: NodeJS.ProcessEnv): Git {
  let cachedEnvironment: NodeJS.ProcessEnv | undefined
  return (args, options = {}) => {
    // Node throws if an argument contains a NUL.
    if (args.some((word) => word.includes('\0')))
      return { ...unanswered, stderr: 'an argument contains a NUL' }
    const left = deadline - Date.now()
    if (left <= 0) return { ...unanswered, stderr: 'the deadline has passed' }
    cachedEnvironment ??= makeSafeEnvironment(env)
    const environment = cachedEnvironment
    const ran = loadChildProcess().spawnSync(
      'git',
      ['--no-pager', ...(options.magicPaths ? [] : ['--literal-pathspecs']), ...hardened, ...args],
      {
        cwd: '/',
        env: { ...environment, ...removePathsInside(environment.PATH, args), ...options.env },
        input: options.input ?? '',
        maxBuffer: options.maxBytes ?? 64_000_000,
        timeout: Math.ceil(Math.min(options.timeoutMs ?? 5_000, left)),
        killSignal: 'SIGKILL',
      },
    )
    return {
      code: ran.error === undefined ? ran.status : null,
      stdout: ran.stdout ?? Buffer.alloc(0),
      stderr: (ran.stderr ?? '').toString().trim() || (ran.error?.message ?? ''),
      cut: (ran.error as NodeJS.ErrnoException | undefined)?.code === 'ENOBUFS',
    }
  }
}

/**
 * Removes the directories of PATH that are inside of a directory in `args`: a clone can bring its own `git`, and npm puts
 * `node_modules/.bin` on PATH.
 */
function removePathsInside(path: string | undefined, args: readonly string[]): { PATH?: string } {
  if (path === undefined) return {}
  const places = args.filter(isAbsolute).map((place) => resolveRealPath(place) ?? place)
  const isOutside = (entry: string) =>
    places.every((place) => !isBelow(place, resolveRealPath(entry) ?? entry))
  return { PATH: path.split(delimiter).filter(isOutside).join(delimiter) }
}

/** Drops GIT_* variables, because in a git hook GIT_DIR and others name another repository. */
function makeSafeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const variables = Object.entries(env).filter(
    ([name]) => !name.startsWith('GIT_') || name === 'GIT_CONFIG_GLOBAL',
  )
  const path = env.PATH?.split(delimiter).filter(isAbsolute).join(delimiter)
  return {
    ...Object.fromEntries(variables),
    ...(path === undefined ? {} : { PATH: path }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C',
  }
}
