import { delimiter, isAbsolute } from 'node:path'
import { isBelow, realPath } from '../disk/index.ts'

export interface GitAnswer {
  /** Exit code, or null when git could not be run, was stopped, or said more than was asked for. */
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: string
  /** More was said than `maxBytes`; `stdout` is its beginning. */
  readonly cut: boolean
}

export interface GitOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Buffer
  readonly maxBytes?: number
  readonly timeoutMs?: number
}

/** Runs git without a shell. Never throws. */
export type Git = (args: readonly string[], asking?: GitOptions) => GitAnswer

const hardened = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.untrackedCache=false', 'core.pager=cat'],
  ...['core.sshCommand=false', 'core.askPass=', 'credential.helper=', 'protocol.ext.allow=never'],
  ...['log.showSignature=false', 'gc.auto=0', 'maintenance.auto=false', 'submodule.recurse=false'],
  ...['clone.defaultRemoteName=origin', 'clone.rejectShallow=false'],
  // A warning about line ends must not stop us, nor a large file cost memory.
  ...['core.safecrlf=false', 'core.bigFileThreshold=50m'],
].flatMap((setting) => ['-c', setting])

const unanswered: GitAnswer = { code: null, stdout: Buffer.alloc(0), stderr: '', cut: false }

/** Loaded when git is started, which most calls do without. */
const processes = () => process.getBuiltinModule('node:child_process')

/** Milliseconds since 1970. */
let end = Number.POSITIVE_INFINITY

/** From then on git is not asked any more, by anybody in this process: a hook has to be gone in time. */
export function setGitDeadline(time: number): void {
  end = time
}

export function openGitCommand(env: NodeJS.ProcessEnv): Git {
  let made: NodeJS.ProcessEnv | undefined
  return (args, asking = {}) => {
    // No program can be given one, and Node throws for it.
    if (args.some((word) => word.includes('\0'))) return { ...unanswered, stderr: 'a word holds a NUL' }
    const left = end - Date.now()
    if (left <= 0) return { ...unanswered, stderr: 'there is no time left' }
    made ??= safeEnvironment(env)
    const safe = made
    const ran = processes().spawnSync('git', ['--no-pager', '--literal-pathspecs', ...hardened, ...args], {
      cwd: '/',
      env: { ...safe, ...pathOutside(safe.PATH, args), ...asking.env },
      input: asking.input ?? '',
      maxBuffer: asking.maxBytes ?? 64_000_000,
      timeout: Math.ceil(Math.min(asking.timeoutMs ?? 5_000, left)),
      killSignal: 'SIGKILL',
    })
    return {
      code: ran.error === undefined ? ran.status : null,
      stdout: ran.stdout ?? Buffer.alloc(0),
      stderr: (ran.stderr ?? '').toString().trim() || (ran.error?.message ?? ''),
      cut: (ran.error as NodeJS.ErrnoException | undefined)?.code === 'ENOBUFS',
    }
  }
}

/** A clone can bring a `git` of its own, and npm puts `node_modules/.bin` on PATH: nothing in a place that is asked about is started. */
function pathOutside(path: string | undefined, args: readonly string[]): { PATH?: string } {
  if (path === undefined) return {}
  const places = args.filter(isAbsolute).map((place) => realPath(place) ?? place)
  const isOutside = (entry: string) => places.every((place) => !isBelow(place, realPath(entry) ?? entry))
  return { PATH: path.split(delimiter).filter(isOutside).join(delimiter) }
}

/** Inside a git hook GIT_DIR and its like point at another repository, so none of them is passed on. */
function safeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !name.startsWith('GIT_') || name === 'GIT_CONFIG_GLOBAL',
  )
  const path = env.PATH?.split(delimiter).filter(isAbsolute).join(delimiter)
  return {
    ...Object.fromEntries(kept),
    ...(path === undefined ? {} : { PATH: path }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    LC_ALL: 'C',
  }
}
