import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import type { Hash, TrustStore } from '../../ports/index.ts'
import {
  getErrorCode,
  joinBelow,
  makeDirectories,
  refuseOnError,
  replaceFile,
  syncDirectory,
} from '../disk/index.ts'
import { findTrustProblem } from './trust-directory.ts'
import { formatTrustRecord, maxTrustFileBytes, readTrustRecord } from './trust-record.ts'

export interface TrustBookOptions {
  /** An absolute path. */
  readonly directory: string
  readonly hash: Hash
}

/**
 * Keeps one file per project, named by the digest of its real path, so that programs that trust different projects do not
 * interfere.
 */
export function openTrustBook({ directory, hash }: TrustBookOptions): TrustStore {
  const getFile = (root: string) => joinBelow(directory, `${hash(root).replace(/^sha256:/, '')}.json`)
  const problem = (root: string) => findTrustProblem(directory, root)
  const find: TrustStore['find'] = (root) => {
    const record = problem(root) === null ? readTrustRecord(getFile(root)) : null
    return record?.root === root ? record : null
  }
  const getCheckedFile = (root: string): string => {
    const why = problem(root)
    if (why === null) return getFile(root)
    const fix = 'Correct it, or set XDG_CONFIG_HOME to another directory.'
    throw new Refusal('not-writable', `Trust cannot be stored: ${why}`, fix)
  }
  return {
    file: directory,
    place: getFile,
    problem,
    find,
    list() {
      const roots = listNames(directory).flatMap((name) => readTrustRecord(join(directory, name))?.root ?? [])
      // A record counts only in the file named after its own project.
      return [...new Set(roots)].sort().flatMap((root) => find(root) ?? [])
    },
    put(record) {
      const text = formatTrustRecord(record)
      if (Buffer.byteLength(text) > maxTrustFileBytes)
        throw new Refusal(
          'manifest-invalid',
          `The manifest is too large to be stored (${text.length} bytes).`,
        )
      getCheckedFile(record.root)
      refuseWriteErrors(directory, () => {
        makeDirectories(directory)
        // Check again, because the directories exist now.
        replaceFile(getCheckedFile(record.root), text)
      })
    },
    remove(root) {
      const file = getCheckedFile(root)
      return refuseWriteErrors(directory, () => {
        if (!removeIfExists(file)) return false
        syncDirectory(directory)
        return true
      })
    },
  }
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
  } catch {
    return []
  }
}

function removeIfExists(file: string): boolean {
  try {
    rmSync(file)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT' || getErrorCode(error) === 'ENOTDIR') return false
    throw error
  }
}

/** Turns a system error into a refusal. */
function refuseWriteErrors<T>(directory: string, act: () => T): T {
  const fix = 'Make it writable, or set XDG_CONFIG_HOME to another directory.'
  return refuseOnError(
    act,
    (code) => new Refusal('not-writable', `Trust cannot be stored in ${directory} (${code}).`, fix),
  )
}
