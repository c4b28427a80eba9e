import { dirname } from 'node:path'
import { joinBelow } from '../disk/index.ts'
import { openGitCommand } from './git-command.ts'
import { findRepository } from './repository.ts'

/** Which files git ignores in a directory. */
export interface IgnoredPaths {
  /** Returns those of the paths that git ignores; none if git cannot tell. */
  select(paths: readonly string[]): ReadonlySet<string>
  /** Files above the directory, and of the repository, that hold ignore rules. */
  readonly places: readonly string[]
}

const timeoutMs = 2000

/** Null outside of a repository. The user's own ignore rules count too. */
export function openIgnoredPaths(env: NodeJS.ProcessEnv, directory: string): IgnoredPaths | null {
  const git = openGitCommand(env)
  const repository = findRepository(git, directory)
  if (repository === null) return null
  const { gitDir, commonDir, top } = repository
  const place = ['-C', directory, `--git-dir=${gitDir}`, `--work-tree=${top}`]
  return {
    select(paths) {
      // A colon in front would be magic.
      const given = paths.filter((path) => !path.startsWith(':')).map((path) => `${path}\0`)
      if (given.length === 0) return new Set()
      const options = { input: given.join(''), timeoutMs, magicPaths: true }
      const { code, stdout } = git([...place, 'check-ignore', '-z', '--stdin'], options)
      return new Set(code === 0 ? stdout.toString().split('\0').slice(0, -1) : [])
    },
    places: [joinBelow(commonDir, 'info', 'exclude'), ...listRulesAbove(top, directory)],
  }
}

function listRulesAbove(top: string, directory: string): string[] {
  const files: string[] = []
  for (let at = directory; at !== top && at !== dirname(at); ) {
    at = dirname(at)
    files.push(joinBelow(at, '.gitignore'))
  }
  return files
}
