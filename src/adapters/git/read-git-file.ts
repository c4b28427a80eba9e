import { readSmallFile as readUpTo } from '../disk/index.ts'

/** No file that git itself writes comes near this size. */
const maxBytes = 16_000_000

/** Null if the file is missing, not a regular file, or too large. */
export function readGitFile(path: string): string | null {
  return readUpTo(path, maxBytes)
}
