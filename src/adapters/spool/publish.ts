import { closeSync, existsSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import {
  codeOf,
  largestFile,
  makeDirectories,
  refuseLink,
  syncDirectory,
  systemError,
  temporaryPrefix,
} from './disk.ts'

/** The file is there whole and durable, or the system's error is thrown and nothing is there. */
export function publish(directory: string, name: string, text: string): void {
  const bytes = Buffer.from(text)
  if (bytes.length > largestFile) throw systemError('EFBIG', `a parcel of ${bytes.length} bytes is too large`)
  makeReady(directory)
  const aside = join(directory, temporaryName())
  try {
    writeNew(aside, bytes)
    renameSync(aside, join(directory, name))
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  syncDirectory(directory)
}

/** Only has to differ from others: it is always created exclusively. */
function temporaryName(): string {
  return `${temporaryPrefix}${process.pid}-${Math.random().toString(16).slice(2)}`
}

function makeReady(directory: string): void {
  if (lstatSync(directory, { throwIfNoEntry: false }) === undefined) makeDirectories(directory)
  refuseLink(directory)
  hideFromGit(join(directory, '.gitignore'))
}

function hideFromGit(file: string): void {
  if (existsSync(file)) return
  try {
    writeNew(file, Buffer.from('*\n'))
  } catch (error) {
    // Another process was faster, or a link stands there: both stay.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

/** Creates the file, or fails when something is there: nothing is followed, nothing is overwritten. */
function writeNew(path: string, bytes: Buffer): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    // A disk that fills up takes a part and reports no error until the next write.
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
