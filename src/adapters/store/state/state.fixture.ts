import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { locateState, type StateOptions, type StatePlace } from './locate-state.ts'
import type { StateRepository } from './project-home.ts'

export interface Ground {
  readonly home: string
  readonly userState: string
  git(cwd: string, ...args: string[]): string
  /** Creates a repository with one commit. */
  init(name: string, files?: Readonly<Record<string, string>>): string
  locate(root: string, more?: Partial<StateOptions>): StatePlace
  remove(): void
}

export function makeGround(): Ground {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'state-')))
  const userState = join(home, 'user-state')
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  const git = (cwd: string, ...args: string[]) => {
    const known = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args]
    return execFileSync('git', known, {
      cwd,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  }
  const init = (name: string, files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }) => {
    const repo = join(home, name)
    git(home, 'init', '-q', '-b', 'main', repo)
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(repo, path)), { recursive: true })
      writeFileSync(join(repo, path), content)
    }
    git(repo, 'add', '-A', '-f')
    git(repo, 'commit', '-qm', 'one')
    return repo
  }
  const locate = (root: string, more: Partial<StateOptions> = {}) =>
    locateState({
      root,
      repository: repositoryOf(root),
      setting: undefined,
      project: undefined,
      userState,
      ...more,
    })
  return { home, userState, git, init, locate, remove: () => rmSync(home, { recursive: true, force: true }) }
}

/** Reads the repository from its files, without any check. */
function repositoryOf(root: string): StateRepository | null {
  for (let top = resolve(root); ; top = dirname(top)) {
    const dotGit = join(top, '.git')
    if (existsSync(dotGit)) return repositoryAt(top, dotGit)
    if (top === dirname(top)) return null
  }
}

function repositoryAt(top: string, dotGit: string): StateRepository {
  const link = statSync(dotGit).isFile()
    ? readFileSync(dotGit, 'utf8').replace('gitdir: ', '').trim()
    : '.git'
  const gitDir = resolve(top, link)
  const common = join(gitDir, 'commondir')
  const commonDir = existsSync(common) ? resolve(gitDir, readFileSync(common, 'utf8').trim()) : gitDir
  return { top, gitDir, commonDir }
}
