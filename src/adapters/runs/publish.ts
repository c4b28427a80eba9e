import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import type { OutputDirectories, RunStore } from '../../ports/index.ts'
import {
  getErrorCode,
  hideFromGit,
  makeDirectories,
  makeTemporaryName,
  selfIgnoringFiles,
  syncDirectory,
  writeNewFile,
} from '../disk/index.ts'
import { discardQuietly, sweepLeftovers, temporaryPrefix } from './leftovers.ts'
import { checkPlainName } from './plain-name.ts'
import { refuseUnwritable } from './refuse-unwritable.ts'
import { replaceFiles } from './replace-files.ts'

type Files = Readonly<Record<string, string>>

export function openRuns(directory: string): RunStore {
  const root = resolve(directory)
  const pathOf = (name: string, file: string) => join(root, checkPlainName(name), checkPlainName(file))
  return {
    resolvePath: pathOf,
    publish(name, files) {
      const target = join(root, checkPlainName(name))
      refuseOddNames(files)
      refuseUnwritable(root, () => {
        makeSelfIgnoring(root)
        sweepLeftovers(root)
        if (!publishDirectory(target, { ...selfIgnoringFiles, ...files })) throw makeTakenRefusal(target)
      })
      return target
    },
    replace(name, file, content) {
      const folder = dirname(pathOf(name, file))
      refuseUnwritable(folder, () => replaceFiles(folder, { [file]: content }))
    },
  }
}

/**
 * Writes files into a directory that the user named. A new directory appears as a whole; in an existing one other files stay.
 * Null deletes a file.
 */
export const publishInto: OutputDirectories['writeInto'] = (directory, files) => {
  const target = resolve(directory)
  refuseOddNames(files)
  const entries = Object.entries(files)
  const written = Object.fromEntries(entries.flatMap(([name, text]) => (text === null ? [] : [[name, text]])))
  refuseUnwritable(target, () => {
    if (!existsSync(target)) {
      makeDirectories(dirname(target))
      sweepLeftovers(dirname(target), [basename(target)])
      if (publishDirectory(target, written)) return
      // Another process created it meanwhile, so treat it as existing. A broken link is not a directory.
      if (!existsSync(target)) throw makeTakenRefusal(target)
    }
    replaceFiles(target, written)
    for (const [name, text] of entries) if (text === null) rmSync(join(target, name), { force: true })
    syncDirectory(target)
  })
}

function refuseOddNames(files: object): void {
  for (const name of Object.keys(files)) checkPlainName(name)
}

/**
 * Publishes a whole directory, because files that are renamed one by one can be seen in a state that does not match. False if
 * the name exists.
 */
function publishDirectory(target: string, files: Files): boolean {
  const parent = dirname(target)
  const temporary = join(parent, makeTemporaryName(basename(target)))
  // rename(2) silently replaces an empty directory.
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return false
  try {
    mkdirSync(temporary, { mode: 0o700 })
    for (const [name, content] of Object.entries(files)) writeNewFile(join(temporary, name), content)
    syncDirectory(temporary)
    renameSync(temporary, target)
  } catch (error) {
    discardQuietly(temporary)
    // Another process published the same name between the check and the rename.
    if (['ENOTEMPTY', 'EEXIST'].includes(getErrorCode(error) ?? '')) return false
    throw error
  }
  syncDirectory(parent)
  return true
}

function makeTakenRefusal(target: string): Refusal {
  return new Refusal('not-writable', `${target} exists already`, 'Choose another name, or remove it.')
}

/** Hides an empty directory too: a process killed between the two steps must not leave it visible to git. */
function makeSelfIgnoring(root: string): void {
  makeDirectories(root)
  if (readdirSync(root).some((entry) => !entry.startsWith(temporaryPrefix))) return
  hideFromGit(root)
}
