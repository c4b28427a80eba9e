// Installs the tested versions of the real coding agents into a cache outside the repository, and prints their paths.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

interface Release {
  readonly id: string
  readonly program: string
  readonly package: string
  readonly version: string
}

export const releases = [
  { id: 'claude', program: 'claude', package: '@anthropic-ai/claude-code', version: '2.1.325' },
  { id: 'codex', program: 'codex', package: '@openai/codex', version: '0.166.0' },
  { id: 'gemini', program: 'gemini', package: '@google/gemini-cli', version: '0.61.0' },
  { id: 'opencode', program: 'opencode', package: 'opencode-ai', version: '1.18.33' },
] as const satisfies readonly Release[]

/** `FOREWORD_AGENTS_DIR`, or a directory in the user's cache. */
export function agentsDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.FOREWORD_AGENTS_DIR) return env.FOREWORD_AGENTS_DIR
  const mac = join(homedir(), 'Library/Caches')
  const cache = env.XDG_CACHE_HOME || (process.platform === 'darwin' ? mac : join(homedir(), '.cache'))
  return join(cache, 'foreword-agents')
}

/** The path of a release's program, whether installed or not. */
export function programOf(release: Release): string {
  return join(agentsDirectory(), `${release.id}@${release.version}`, 'bin', release.program)
}

export const isInstalled = (release: Release): boolean => existsSync(programOf(release))

/** Installs the missing agents. A second process waits for the first. */
export async function installAgents(say: (line: string) => void): Promise<void> {
  const directory = agentsDirectory()
  mkdirSync(directory, { recursive: true })
  if (releases.every(isInstalled)) return
  const unlock = await lock(join(directory, 'lock'), say)
  try {
    for (const release of releases) if (!isInstalled(release)) install(release, directory, say)
  } finally {
    unlock()
  }
}

/** Installs into a temporary directory and renames it, so that an installed agent is always complete. */
function install(release: Release, directory: string, say: (line: string) => void): void {
  const name = `${release.id}@${release.version}`
  const aside = mkdtempSync(join(directory, `${name}.`))
  say(`installing ${release.package}@${release.version} into ${join(directory, name)}`)
  try {
    writeFileSync(join(aside, 'package.json'), '{"private":true}\n')
    const wanted = `${release.package}@${release.version}`
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    // Runs in `aside`, so that npm does not read this repository's settings.
    const npm = spawnSync('npm', ['install', ...flags, '--prefix', aside, wanted], {
      cwd: aside,
      encoding: 'utf8',
    })
    if (npm.error !== undefined) throw new Error(`npm could not be started: ${npm.error.message}`)
    if (npm.status !== 0)
      throw new Error(`npm could not install ${wanted} (exit ${npm.status}):\n${npm.stderr}`)
    link(release, aside)
    rmSync(join(aside, 'home'), { recursive: true, force: true })
    rmSync(join(directory, name), { recursive: true, force: true })
    renameSync(aside, join(directory, name))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Puts the program into `bin`: npm's own link, or the native program that an install script would have copied there. */
function link(release: Release, directory: string): void {
  const target = candidates(release, directory).find((path) => runs(path, release, join(directory, 'home')))
  if (target === undefined)
    throw new Error(`${release.package}@${release.version} brought no program that runs on this machine`)
  const place = join(directory, 'bin', release.program)
  mkdirSync(dirname(place))
  symlinkSync(relative(dirname(place), target), place)
}

/** The shortest name first: it is the fastest build. */
function candidates(release: Release, directory: string): string[] {
  const modules = join(directory, 'node_modules')
  const scope = join(modules, dirname(release.package))
  const native = readdirSync(scope)
    .filter((name) => name.includes(process.platform))
    .sort((a, b) => a.length - b.length)
    .flatMap((name) => [join(scope, name, release.program), join(scope, name, 'bin', release.program)])
  return [...native, join(modules, '.bin', release.program)].filter((path) => existsSync(path))
}

/** Uses a separate home, because a program may write there even for --version. */
function runs(program: string, release: Release, home: string): boolean {
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: home }
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 60_000, env })
  return (stdout ?? '').includes(release.version)
}

/** Locks by creating a directory. Takes over the lock if its process has ended. */
async function lock(path: string, say: (line: string) => void): Promise<() => void> {
  const owner = join(path, 'pid')
  for (let reported = false; ; reported = true) {
    try {
      mkdirSync(path)
      writeFileSync(owner, String(process.pid))
      return () => rmSync(path, { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (!reported) say(`waiting: another process installs into ${dirname(path)}`)
    await pause(500)
    if (isAbandoned(path, owner)) rmSync(path, { recursive: true, force: true })
  }
}

function isAbandoned(path: string, owner: string): boolean {
  if (existsSync(owner)) return !isAlive(Number(readFileSync(owner, 'utf8')))
  // The process was killed before it wrote its id.
  const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return made !== undefined && Date.now() - made > 10_000
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

if (import.meta.main) {
  try {
    await installAgents((line) => console.error(line))
    for (const release of releases) console.log(programOf(release))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
