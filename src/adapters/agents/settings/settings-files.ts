import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Refusal } from '../../../core/values/index.ts'
import type {
  Clock,
  SettingsChange,
  SettingsEdit,
  SettingsFiles,
  SettingsPlace,
} from '../../../ports/index.ts'
import {
  getErrorCode,
  makeDirectories,
  makeTemporaryName,
  syncDirectory,
  writeNewFile,
} from '../../disk/index.ts'
import { readSettingsContent, resolveSettingsFile, type SettingsContent } from './settings-content.ts'

const maxAttempts = 10

export interface SettingsFilesOptions {
  readonly clock: Clock
  /** For tests: called between reading and writing, when another program may write. */
  readonly between?: () => void
}

export function openSettingsFiles(options: SettingsFilesOptions): SettingsFiles {
  return {
    read: (place) => readSettingsContent(resolveSettingsFile(place))?.text ?? null,
    change(place, edit, undoes = false) {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const change = changeOnce(place, { edit, undoes }, options)
        if (change !== null) return change
      }
      const message = `${place.file} was left as it is: another program kept changing it.`
      throw new Refusal('not-writable', message, 'Stop the agent that uses it, then run the command again.')
    },
    preview(place, edit) {
      const { before, after } = planEdit(place, edit)
      return { before, after, backup: null, stays: [] }
    },
  }
}

interface PlannedEdit {
  readonly file: string
  readonly standing: SettingsContent | null
  readonly before: string | null
  readonly after: string | null
}

/** Reads the file and applies the edit. Refuses to change a read-only file. */
function planEdit(place: SettingsPlace, edit: SettingsEdit): PlannedEdit {
  const file = resolveSettingsFile(place)
  const standing = readSettingsContent(file)
  const before = standing?.text ?? null
  const after = edit(before)
  if (standing !== null && after !== before) checkWritable(file, standing)
  return { file, standing, before, after }
}

interface EditInput {
  readonly edit: SettingsEdit
  readonly undoes: boolean
}

/** Null if another program wrote to the file in between. */
function changeOnce(
  place: SettingsPlace,
  { edit, undoes }: EditInput,
  options: SettingsFilesOptions,
): SettingsChange | null {
  const { file, standing, before, after } = planEdit(place, edit)
  if (after === before) return { before, after, backup: null, stays: [] }
  options.between?.()
  try {
    const backups = standing === null || place.generated ? null : readBackups(file)
    const spent =
      backups?.filter((copy) => copy.text === after || (undoes && isSpent(copy, edit, after))) ?? []
    const stays = undoes
      ? (backups ?? []).filter((copy) => !spent.includes(copy)).map((copy) => copy.file)
      : []
    if (after === null) {
      return removeFile(place, file, { standing, spent }) ? { before, after, backup: null, stays } : null
    }
    const backup =
      backups === null || spent.length > 0 ? null : backUp(file, standing!, backups, options.clock)
    if (!writeFile(place, file, standing, after)) {
      if (backup?.fresh) rmSync(backup.file, { force: true })
      return null
    }
    // The file contains everything that these copies hold.
    for (const copy of spent) rmSync(copy.file, { force: true })
    return {
      before,
      after,
      backup: backup?.file ?? null,
      stays: stays.filter((path) => path !== backup?.file),
    }
  } catch (error) {
    const code = getErrorCode(error)
    if (code === undefined) throw error
    // Another program created the backup or the directory at the same time.
    if (code === 'EEXIST') return null
    throw new Refusal('not-writable', `Cannot write ${file} (${code}); it was left as it is.`)
  }
}

/** Renaming over a read-only file would work, but its owner does not want it changed. */
function checkWritable(file: string, { stat }: SettingsContent): void {
  if ((stat.mode & 0o222) !== 0) return
  const message = `${file} is read-only; it was left as it is.`
  throw new Refusal('not-writable', message, 'Make it writable (chmod u+w), then try again.')
}

function isUnchanged(file: string, standing: SettingsContent | null): boolean {
  const now = readSettingsContent(file)
  return standing === null ? now === null : now?.bytes.equals(standing.bytes) === true
}

/** Replaces the file as a whole, with the mode and the owner that it had. */
function writeFile(
  place: SettingsPlace,
  file: string,
  standing: SettingsContent | null,
  text: string,
): boolean {
  const directory = dirname(file)
  makeDirectories(directory)
  const aside = join(directory, makeTemporaryName(basename(file)))
  try {
    writeAside(aside, text, standing?.stat ?? { mode: place.mode, uid: null, gid: null })
    if (!isUnchanged(file, standing)) return false
    renameSync(aside, file)
    syncDirectory(directory)
    return true
  } finally {
    rmSync(aside, { force: true })
  }
}

interface Owned {
  readonly mode: number
  readonly uid: number | null
  readonly gid: number | null
}

function writeAside(aside: string, text: string, { mode, uid, gid }: Owned): void {
  const bytes = Buffer.from(text)
  const handle = openSync(aside, 'wx', 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
    if (uid !== null && gid !== null) changeOwner(handle, uid, gid)
    fchmodSync(handle, mode & 0o7777)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Only root can change the owner of a file. For other users, the file is theirs already. */
function changeOwner(handle: number, uid: number, gid: number): void {
  try {
    fchownSync(handle, uid, gid)
  } catch (error) {
    if (getErrorCode(error) !== 'EPERM') throw error
  }
}

function removeFile(
  place: SettingsPlace,
  file: string,
  { standing, spent }: { readonly standing: SettingsContent | null; readonly spent: readonly Backup[] },
): boolean {
  if (!isUnchanged(file, standing)) return false
  rmSync(file)
  for (const copy of spent) rmSync(copy.file, { force: true })
  const { base } = place
  for (let above = dirname(place.file); above.startsWith(base) && above !== base; above = dirname(above)) {
    try {
      rmdirSync(above)
    } catch {
      // The directory is not empty.
      break
    }
  }
  return true
}

interface Backup {
  readonly file: string
  readonly text: string
}

function readBackups(file: string): Backup[] {
  const start = `${basename(file)}.foreword-backup-`
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(start))
  return names.flatMap((name) => {
    const path = join(dirname(file), name)
    const text = readBackup(path)
    return text === null ? [] : [{ file: path, text }]
  })
}

/** Whether a backup holds only our own settings, or exactly the new text of the file. A backup that cannot be parsed is kept. */
function isSpent({ text }: Backup, edit: SettingsEdit, after: string | null): boolean {
  try {
    const rest = edit(text)
    return rest === null || rest === after
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

function readBackup(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Backs up the file before its first change, unless a backup with the same text exists. */
function backUp(
  file: string,
  { bytes, text }: SettingsContent,
  backups: readonly Backup[],
  clock: Clock,
): { readonly file: string; readonly fresh: boolean } {
  const known = backups.find((copy) => copy.text === text)
  if (known !== undefined) return { file: known.file, fresh: false }
  const time = clock
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
  const taken = new Set(backups.map((copy) => copy.file))
  let path = `${file}.foreword-backup-${time}`
  for (let i = 2; taken.has(path); i++) path = `${file}.foreword-backup-${time}-${i}`
  writeNewFile(path, bytes)
  return { file: path, fresh: true }
}
