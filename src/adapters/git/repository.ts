import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { consistsOf, lowerHex } from '../../core/values/index.ts'
import { joinBelow } from '../disk/index.ts'
import type { Git } from './command.ts'
import { readGitFile } from './read-small.ts'

export interface Repository {
  /** Where the working tree starts: beside `.git`, whatever core.worktree says. */
  readonly top: string
  readonly gitDir: string
  /** The same for every worktree of a repository: objects, branches, configuration. */
  readonly commonDir: string
}

function isObjectName(text: string): boolean {
  return (text.length === 40 || text.length === 64) && consistsOf(text, lowerHex, 40, 64)
}

/** Null outside a repository, and in one that git itself would not trust. */
export function findRepository(git: Git, directory: string): Repository | null {
  const repository = orNull(() => lookUpwards(directory))
  if (repository === null || orNull(() => isOurs(repository))) return repository
  // Owned by somebody else: git knows the exceptions a person has made (safe.directory).
  return git(['-C', repository.top, 'rev-parse', '--git-dir']).code === 0 ? repository : null
}

function lookUpwards(directory: string): Repository | null {
  for (let top = realpathSync.native(directory); ; top = dirname(top)) {
    const repository = repositoryAt(top)
    if (repository !== null || top === dirname(top)) return repository
  }
}

/** A directory that is missing, or that we may not look into, is a directory without a repository. */
function orNull<T>(look: () => T): T | null {
  try {
    return look()
  } catch {
    return null
  }
}

function repositoryAt(top: string): Repository | null {
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

/** Reads the files itself, which is a hundred times cheaper than starting git; git answers what it cannot. */
export function readHead(git: Git, repository: Repository | null): string | null {
  if (repository === null) return null
  const known = headInFiles(repository)
  if (known !== null) return known
  const asked = git(['-C', repository.top, 'rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const answer = asked.stdout.toString().trim()
  return asked.code === 0 && isObjectName(answer) ? answer : null
}

/** The files, there or not, that say what HEAD is: git puts another one in the place of each that it changes. Null where others could too. */
export function listHeadFiles(repository: Repository | null): readonly string[] | null {
  if (repository === null) return []
  const { gitDir, commonDir } = repository
  const here = joinBelow(gitDir, 'HEAD')
  const head = readGitFile(here)?.trimEnd() ?? ''
  if (isObjectName(head)) return [here]
  const ref = branchOf(head)
  if (ref === null) return null
  const loose = joinBelow(commonDir, ref)
  // One branch may stand for another.
  if (readGitFile(loose)?.startsWith('ref:') === true) return null
  const tables = [gitDir, commonDir].map((directory) => joinBelow(directory, 'reftable', 'tables.list'))
  return [here, loose, joinBelow(commonDir, 'packed-refs'), ...tables]
}

/** Of a repository inside of another, where git is not started: null when there is none. */
export function readNestedHead(top: string): string | null {
  const repository = orNull(() => repositoryAt(top))
  return repository === null ? null : headInFiles(repository)
}

function headInFiles(repository: Repository): string | null {
  const head = readGitFile(joinBelow(repository.gitDir, 'HEAD'))?.trimEnd() ?? ''
  return isObjectName(head) ? head : branchHead(repository, head)
}

function branchHead({ commonDir }: Repository, head: string): string | null {
  const ref = branchOf(head)
  if (ref === null) return null
  const loose = readGitFile(joinBelow(commonDir, ref))?.trimEnd() ?? ''
  if (isObjectName(loose)) return loose
  const packed = readGitFile(joinBelow(commonDir, 'packed-refs')) ?? ''
  const line = packed.split('\n').find((entry) => entry.slice(entry.indexOf(' ') + 1) === ref)
  const name = line?.slice(0, line.indexOf(' ')) ?? ''
  return isObjectName(name) ? name : null
}

const branchMark = 'ref: refs/heads/'

function branchOf(head: string): string | null {
  if (!head.startsWith(branchMark) || head.length === branchMark.length || head.includes('\n')) return null
  const ref = head.slice('ref: '.length)
  return ref.split('/').includes('..') ? null : ref
}
