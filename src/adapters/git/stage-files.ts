import { accessSync, constants, lstatSync } from 'node:fs'
import type { Git, GitResult } from './git-command.ts'
import { readNestedHead } from './repository.ts'
import type { Shadow } from './shadow.ts'

/** The state of each path that was not staged. Names are bytes, stored as latin1. */
export type LeftOutFiles = ReadonlyMap<string, string | null>

export interface StageInput {
  /** Untracked content beyond this many bytes is left out. */
  readonly limit: number
  /** Staged even if they are ignored. */
  readonly also: readonly string[]
  /** Never staged. */
  readonly without: LeftOutFiles
}

/**
 * Updates the shadow's index to the working tree. Returns the untracked paths that were left out, or null if git failed. Does
 * not use `git add`, because it starts git inside of every submodule.
 */
export function stageFiles({ git, top }: Shadow, { limit, also, without }: StageInput): LeftOutFiles | null {
  const listed = git(['ls-files', '-z', '-t', '--modified', '--others', '--exclude-standard'])
  const unmerged = git(['ls-files', '-z', '--unmerged'])
  if (listed.code !== 0 || unmerged.code !== 0) return null
  const entries = listStagedNames(listed)
  const selectEntries = (isUntracked: boolean) =>
    entries.filter((entry) => entry.startsWith('? ') === isUntracked).map((entry) => entry.slice(2))
  const untracked = selectEntries(true)
  const fitting = new Set(untracked.filter((path) => !without.has(path)).filter(makeSizeFilter(top, limit)))
  const extra = also.filter(
    (path) => !without.has(path) && !without.has(`${path}/`) && canBeStaged(top, path),
  )
  const tracked = [
    ...selectEntries(false),
    ...listStagedNames(unmerged).map((entry) => entry.replace(/^[^\t]*\t/, '')),
  ]
  const behindLink = new Set(tracked.filter((path) => isBehindLink(top, path)))
  const reachable = tracked.filter((path) => !behindLink.has(path))
  const isStaged =
    updateIndex(git, ['--force-remove'], [...behindLink]) &&
    updateIndex(git, ['--add', '--remove', '--replace'], [...reachable, ...extra, ...fitting])
  if (!isStaged) return null
  return new Map(
    untracked.filter((path) => !fitting.has(path)).map((path) => [path, describeFile(top, path)]),
  )
}

export function listStagedNames({ stdout }: GitResult): string[] {
  return stdout.toString('latin1').split('\0').filter(Boolean)
}

/** Describes a file by size and time, or a nested repository by its commit: enough to detect a change. */
export function describeFile(top: string, path: string): string | null {
  try {
    const stat = lstatSync(pathTo(top, path), { bigint: true })
    const commit = stat.isDirectory() ? readNestedHead(pathTo(top, path).toString()) : null
    return [stat.mode, stat.size, stat.mtimeNs, commit].join(' ')
  } catch {
    return null
  }
}

function updateIndex(git: Git, how: readonly string[], paths: readonly string[]): boolean {
  if (paths.length === 0) return true
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
  return git(['update-index', '-z', ...how, '--stdin'], { input }).code === 0
}

function pathTo(top: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')])
}

/** The patch is cut at the limit, so content beyond it is not read. */
function makeSizeFilter(top: string, limit: number): (path: string) => boolean {
  let bytesLeft = limit
  return (path) => {
    const bytes = getReadableSize(pathTo(top, path))
    if (bytes === null || bytes > bytesLeft) return false
    bytesLeft -= bytes
    return true
  }
}

/** Null for a nested repository too, because git lists it as a directory. */
function getReadableSize(path: Buffer): number | null {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink()) return stat.size
    accessSync(path, constants.R_OK)
    return stat.isFile() ? stat.size : null
  } catch {
    return null
  }
}

/** Git fails on a directory without a commit, such as a submodule that was not fetched. */
function canBeStaged(top: string, path: string): boolean {
  const place = pathTo(top, path)
  return (
    !isBehindLink(top, path) && (getReadableSize(place) !== null || readNestedHead(place.toString()) !== null)
  )
}

/** If a directory has become a link, git lists the files behind it and then fails on them. */
function isBehindLink(top: string, path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  return folders.some((_, i) => {
    const folder = pathTo(top, folders.slice(0, i + 1).join('/'))
    return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  })
}
