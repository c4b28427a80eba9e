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
import { type Decided, readJournal, removeJournal, writeJournal } from './journal.ts'
import { inspectTarget } from './look-at.ts'

export interface KnowledgeOptions {
  readonly root: string
  /** The state directory of the user. What lies in a project could have come with a clone; a journal must not. */
  readonly userState: string | null
  readonly hash: Hash
  /** How long to wait for another build. */
  readonly patienceMs?: number
}

export function openKnowledge(options: KnowledgeOptions): KnowledgeFiles {
  const root = realpathSync(options.root)
  const { hash, patienceMs = 10_000 } = options
  const directory = options.userState === null ? null : join(options.userState, 'knowledge')
  const journal = directory === null ? null : join(directory, `${computeFingerprint(root)}.json`)
  return {
    look: (path) => inspectTarget(root, path),
    interrupted: () => journal !== null && readJournal(journal) !== null,
    async exclusively(work) {
      const file = journal ?? noPlace()
      const release = lock(file, patienceMs)
      try {
        return await work(recover(root, file, hash))
      } finally {
        release()
      }
    },
    replaceAll(changes) {
      const file = journal ?? noPlace()
      refuseUnfit(root, changes)
      const decided = changes.map(({ path, before, after }) => ({
        path,
        before: before === null ? null : hash(before),
        after,
      }))
      writing(file, () => writeJournal(file, decided))
      const staged = stageAll(root, changes, file)
      for (const one of staged) writing(one.path, () => publish(one))
      writing(file, () => removeJournal(file))
    },
  }
}

function noPlace(): never {
  const message = 'There is no place to keep the journal of a build.'
  throw new Refusal('not-writable', message, 'Set HOME or XDG_STATE_HOME to a directory of your own.')
}

/** Locks of this process. One that nothing else refers to would end when garbage is collected, and the lock with it. */
const held = new Set<object>()

/** A lock that no crash leaves behind: the system takes it away with the process. */
function lock(journal: string, patienceMs: number): () => void {
  const file = `${journal}.lock`
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  writing(file, () => makeDirectories(dirname(file)))
  const database = new DatabaseSync(file, { timeout: patienceMs })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch {
    database.close()
    throw new Refusal(
      'not-writable',
      'Another build of this project is at work, or its lock cannot be taken.',
      `Wait for it to end. The lock is ${file}.`,
    )
  }
  held.add(database)
  return () => {
    held.delete(database)
    database.close()
  }
}

/** Somebody may have saved a file since it was looked at: then nothing is written. */
function refuseUnfit(root: string, changes: readonly Replacement[]): void {
  for (const { path, before } of changes) {
    const target = inspectTarget(root, path)
    if (target.state === 'unfit') throw new Refusal('not-writable', `${target.detail}.`)
    if (textOf(target) === before) continue
    throw new Refusal('not-writable', `${path} was changed while it was being built.`, 'Build again.')
  }
}

function textOf(target: KnowledgeTarget): string | null {
  return target.state === 'file' ? target.text : null
}

/** Finishes what was decided. What somebody changed in the meantime stays as it is. */
function recover(root: string, journal: string, hash: Hash): RecoveredBuild {
  sweep(dirname(journal), basename(journal))
  const decided = readJournal(journal)
  const recovered = { finished: [] as string[], kept: [] as string[] }
  if (decided === null) return recovered
  for (const one of decided) {
    sweep(join(root, dirname(one.path)), basename(one.path))
    const state = stateOf(root, one, hash)
    if (state === 'before') writing(one.path, () => publish(stage(root, one.path, one.after)))
    recovered[state === 'other' ? 'kept' : 'finished'].push(one.path)
  }
  removeJournal(journal)
  return recovered
}

function stateOf(root: string, { path, before, after }: Decided, hash: Hash): 'before' | 'after' | 'other' {
  const target = inspectTarget(root, path)
  if (target.state === 'unfit') return 'other'
  const text = textOf(target)
  if (text === after) return 'after'
  return (text === null ? null : hash(text)) === before ? 'before' : 'other'
}

/** What a build that was stopped left aside. */
function sweep(directory: string, name: string): void {
  const isAside = (one: string) =>
    one.startsWith(`.tmp-${name}-`) && /^[0-9a-f]{16}$/.test(one.slice(name.length + 6))
  try {
    for (const one of readdirSync(directory).filter(isAside)) rmSync(join(directory, one), { force: true })
  } catch {
    // A leftover costs nothing but its space.
  }
}

interface Staged {
  readonly path: string
  readonly file: string
  readonly aside: string
}

/** All of them on disk before the first gets its name: a disk that is full leaves everything as it was. */
function stageAll(root: string, changes: readonly Replacement[], journal: string): Staged[] {
  const staged: Staged[] = []
  try {
    for (const { path, after } of changes) staged.push(writing(path, () => stage(root, path, after)))
    return staged
  } catch (error) {
    for (const { aside } of staged) rmSync(aside, { force: true })
    removeJournal(journal)
    throw error
  }
}

/** With the rights that the file has; a new one can be read by whoever may read the project. */
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

function writing<T>(path: string, act: () => T): T {
  const fix = 'Check the permissions and the free space, and build again.'
  return refuseOnError(act, (code) => new Refusal('not-writable', `Cannot write ${path} (${code}).`, fix))
}
