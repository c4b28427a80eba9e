// Keeps compiled plans, packets and counts as small files below the user's cache directory. Every failure here is a miss.
import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digits, isMadeOf, letters } from '../../core/values/index.ts'
import type { Keep } from '../../ports/index.ts'
import { below, makeDirectories } from '../disk/index.ts'

const mostEntries = 512

/** `directory` null keeps nothing. */
export function openCache(directory: string | null): Keep {
  if (directory === null) return { get: () => undefined, set: () => undefined }
  const fileOf = (key: string) => below(directory, `${plain(key)}.json`)
  return {
    get(key) {
      try {
        const entry = JSON.parse(readFileSync(fileOf(key), 'utf8'))
        return entry.key === key ? entry.value : undefined
      } catch {
        return undefined
      }
    },
    set(key, value) {
      try {
        makeDirectories(directory)
        const file = fileOf(key)
        const aside = `${file}.${process.pid}.tmp`
        writeFileSync(aside, JSON.stringify({ key, value }), { mode: 0o600 })
        renameSync(aside, file)
        forgetOldest(directory)
      } catch {
        // A full or read-only disk must not stop an injection; the next one compiles again.
      }
    },
  }
}

/** Most keys have nothing but a colon that a name must not have. */
function plain(key: string): string {
  const name = key.replaceAll(':', '-')
  return isMadeOf(name, `${letters}${digits}-`, 1, 200) ? name : name.replace(/[^A-Za-z0-9]/g, '-')
}

function forgetOldest(directory: string): void {
  const names = readdirSync(directory)
  if (names.length <= mostEntries) return
  const byAge = names
    .map((name) => ({ name, time: statSync(join(directory, name)).mtimeMs }))
    .sort((a, b) => a.time - b.time)
  for (const { name } of byAge.slice(0, names.length - mostEntries / 2)) unlinkSync(join(directory, name))
}
