import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Null for what is missing, not a regular file, or larger than `limit` bytes. Cannot hang on a FIFO. */
export function readSmall(path: string, limit: number): string | null {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(file)
    return stat.isFile() && stat.size <= limit ? readFileSync(file, 'utf8') : null
  } catch {
    return null
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
