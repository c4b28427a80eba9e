import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import type { Git } from './command.ts'
import { findRepository, headOf } from './repository.ts'

const patience = 300_000

/** The copy has the branches and tags of the original but not its address: nothing can be pushed back. */
export function copyWorkingTree(git: Git, directory: string, into: string): void {
  const repository = findRepository(git, directory)
  const head = headOf(git, repository)
  if (repository === null || head === null) throw refusal(directory, into, 'no commit is checked out there')
  makeEmpty(directory, into)
  const dotGit = join(into, '.git')
  const place = { GIT_DIR: dotGit, GIT_WORK_TREE: into }
  const steps = [
    [
      [
        'clone',
        '--quiet',
        '--bare',
        '--local',
        '--no-hardlinks',
        '--template=',
        '--',
        repository.top,
        dotGit,
      ],
      {},
    ],
    [['config', 'core.bare', 'false'], place],
    [['config', '--remove-section', 'remote.origin'], place],
    [['-C', into, 'reset', '--quiet', '--hard', head], place],
  ] as const
  for (const [args, env] of steps) {
    const { code, stderr } = git(args, { env, timeoutMs: patience })
    if (code === 0) continue
    empty(into)
    throw refusal(directory, into, stderr)
  }
}

function makeEmpty(directory: string, into: string): void {
  try {
    mkdirSync(into, { recursive: true, mode: 0o700 })
    if (readdirSync(into).length === 0) return
  } catch (error) {
    throw refusal(directory, into, (error as Error).message)
  }
  throw refusal(directory, into, 'the target is not empty')
}

function empty(into: string): void {
  for (const entry of readdirSync(into)) rmSync(join(into, entry), { recursive: true, force: true })
}

function refusal(directory: string, into: string, cause: string): Refusal {
  const message = `cannot copy ${directory} to ${into}: ${cause}`
  return new Refusal(
    'not-writable',
    message,
    'Copy a repository with a commit to an empty place you may write to.',
  )
}
