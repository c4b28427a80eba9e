import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs'

/** Null for what is missing, not a regular file, or larger than `limit` bytes. Cannot hang on a FIFO. */
export function readSmallFile(path: string, limit: number): string | null {
  let file: number | undefined
  try {
    // Looked for first: to be told that it is missing costs less than to catch it.
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
