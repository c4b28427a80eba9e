import { relative } from 'node:path'
import { openGitCommand } from './git-command.ts'
import { findRepository } from './repository.ts'

export interface TrackedFilesOptions {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly warn: (trouble: { readonly detail: string }) => void
}

/**
 * Lists the files that git tracks or would track. Null without git; the caller then searches ignored files too, so that it
 * misses nothing.
 */
export function openTrackedFiles({
  cwd,
  env,
  warn,
}: TrackedFilesOptions): (directory: string) => Buffer | null {
  const git = openGitCommand(env)
  return (directory) => {
    const repository = findRepository(git, directory)
    if (repository === null) return null
    const place = ['-C', directory, `--git-dir=${repository.gitDir}`, `--work-tree=${repository.top}`]
    const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const result = git([...place, ...listing], { maxBytes: 256 * 1024 * 1024, timeoutMs: 120_000 })
    if (result.code === 0) return result.stdout
    const why = result.stderr.split('\n')[0] ?? ''
    const name = relative(cwd, directory) || '.'
    warn({ detail: `git could not list ${name} (${why}); ignored files are searched too.` })
    return null
  }
}
