import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { CoChanges } from '../../ports/index.ts'
import { type Git, openGitCommand } from './command.ts'
import { readGitFile } from './read-small.ts'
import { findRepository, type Repository, readHead } from './repository.ts'

const maxCommits = 1000
/** A commit that touches more says of no two of them that they belong together. */
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
      return below(repository, directory, namesOf(git, repository, commits))
    },
  }
}

/** Merges are left out: what they bring was counted where it was made. So is the commit at which a shallow clone was cut. */
function listCommits(git: Git, { top, commonDir }: Repository, head: string): string[] {
  const args = ['rev-list', '--no-merges', `--max-count=${maxCommits}`, '--end-of-options', head, '--']
  const answer = git(['-C', top, ...args], { timeoutMs })
  if (answer.code !== 0) return []
  const cut = readGitFile(join(commonDir, 'shallow')) ?? ''
  return answer.stdout
    .toString()
    .split('\n')
    .filter((commit) => commit !== '' && !cut.includes(commit))
}

/** `diff-tree` and not `log`: it obeys no setting that a repository could have brought, and looks into no file. */
function namesOf(git: Git, { top }: Repository, commits: readonly string[]): string[][] {
  const args = ['diff-tree', '--stdin', '-r', '-z', '--root', '--no-renames', '--raw', '--no-ext-diff']
  const quiet = ['--no-textconv', '--ignore-submodules=all']
  const input = commits.map((commit) => `${commit}\n`).join('')
  const answer = git(['-C', top, ...args, ...quiet], { input, timeoutMs })
  return answer.code === 0 ? namesByCommit(answer.stdout.toString().split('\0')) : []
}

/** A word with a colon says that the next one is a file; any other begins a commit. No name can be taken for either. */
function namesByCommit(words: readonly string[]): string[][] {
  const lists: string[][] = []
  for (let i = 0; i < words.length; i++) {
    if (words[i]!.startsWith(':')) lists.at(-1)?.push(words[++i] ?? '')
    else lists.push([])
  }
  return lists.filter((names) => names.length > 0 && names.length <= maxFiles)
}

/** Relative to a directory that may lie below the top; what lies beside it is left out. */
function below({ top }: Repository, directory: string, lists: readonly string[][]): string[][] {
  const within = relative(top, realpathSync(directory))
  if (within === '') return [...lists]
  const start = `${within}/`
  return lists
    .map((names) => names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length)))
    .filter((names) => names.length > 0)
}
