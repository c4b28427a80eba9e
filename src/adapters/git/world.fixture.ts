import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Changes, VersionControl } from '../../ports/index.ts'
import { openGit } from './open-git.ts'

/** A real repository, and a user without git configuration. */
export interface World {
  readonly home: string
  readonly repo: string
  readonly env: NodeJS.ProcessEnv
  readonly versions: VersionControl
  /** Versions without a git program. */
  readonly withoutGit: VersionControl
  git(cwd: string, ...args: string[]): string
  write(path: string, content: string): void
  commit(files: Readonly<Record<string, string>>): string
  /** Creates the repository with its first commit. */
  init(files?: Readonly<Record<string, string>>): string
  /** Runs `act` and returns the changes that a watch reports. */
  during(act: () => void): Changes
  remove(): void
}

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z',
  GIT_COMMITTER_NAME: 'C',
  GIT_COMMITTER_EMAIL: 'c@example.org',
  GIT_COMMITTER_DATE: '2024-03-01T12:00:00+02:00',
}
export const commitTime = '2024-03-01T10:00:00Z'

export function makeWorld(): World {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'git-')))
  const repo = join(home, 'repo')
  const empty = join(home, 'empty')
  mkdirSync(empty)
  const env = { PATH: process.env.PATH, HOME: empty, GIT_CONFIG_NOSYSTEM: '1' }

  const run = (cwd: string, program: string, args: readonly string[]) => {
    const options = { cwd, env: { ...env, ...identity }, encoding: 'utf8' } as const
    return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  }
  const git = (cwd: string, ...args: string[]) => run(cwd, 'git', args)
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(repo, path)), { recursive: true })
    writeFileSync(join(repo, path), content)
  }
  // One process instead of three or four: starting one from the large process of the tests takes longer than git itself.
  const commitAfter = (files: Readonly<Record<string, string>>, first = ':') => {
    mkdirSync(repo, { recursive: true })
    for (const [path, content] of Object.entries(files)) write(path, content)
    const line = `${first} && git add -A -f && git commit -qm change && git rev-parse HEAD`
    return run(repo, '/bin/sh', ['-c', line])
  }
  const commit = (files: Readonly<Record<string, string>>) => commitAfter(files)
  const init = (files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }) =>
    commitAfter(files, 'git init -q -b main')
  const remove = () => rmSync(home, { recursive: true, force: true })
  const versions = openGit(env)
  const withoutGit = openGit({ ...env, PATH: empty })
  const during = (act: () => void) => {
    const watch = versions.watch(repo)
    act()
    return watch.finish()
  }
  return { home, repo, env, versions, withoutGit, git, write, commit, init, during, remove }
}
