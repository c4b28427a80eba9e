import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { hasOnlyCharacters, lowerHexDigits } from '../../core/values/index.ts'
import { joinBelow } from '../disk/index.ts'
import type { Git } from './git-command.ts'
import { readGitFile } from './read-git-file.ts'

export interface Repository {
  /** The directory that contains `.git`, whatever core.worktree says. */
  readonly top: string
  readonly gitDir: string
  /** Shared by all worktrees of a repository: objects, branches, configuration. */
  readonly commonDir: string
}

function isObjectName(text: string): boolean {
  return (text.length === 40 || text.length === 64) && hasOnlyCharacters(text, lowerHexDigits, 40, 64)
}

/** Null outside of a repository, and in a repository that git itself would not trust. */
export function findRepository(git: Git, directory: string): Repository | null {
  const repository = findRepositoryUpwards(directory)
  if (repository === null || orNull(() => isOurs(repository))) return repository
  // Another user owns it. Git knows the exceptions that the user allows (safe.directory).
  return git(['-C', repository.top, 'rev-parse', '--git-dir']).code === 0 ? repository : null
}

/** The same without asking git, also for a repository that git would not trust. */
export function findRepositoryUpwards(directory: string): Repository | null {
  return orNull(() => findUpwards(directory))
}

function findUpwards(directory: string): Repository | null {
  for (let top = realpathSync.native(directory); ; top = dirname(top)) {
    const repository = readRepository(top)
    if (repository !== null || top === dirname(top)) return repository
  }
}

/** Treats a directory that is missing or not readable as a directory without a repository. */
function orNull<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}

function readRepository(top: string): Repository | null {
  const dotGit = joinBelow(top, '.git')
  const stat = statSync(dotGit, { throwIfNoEntry: false })
  if (stat === undefined) return null
  const link = stat.isFile() ? /^gitdir: (.+?)\r?\n*$/s.exec(readGitFile(dotGit) ?? '')?.[1] : '.git'
  if (link === undefined) return null
  const gitDir = link === '.git' ? dotGit : resolve(top, link)
  const common = readGitFile(joinBelow(gitDir, 'commondir'))?.trimEnd()
  const commonDir = common === undefined ? gitDir : resolve(gitDir, common)
  const isRepository = isFile(joinBelow(gitDir, 'HEAD')) && isDirectory(joinBelow(commonDir, 'objects'))
  return isRepository ? { top, gitDir, commonDir } : null
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isOurs({ top, gitDir }: Repository): boolean {
  const user = process.geteuid?.()
  return [...new Set([top, joinBelow(top, '.git'), gitDir])].every((path) => statSync(path).uid === user)
}

/** Reads the files itself, which is a hundred times faster than starting git. Starts git if the files do not suffice. */
export function readHead(git: Git, repository: Repository | null): string | null {
  if (repository === null) return null
  const fromFiles = readHeadFiles(repository)
  if (fromFiles !== null) return fromFiles
  const result = git(['-C', repository.top, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const commit = result.stdout.toString().trim()
  return result.code === 0 && isObjectName(commit) ? commit : null
}

/**
 * Lists the files, existing or not, that determine HEAD. Git replaces each file that it changes. Null if other files could
 * matter too.
 */
export function listHeadFiles(repository: Repository | null): readonly string[] | null {
  if (repository === null) return []
  const { gitDir, commonDir } = repository
  const headFile = joinBelow(gitDir, 'HEAD')
  const head = readGitFile(headFile)?.trimEnd() ?? ''
  if (isObjectName(head)) return [headFile]
  const ref = parseBranch(head)
  if (ref === null) return null
  const branchFile = joinBelow(commonDir, ref)
  // A branch may refer to another branch.
  if (readGitFile(branchFile)?.startsWith('ref:') === true) return null
  const tables = [gitDir, commonDir].map((directory) => joinBelow(directory, 'reftable', 'tables.list'))
  return [headFile, branchFile, joinBelow(commonDir, 'packed-refs'), ...tables]
}

/** Reads HEAD of a nested repository without starting git. Null if it is not a repository. */
export function readNestedHead(top: string): string | null {
  const repository = orNull(() => readRepository(top))
  return repository === null ? null : readHeadFiles(repository)
}

function readHeadFiles(repository: Repository): string | null {
  const head = readGitFile(joinBelow(repository.gitDir, 'HEAD'))?.trimEnd() ?? ''
  return isObjectName(head) ? head : readBranchHead(repository, head)
}

function readBranchHead({ commonDir }: Repository, head: string): string | null {
  const ref = parseBranch(head)
  if (ref === null) return null
  const loose = readGitFile(joinBelow(commonDir, ref))?.trimEnd() ?? ''
  if (isObjectName(loose)) return loose
  const packed = readGitFile(joinBelow(commonDir, 'packed-refs')) ?? ''
  const line = packed.split('\n').find((entry) => entry.slice(entry.indexOf(' ') + 1) === ref)
  const name = line?.slice(0, line.indexOf(' ')) ?? ''
  return isObjectName(name) ? name : null
}

const branchMark = 'ref: refs/heads/'

function parseBranch(head: string): string | null {
  if (!head.startsWith(branchMark) || head.length === branchMark.length || head.includes('\n')) return null
  const ref = head.slice('ref: '.length)
  return ref.split('/').includes('..') ? null : ref
}
