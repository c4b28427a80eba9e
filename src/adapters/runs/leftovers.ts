import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export const temporaryPrefix = '.tmp-'
const leftover = /^\.tmp-(.+)-[0-9a-f]{16}$/s
const oneHourMs = 3_600_000

/** Removes the temporary files of killed processes; only those of `names` in a directory that is not ours. */
export function sweepLeftovers(directory: string, names?: readonly string[]): void {
  try {
    for (const entry of readdirSync(directory)) {
      const name = leftover.exec(entry)?.[1]
      if (name === undefined || names?.includes(name) === false) continue
      const path = join(directory, entry)
      if (Date.now() - lstatSync(path).mtimeMs > oneHourMs) discardQuietly(path)
    }
  } catch {
    // Another process sweeps too, or the directory is not readable. A leftover never stops a publication.
  }
}

/** Never throws, because it runs while another error is being thrown. */
export function discardQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The next sweep tries again.
  }
}
