import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CoChanges } from '../../ports/index.ts'
import { type Git, openGitCommand } from './git-command.ts'
import { readGitFile } from './read-git-file.ts'
import { findRepository, type Repository, readHead } from './repository.ts'

const maxCommits = 1000
/** A commit with more files is not evidence that any two of them belong together. */
const maxFiles = 30
const timeoutMs = 10_000

export function openCoChanges(env: NodeJS.ProcessEnv): CoChanges {
  const git = openGitCommand(env)
  return {
    head: (directory) => readHead(git, findRepository(git, directory)),
    commits(directory, head) {
      const repository = findRepository(git, directory)
      if (repository === null) return []
      const commits = listCommits(git, repository, head)
      return selectBelow(repository, directory, listNamesByCommit(git, repository, commits))
    },
  }
}

/** Leaves out merges, because their changes were counted in the merged commits, and the commit at which a shallow clone was cut. */
function listCommits(git: Git, { top, commonDir }: Repository, head: string): string[] {
  const args = ['rev-list', '--no-merges', `--max-count=${maxCommits}`, '--end-of-options', head, '--']
  const result = git(['-C', top, ...args], { timeoutMs })
  if (result.code !== 0) return []
  const shallowCommits = readGitFile(join(commonDir, 'shallow')) ?? ''
  return result.stdout
    .toString()
    .split('\n')
    .filter((commit) => commit !== '' && !shallowCommits.includes(commit))
}

/** Uses `diff-tree` instead of `log`, because it obeys no setting of the repository and reads no file. */
function listNamesByCommit(git: Git, { top }: Repository, commits: readonly string[]): string[][] {
  const args = ['diff-tree', '--stdin', '-r', '-z', '--root', '--no-renames', '--raw', '--no-ext-diff']
  const quiet = ['--no-textconv', '--ignore-submodules=all']
  const input = commits.map((commit) => `${commit}\n`).join('')
  const result = git(['-C', top, ...args, ...quiet], { input, timeoutMs })
  return result.code === 0 ? parseRawDiff(result.stdout.toString().split('\0')) : []
}

/**
 * A word that starts with a colon announces a file name; any other word starts a commit. No file name can be mistaken for
 * either.
 */
function parseRawDiff(words: readonly string[]): string[][] {
  const lists: string[][] = []
  for (let i = 0; i < words.length; i++) {
    if (words[i]!.startsWith(':')) lists.at(-1)?.push(words[++i] ?? '')
    else lists.push([])
  }
  return lists.filter((names) => names.length > 0 && names.length <= maxFiles)
}

/** Makes the names relative to a directory of the repository and leaves out names outside of it. */
function selectBelow({ top }: Repository, directory: string, lists: readonly string[][]): string[][] {
  const within = relative(top, realpathSync(directory))
  if (within === '') return [...lists]
  const start = `${within}/`
  return lists
    .map((names) => names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length)))
    .filter((names) => names.length > 0)
}
