import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import type { Hash, TrustBook } from '../../ports/index.ts'
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
  /** Absolute. */
  readonly directory: string
  readonly hash: Hash
}

/** One file per project, by the digest of its real path: two programs that trust two projects do not meet. */
export function openTrustBook({ directory, hash }: TrustBookOptions): TrustBook {
  const fileOf = (root: string) => joinBelow(directory, `${hash(root).replace(/^sha256:/, '')}.json`)
  const problem = (root: string) => findTrustProblem(directory, root)
  const find: TrustBook['find'] = (root) => {
    const record = problem(root) === null ? readTrustRecord(fileOf(root)) : null
    return record?.root === root ? record : null
  }
  const checked = (root: string): string => {
    const why = problem(root)
    if (why === null) return fileOf(root)
    const fix = 'Put that right, or let XDG_CONFIG_HOME name another directory.'
    throw new Refusal('not-writable', `Trust cannot be kept: ${why}`, fix)
  }
  return {
    file: directory,
    place: fileOf,
    problem,
    find,
    list() {
      const roots = namesIn(directory).flatMap((name) => readTrustRecord(join(directory, name))?.root ?? [])
      // Under any other name than its own a record counts for nothing.
      return [...new Set(roots)].sort().flatMap((root) => find(root) ?? [])
    },
    put(record) {
      const text = formatTrustRecord(record)
      if (Buffer.byteLength(text) > maxTrustFileBytes)
        throw new Refusal('manifest-invalid', `The manifest is too large to be kept (${text.length} bytes).`)
      checked(record.root)
      writing(directory, () => {
        makeDirectories(directory)
        // Now that all of it is there.
        replaceFile(checked(record.root), text)
      })
    },
    remove(root) {
      const file = checked(root)
      return writing(directory, () => {
        if (!removed(file)) return false
        syncDirectory(directory)
        return true
      })
    },
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).filter((name) => /^[0-9a-f]{64}\.json$/.test(name))
  } catch {
    return []
  }
}

function removed(file: string): boolean {
  try {
    rmSync(file)
    return true
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT' || getErrorCode(error) === 'ENOTDIR') return false
    throw error
  }
}

/** What the system refuses is told in its own words. */
function writing<T>(directory: string, act: () => T): T {
  const fix = 'Make it a directory that you can write to, or let XDG_CONFIG_HOME name another.'
  return refuseOnError(
    act,
    (code) => new Refusal('not-writable', `Trust cannot be kept in ${directory} (${code}).`, fix),
  )
}
