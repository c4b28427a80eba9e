import { accessSync, constants, lstatSync } from 'node:fs'
import type { Git, GitAnswer } from './command.ts'
import { readNestedHead } from './repository.ts'
import type { Shadow } from './shadow.ts'

/** What each path looked like that was not taken in. Names are bytes; latin1 carries each there and back. */
export type LeftOutFiles = ReadonlyMap<string, string | null>

export interface StageInput {
  /** Untracked content beyond so many bytes is left out. */
  readonly limit: number
  /** Taken in even where they are ignored. */
  readonly also: readonly string[]
  /** Never taken in. */
  readonly without: LeftOutFiles
}

/**
 * Brings the shadow's index up to the working tree. Answers with the untracked paths it left out, and with
 * null when git could not do it. Not `git add`, which starts a git of its own inside every submodule.
 */
export function stageFiles({ git, top }: Shadow, { limit, also, without }: StageInput): LeftOutFiles | null {
  const listed = git(['ls-files', '-z', '-t', '--modified', '--others', '--exclude-standard'])
  const unmerged = git(['ls-files', '-z', '--unmerged'])
  if (listed.code !== 0 || unmerged.code !== 0) return null
  const entries = listStagedNames(listed)
  const marked = (isUntracked: boolean) =>
    entries.filter((entry) => entry.startsWith('? ') === isUntracked).map((entry) => entry.slice(2))
  const untracked = marked(true)
  const fitting = new Set(untracked.filter((path) => !without.has(path)).filter(fitsInto(top, limit)))
  const wanted = also.filter((path) => !without.has(path) && !without.has(`${path}/`) && isTakable(top, path))
  const tracked = [
    ...marked(false),
    ...listStagedNames(unmerged).map((entry) => entry.replace(/^[^\t]*\t/, '')),
  ]
  const behindLink = new Set(tracked.filter((path) => isBehindLink(top, path)))
  const reachable = tracked.filter((path) => !behindLink.has(path))
  const taken =
    update(git, ['--force-remove'], [...behindLink]) &&
    update(git, ['--add', '--remove', '--replace'], [...reachable, ...wanted, ...fitting])
  if (!taken) return null
  return new Map(
    untracked.filter((path) => !fitting.has(path)).map((path) => [path, describeFile(top, path)]),
  )
}

export function listStagedNames({ stdout }: GitAnswer): string[] {
  return stdout.toString('latin1').split('\0').filter(Boolean)
}

/** Size and time, or the commit of a nested repository: enough to see a change, not what it was. */
export function describeFile(top: string, path: string): string | null {
  try {
    const stat = lstatSync(pathTo(top, path), { bigint: true })
    const commit = stat.isDirectory() ? readNestedHead(pathTo(top, path).toString()) : null
    return [stat.mode, stat.size, stat.mtimeNs, commit].join(' ')
  } catch {
    return null
  }
}

function update(git: Git, how: readonly string[], paths: readonly string[]): boolean {
  if (paths.length === 0) return true
  const input = Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1')
  return git(['update-index', '-z', ...how, '--stdin'], { input }).code === 0
}

function pathTo(top: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')])
}

/** The patch is cut at the limit, so content beyond it is not worth reading. */
function fitsInto(top: string, limit: number): (path: string) => boolean {
  let room = limit
  return (path) => {
    const bytes = readableSize(pathTo(top, path))
    if (bytes === null || bytes > room) return false
    room -= bytes
    return true
  }
}

/** Null for a nested repository too, which git lists as a directory. */
function readableSize(path: Buffer): number | null {
  try {
    const stat = lstatSync(path)
    if (stat.isSymbolicLink()) return stat.size
    accessSync(path, constants.R_OK)
    return stat.isFile() ? stat.size : null
  } catch {
    return null
  }
}

/** Git stops at a directory without a commit of its own, such as a submodule nobody has fetched. */
function isTakable(top: string, path: string): boolean {
  const place = pathTo(top, path)
  return (
    !isBehindLink(top, path) && (readableSize(place) !== null || readNestedHead(place.toString()) !== null)
  )
}

/** Git lists what it finds where a directory has become a link, and then stops at it. */
function isBehindLink(top: string, path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  return folders.some((_, i) => {
    const folder = pathTo(top, folders.slice(0, i + 1).join('/'))
    return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  })
}
