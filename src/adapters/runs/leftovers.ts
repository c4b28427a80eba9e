import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const temporaryPrefix = '.tmp-'
const leftover = /^\.tmp-(.+)-[0-9a-f]{16}$/s
const oneHour = 3_600_000

/** Removes what killed processes left behind: for these names alone where the directory is not ours. */
export function sweepLeftovers(directory: string, names?: readonly string[]): void {
  try {
    for (const entry of readdirSync(directory)) {
      const of = leftover.exec(entry)?.[1]
      if (of === undefined || names?.includes(of) === false) continue
      const path = join(directory, entry)
      if (Date.now() - lstatSync(path).mtimeMs > oneHour) discardQuietly(path)
    }
  } catch {
    // Another process sweeps too, or we may not look: a leftover never stops a publication.
  }
}

/** Never throws: it runs while a better error is on its way out. */
export function discardQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The next sweep tries again.
  }
}
