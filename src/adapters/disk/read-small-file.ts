import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs'

/** Null if the file is missing, not a regular file, or larger than `limit` bytes. Cannot hang on a FIFO. */
export function readSmallFile(path: string, limit: number): string | null {
  let file: number | undefined
  try {
    // A check is faster than catching the error of a missing file.
    if (!existsSync(path)) return null
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    return stat.isFile() && stat.size <= limit ? readFileSync(file, 'utf8') : null
  } catch {
    return null
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
