import { realpathSync } from 'node:fs'

/** Null for what is not there, or not to be seen. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
