import { existsSync, readdirSync } from 'node:fs'
import { joinBelow } from '../disk/index.ts'
import { compileSegment } from './pattern.ts'

/** More directories than this are not searched, because an agent waits. */
const maxDirectories = 200

/** Whether a path below a directory matches a glob without `**`. Reads names only. A hook runs this where there is no manifest. */
export function hasMatch(directory: string, glob: string): boolean {
  const segments = glob.split('/').map((source) => compileSegment(source))
  let found = [directory]
  for (const [i, segment] of segments.entries()) {
    const isLast = i === segments.length - 1
    found = found.slice(0, maxDirectories).flatMap((path) => {
      if (segment.literal === null) {
        const names = listNames(path).filter((name) => segment.matches(name))
        return names.map((name) => joinBelow(path, name))
      }
      const next = joinBelow(path, segment.literal)
      return !isLast || existsSync(next) ? [next] : []
    })
  }
  return found.length > 0
}

function listNames(directory: string): string[] {
  if (!existsSync(directory)) return []
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
