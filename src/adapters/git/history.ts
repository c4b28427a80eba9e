import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Blame, CommitHistory } from '../../ports/index.ts'
import type { Git, GitResult } from './git-command.ts'
import { readGitFile } from './read-git-file.ts'
import { findRepository, type Repository } from './repository.ts'

/** Accepts only a full object name, because the commit comes from a record that may be forged. */
const objectName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

export function openHistory(git: Git): CommitHistory {
  return {
    has: (directory, commit) =>
      runInRepository(git, directory, commit, ({ run }) => run(['cat-file', '-e', `${commit}^{commit}`])) !==
      null,
    at: (directory, commit, path) => readContent(git, directory, { commit, path }),
    blame: (directory, commit, { path, line }) => blameLine(git, directory, { commit, path, line }),
  }
}

interface RepositoryCommands {
  readonly repository: Repository
  /** Null if git failed. */
  run(args: readonly string[]): GitResult | null
}

function runInRepository<T>(
  git: Git,
  directory: string,
  commit: string,
  use: (commands: RepositoryCommands) => T | null,
): T | null {
  const repository = objectName.test(commit) ? findRepository(git, directory) : null
  if (repository === null) return null
  const run = (args: readonly string[]) => {
    const result = git(['-C', repository.top, ...args])
    return result.code === 0 ? result : null
  }
  return use({ repository, run })
}

function readContent(
  git: Git,
  directory: string,
  { commit, path }: { commit: string; path: string },
): string | null {
  return runInRepository(git, directory, commit, ({ repository, run }) => {
    const file = resolveInside(repository, directory, path)
    if (file === null) return null
    const [mode = '', , blob = ''] =
      run(['ls-tree', '-z', '--full-tree', commit, '--', file])?.stdout.toString().split(/[ \t]/) ?? []
    // A link has its target as content, but the engine read another file.
    if (!mode.startsWith('100') || !objectName.test(blob)) return null
    return decodeText(run(['cat-file', 'blob', blob])?.stdout)
  })
}

/** Null if the bytes are not UTF-8, because a source is always text. */
function decodeText(bytes: Uint8Array | undefined): string | null {
  try {
    return bytes === undefined
      ? null
      : new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

interface Place {
  readonly commit: string
  readonly path: string
  readonly line: number
}

function blameLine(git: Git, directory: string, { commit, path, line }: Place): Blame | null {
  if (!Number.isSafeInteger(line) || line < 1) return null
  return runInRepository(git, directory, commit, ({ repository, run }) => {
    const file = resolveInside(repository, directory, path)
    if (file === null) return null
    // The repository can configure a program that converts the file and a list of commits to skip. Both are disabled.
    const quiet = ['--no-textconv', '--ignore-revs-file=']
    const result = run([
      'blame',
      '--porcelain',
      '--root',
      ...quiet,
      '-L',
      `${line},${line}`,
      commit,
      '--',
      file,
    ])
    const found = result === null ? null : parseBlame(result.stdout.toString())
    // In a shallow clone, the commit at the cut seems to have added every older line.
    const isShallowCut =
      found !== null && readGitFile(join(repository.commonDir, 'shallow'))?.includes(found.id)
    return isShallowCut ? null : found
  })
}

function parseBlame(porcelain: string): Blame | null {
  const [first = '', ...lines] = porcelain.split('\n')
  const id = first.split(' ')[0] ?? ''
  const field = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1)
  const time = new Date(Number(field('committer-time')) * 1000)
  if (!objectName.test(id) || Number.isNaN(time.getTime())) return null
  const date = time.toISOString().replace('.000Z', 'Z')
  return { id, date, author: field('author') ?? '', summary: field('summary') ?? '' }
}

/** Returns the path relative to the top of the repository; null if it is outside. */
function resolveInside({ top }: Repository, directory: string, path: string): string | null {
  try {
    const within = relative(resolve(directory), resolve(directory, path))
    const file = relative(top, resolve(realpathSync(directory), within))
    return file === '' || isAbsolute(file) || file.split('/')[0] === '..' ? null : file
  } catch {
    return null
  }
}
