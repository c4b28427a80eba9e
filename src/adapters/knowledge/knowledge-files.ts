import { chmodSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { computeFingerprint, Refusal } from '../../core/values/index.ts'
import type { Hash, KnowledgeFiles, KnowledgeTarget, RecoveredBuild, Replacement } from '../../ports/index.ts'
import {
  makeDirectories,
  makeTemporaryName,
  refuseOnError,
  syncDirectory,
  writeNewFile,
} from '../disk/index.ts'
import {
  type DecidedChange,
  readBuildJournal,
  removeBuildJournal,
  writeBuildJournal,
} from './build-journal.ts'
import { inspectTarget } from './inspect-target.ts'

export interface KnowledgeFilesOptions {
  readonly root: string
  /** The user's state directory. A journal is not kept in the project, because a clone could bring a forged one. */
  readonly userState: string | null
  readonly hash: Hash
  /** How long to wait for another build. */
  readonly patienceMs?: number
}

export function openKnowledgeFiles(options: KnowledgeFilesOptions): KnowledgeFiles {
  const root = realpathSync(options.root)
  const { hash, patienceMs = 10_000 } = options
  const directory = options.userState === null ? null : join(options.userState, 'knowledge')
  const journal = directory === null ? null : join(directory, `${computeFingerprint(root)}.json`)
  return {
    inspect: (path) => inspectTarget(root, path),
    interrupted: () => journal !== null && readBuildJournal(journal) !== null,
    async withLock(work) {
      const file = journal ?? refuseMissingPlace()
      const release = lock(file, patienceMs)
      try {
        return await work(recover(root, file, hash))
      } finally {
        release()
      }
    },
    replaceAll(changes) {
      const file = journal ?? refuseMissingPlace()
      refuseUnfit(root, changes)
      const decided = changes.map(({ path, before, after }) => ({
        path,
        before: before === null ? null : hash(before),
        after,
      }))
      refuseWriteErrors(file, () => writeBuildJournal(file, decided))
      const staged = stageAll(root, changes, file)
      for (const stagedFile of staged) refuseWriteErrors(stagedFile.path, () => publish(stagedFile))
      refuseWriteErrors(file, () => removeBuildJournal(file))
    },
  }
}

function refuseMissingPlace(): never {
  const message = 'The build journal has no directory: neither HOME nor XDG_STATE_HOME is set.'
  throw new Refusal('not-writable', message, 'Set HOME or XDG_STATE_HOME to a directory of your own.')
}

/** Keeps locks reachable, because garbage collection would close the database and release its lock. */
const heldLocks = new Set<object>()

/** Takes a lock that no crash leaves behind, because the system releases it with the process. */
function lock(journal: string, patienceMs: number): () => void {
  const file = `${journal}.lock`
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  refuseWriteErrors(file, () => makeDirectories(dirname(file)))
  const database = new DatabaseSync(file, { timeout: patienceMs })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch {
    database.close()
    throw new Refusal(
      'not-writable',
      'Another build of this project is running, or its lock cannot be taken.',
      `Wait until it ends, then try again. The lock is ${file}.`,
    )
  }
  heldLocks.add(database)
  return () => {
    heldLocks.delete(database)
    database.close()
  }
}

/** Writes nothing if a file was saved after it was read. */
function refuseUnfit(root: string, changes: readonly Replacement[]): void {
  for (const { path, before } of changes) {
    const target = inspectTarget(root, path)
    if (target.state === 'unfit') throw new Refusal('not-writable', `${target.detail}.`)
    if (getText(target) === before) continue
    throw new Refusal('not-writable', `${path} was changed while it was being built.`, 'Build again.')
  }
}

function getText(target: KnowledgeTarget): string | null {
  return target.state === 'file' ? target.text : null
}

/** Finishes a build that was interrupted. Files that changed since stay as they are. */
function recover(root: string, journal: string, hash: Hash): RecoveredBuild {
  sweep(dirname(journal), basename(journal))
  const decided = readBuildJournal(journal)
  const recovered = { finished: [] as string[], kept: [] as string[] }
  if (decided === null) return recovered
  for (const change of decided) {
    sweep(join(root, dirname(change.path)), basename(change.path))
    const state = compareFile(root, change, hash)
    if (state === 'before')
      refuseWriteErrors(change.path, () => publish(stage(root, change.path, change.after)))
    recovered[state === 'other' ? 'kept' : 'finished'].push(change.path)
  }
  removeBuildJournal(journal)
  return recovered
}

function compareFile(
  root: string,
  { path, before, after }: DecidedChange,
  hash: Hash,
): 'before' | 'after' | 'other' {
  const target = inspectTarget(root, path)
  if (target.state === 'unfit') return 'other'
  const text = getText(target)
  if (text === after) return 'after'
  return (text === null ? null : hash(text)) === before ? 'before' : 'other'
}

/** Removes the temporary files of an interrupted build. */
function sweep(directory: string, name: string): void {
  const isAside = (entry: string) =>
    entry.startsWith(`.tmp-${name}-`) && /^[0-9a-f]{16}$/.test(entry.slice(name.length + 6))
  try {
    for (const entry of readdirSync(directory).filter(isAside))
      rmSync(join(directory, entry), { force: true })
  } catch {
    // A leftover only costs disk space.
  }
}

interface Staged {
  readonly path: string
  readonly file: string
  readonly aside: string
}

/** Writes all files to disk before the first gets its name, so that a full disk leaves everything unchanged. */
function stageAll(root: string, changes: readonly Replacement[], journal: string): Staged[] {
  const staged: Staged[] = []
  try {
    for (const { path, after } of changes)
      staged.push(refuseWriteErrors(path, () => stage(root, path, after)))
    return staged
  } catch (error) {
    for (const { aside } of staged) rmSync(aside, { force: true })
    removeBuildJournal(journal)
    throw error
  }
}

/** Keeps the permissions of the file. A new file gets the default permissions. */
function stage(root: string, path: string, text: string): Staged {
  const file = join(root, path)
  const target = inspectTarget(root, path)
  if (target.state === 'unfit') throw new Refusal('not-writable', `${target.detail}.`)
  mkdirSync(dirname(file), { recursive: true })
  const mode = target.state === 'absent' ? 0o666 & ~process.umask() : statSync(file).mode & 0o777
  const aside = join(dirname(file), makeTemporaryName(basename(file)))
  writeNewFile(aside, text)
  chmodSync(aside, mode)
  return { path, file, aside }
}

function publish({ aside, file }: Staged): void {
  renameSync(aside, file)
  syncDirectory(dirname(file))
}

function refuseWriteErrors<T>(path: string, act: () => T): T {
  const fix = 'Check the permissions and the free space, and build again.'
  return refuseOnError(act, (code) => new Refusal('not-writable', `Cannot write ${path} (${code}).`, fix))
}
