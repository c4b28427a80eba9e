import { relative, resolve } from 'node:path'
import { openFiles } from '../adapters/files/index.ts'
import { keyedFingerprint, newSalt, readBaseline, writeBaseline } from '../adapters/findings/index.ts'
import { openCommand } from '../adapters/git/command.ts'
import { findRepository } from '../adapters/git/repository.ts'
import { openTrees } from '../adapters/trees/index.ts'
import type { ScrubOrder, ScrubTools } from '../app/scrub/tools.ts'
import type { Workshop } from '../ports/index.ts'
import type { AppSettings } from '../surfaces/cli/index.ts'
import type { Surroundings } from './surroundings.ts'

interface Parts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly warn: AppSettings['warn']
}

export async function scrubTools({ around, shop, warn }: Parts, order: ScrubOrder): Promise<ScrubTools> {
  const { cwd, env } = around
  const { list } = openTrees({ cwd, maxBytes: order.maxBytes, tracked: trackedBy({ cwd, env }, warn) })
  const { allow } = order
  const allowList = allow === null ? [] : (await allowReader())(resolve(cwd, allow), allow)
  const { matches } = openFiles({ root: cwd, exclude: [], hash: shop.hash })
  return {
    list,
    matches,
    hash: shop.hash,
    newSalt,
    keyedFingerprint,
    allowList,
    readBaseline: (file) => readBaseline(resolve(cwd, file), file),
    writeBaseline: (file, baseline) => writeBaseline(resolve(cwd, file), file, baseline),
  }
}

/** Loads a parser, so only for those who have a list. */
async function allowReader() {
  return (await import('../adapters/findings/allow.ts')).readAllowList
}

/** What git tracks or would track; a walk that does without also meets what git ignores, so nothing is missed. */
function trackedBy({ cwd, env }: Pick<Surroundings, 'cwd' | 'env'>, warn: AppSettings['warn']) {
  const git = openCommand(env)
  return (directory: string): Buffer | null => {
    const repository = findRepository(git, directory)
    if (repository === null) return null
    const place = ['-C', directory, `--git-dir=${repository.gitDir}`, `--work-tree=${repository.top}`]
    const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const asked = git([...place, ...listing], { maxBytes: 256 * 1024 * 1024, timeoutMs: 120_000 })
    if (asked.code === 0) return asked.stdout
    const why = asked.stderr.split('\n')[0] ?? ''
    const name = relative(cwd, directory) || '.'
    warn({ detail: `git could not list ${name} (${why}); ignored files are looked through as well.` })
    return null
  }
}
