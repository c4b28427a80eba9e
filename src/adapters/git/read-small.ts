import { readSmallFile as readUpTo } from '../disk/index.ts'

/** No file of git's own comes near it. */
const limit = 16_000_000

/** Null for what is missing, not a regular file, or no size for a file of git's own. */
export function readGitFile(path: string): string | null {
  return readUpTo(path, limit)
}
