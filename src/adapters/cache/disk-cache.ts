import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeFingerprint } from '../../core/values/index.ts'
import type { Cache } from '../../ports/index.ts'
import { joinBelow, makeDirectories } from '../disk/index.ts'

const maxEntries = 512

export interface DiskCacheOptions {
  /** Null for a cache that keeps nothing. */
  readonly directory: string | null
  /** Entries of another build are misses, because it may compute something else. */
  readonly build: string
}

/** One small file for each entry, readable by the user only. */
export function openDiskCache({ directory, build }: DiskCacheOptions): Cache {
  if (directory === null) return { get: () => undefined, set: () => undefined }
  return {
    get(kind, key) {
      try {
        const entry = JSON.parse(readFileSync(joinBelow(directory, fileName(build, kind, key)), 'utf8'))
        return entry.build === build && entry.key === key ? entry.value : undefined
      } catch {
        return undefined
      }
    },
    set(kind, key, value) {
      try {
        makeDirectories(directory)
        const file = joinBelow(directory, fileName(build, kind, key))
        const temporary = `${file}.${process.pid}.tmp`
        writeFileSync(temporary, JSON.stringify({ build, key, value }), { mode: 0o600 })
        renameSync(temporary, file)
        deleteOldest(directory)
      } catch {
        // A full or read-only disk must not stop an injection: the next one computes the value again.
      }
    },
  }
}

/**
 * A fingerprint is short, so two keys may share a file name; the entry holds the whole key. SHA-256 is not used, because some
 * prompts need no other digest.
 */
function fileName(build: string, kind: string, key: string): string {
  return `${kind}-${computeFingerprint(`${build} ${key}`)}-${key.length}.json`
}

function deleteOldest(directory: string): void {
  const names = readdirSync(directory)
  if (names.length <= maxEntries) return
  const byAge = names
    .map((name) => ({ name, time: statSync(join(directory, name)).mtimeMs }))
    .sort((a, b) => a.time - b.time)
  for (const { name } of byAge.slice(0, names.length - maxEntries / 2)) unlinkSync(join(directory, name))
}
