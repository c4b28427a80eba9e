import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Blame, History } from '../../ports/index.ts'
import type { Git, GitAnswer } from './command.ts'
import { readGitFile } from './read-small.ts'
import { findRepository, type Repository } from './repository.ts'

/** A commit comes from a record that a stranger may have written: nothing but a full object name is asked for. */
const objectName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

export function openHistory(git: Git): History {
  return {
    has: (directory, commit) =>
      ask(git, directory, commit, ({ run }) => run(['cat-file', '-e', `${commit}^{commit}`])) !== null,
    at: (directory, commit, path) => contentAt(git, directory, { commit, path }),
    blame: (directory, commit, { path, line }) => blame(git, directory, { commit, path, line }),
  }
}

interface Asked {
  readonly repository: Repository
  /** Null where git did not do as it was asked. */
  run(args: readonly string[]): GitAnswer | null
}

function ask<T>(git: Git, directory: string, commit: string, look: (asked: Asked) => T | null): T | null {
  const repository = objectName.test(commit) ? findRepository(git, directory) : null
  if (repository === null) return null
  const run = (args: readonly string[]) => {
    const answer = git(['-C', repository.top, ...args])
    return answer.code === 0 ? answer : null
  }
  return look({ repository, run })
}

function contentAt(
  git: Git,
  directory: string,
  { commit, path }: { commit: string; path: string },
): string | null {
  return ask(git, directory, commit, ({ repository, run }) => {
    const file = insideOf(repository, directory, path)
    if (file === null) return null
    const [mode = '', , blob = ''] =
      run(['ls-tree', '-z', '--full-tree', commit, '--', file])?.stdout.toString().split(/[ \t]/) ?? []
    // A link has its target as content; what was read stands elsewhere.
    if (!mode.startsWith('100') || !objectName.test(blob)) return null
    return textOf(run(['cat-file', 'blob', blob])?.stdout)
  })
}

/** Null for what is no text: no source is. */
function textOf(bytes: Uint8Array | undefined): string | null {
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

function blame(git: Git, directory: string, { commit, path, line }: Place): Blame | null {
  if (!Number.isSafeInteger(line) || line < 1) return null
  return ask(git, directory, commit, ({ repository, run }) => {
    const file = insideOf(repository, directory, path)
    if (file === null) return null
    // The repository may name a program that shows the file, and a list of commits to look past: neither is used.
    const quiet = ['--no-textconv', '--ignore-revs-file=']
    const answer = run([
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
    const found = answer === null ? null : blameFrom(answer.stdout.toString())
    // Where a shallow clone was cut, every older line looks as if that commit had brought it.
    const cut = found !== null && readGitFile(join(repository.commonDir, 'shallow'))?.includes(found.id)
    return cut ? null : found
  })
}

function blameFrom(porcelain: string): Blame | null {
  const [first = '', ...lines] = porcelain.split('\n')
  const id = first.split(' ')[0] ?? ''
  const field = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1)
  const time = new Date(Number(field('committer-time')) * 1000)
  if (!objectName.test(id) || Number.isNaN(time.getTime())) return null
  const date = time.toISOString().replace('.000Z', 'Z')
  return { id, date, author: field('author') ?? '', summary: field('summary') ?? '' }
}

/** The path as the repository has it: relative to its top, and not out of it. */
function insideOf({ top }: Repository, directory: string, path: string): string | null {
  try {
    const within = relative(resolve(directory), resolve(directory, path))
    const file = relative(top, resolve(realpathSync(directory), within))
    return file === '' || isAbsolute(file) || file.split('/')[0] === '..' ? null : file
  } catch {
    return null
  }
}
