import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { isDirectory, joinBelow } from './path.ts'

/** A link may lead back to a directory above it. */
const maxDepth = 8
const maxFiles = 500

/** Lists the Markdown files below a directory, also through links, by their paths below `root`. Ignores what cannot be read. */
export function listMarkdownFiles(root: string, directory: string, depth = maxDepth): string[] {
  const files: string[] = []
  for (const entry of readEntries(joinBelow(root, directory))) {
    const path = `${directory}/${entry.name}`
    if (files.length >= maxFiles) break
    if (depth > 0 && isDirectoryEntry(joinBelow(root, path), entry))
      files.push(...listMarkdownFiles(root, path, depth - 1))
    else if (entry.name.endsWith('.md')) files.push(path)
  }
  return files.slice(0, maxFiles)
}

function readEntries(directory: string): Dirent[] {
  try {
    // A check is faster than catching the error of a missing directory.
    if (!existsSync(directory)) return []
    return readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function isDirectoryEntry(path: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  return isDirectory(path)
}
