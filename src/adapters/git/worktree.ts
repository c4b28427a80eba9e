import { accessSync, constants, lstatSync } from 'node:fs'
import type { Git } from './command.ts'

/**
 * Brings the shadow's index up to the working tree. Answers with the untracked paths it left out, and with
 * null when git could not do it. Not `git add`, which starts a git of its own inside every submodule.
 */
export function takeInWorkingTree(shadow: Git, top: string, limit: number): string[] | null {
  const listed = shadow(['ls-files', '-z', '-t', '--modified', '--others', '--exclude-standard'])
  if (listed.code !== 0) return null
  // Names are bytes; latin1 carries each of them there and back.
  const entries = listed.stdout.toString('latin1').split('\0').filter(Boolean)
  const named = (isUntracked: boolean) =>
    entries.filter((entry) => entry.startsWith('? ') === isUntracked).map((entry) => entry.slice(2))
  const untracked = named(true)
  const fitting = untracked.filter(fitsInto(top, limit))
  const input = Buffer.from([...named(false), ...fitting].map((path) => `${path}\0`).join(''), 'latin1')
  const taken = shadow(['update-index', '-z', '--add', '--remove', '--replace', '--stdin'], { input })
  if (taken.code !== 0) return null
  const inside = new Set(fitting)
  return untracked.filter((path) => !inside.has(path)).map((path) => Buffer.from(path, 'latin1').toString())
}

/** The patch is cut at the limit, so content beyond it is not worth reading. */
function fitsInto(top: string, limit: number): (path: string) => boolean {
  let room = limit
  return (path) => {
    const bytes = readableSize(Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]))
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
