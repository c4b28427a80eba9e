import { lstatSync, realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Git } from './git-command.ts'
import { readGitFile } from './read-git-file.ts'
import { findRepository, type Repository, readHead } from './repository.ts'
import { withShadow } from './shadow.ts'

export function readCommitDate(git: Git, directory: string, path: string): string | null {
  const repository = findRepository(git, directory)
  const head = readHead(git, repository)
  if (repository === null || head === null) return null
  try {
    const file = resolveInside(repository, directory, path)
    if (file === null || !lstatSync(join(repository.top, file)).isFile()) return null
    return withShadow(git, repository, head, (shadow) =>
      isTracked(shadow, file) && isClean(shadow, file)
        ? readLastCommitDate(shadow, repository, head, file)
        : null,
    )
  } catch {
    // The file was deleted, or the shadow could not be written: the date is unknown.
    return null
  }
}

function resolveInside(repository: Repository, directory: string, path: string): string | null {
  const within = relative(resolve(directory), resolve(directory, path))
  const file = relative(repository.top, resolve(realpathSync(directory), within))
  return file === '' || isAbsolute(file) || file.split('/')[0] === '..' ? null : file
}

function isTracked(shadow: Git, file: string): boolean {
  return shadow(['ls-files', '-z', '--error-unmatch', '--', file]).code === 0
}

function isClean(shadow: Git, file: string): boolean {
  const options = ['--porcelain', '-z', '--untracked-files=no', '--no-renames', '--ignore-submodules=all']
  const status = shadow(['status', ...options, '--', file])
  return status.code === 0 && status.stdout.length === 0
}

function readLastCommitDate(
  shadow: Git,
  { commonDir }: Repository,
  head: string,
  file: string,
): string | null {
  const log = shadow(['log', '-1', '--format=%H %ct', '--no-show-signature', head, '--', file])
  const [commit = '', seconds = ''] = log.stdout.toString().trim().split(' ')
  if (log.code !== 0 || seconds === '') return null
  // In a shallow clone, the commit at the cut seems to have added every older file.
  if (readGitFile(join(commonDir, 'shallow'))?.includes(commit)) return null
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
}
