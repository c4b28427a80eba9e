// Says of a path, without reading it, which version of it is there: enough to know that nothing changed.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Project, Stamps } from '../../ports/index.ts'

export function openStamps(): Stamps {
  return {
    of(project, path) {
      const file = onDisk(project, path)
      if (file === null) return 'absent'
      try {
        const stat = lstatSync(file, { bigint: true })
        // What stands behind a link can change without the link.
        if (stat.isSymbolicLink()) return null
        return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : null
      }
    },
    now: Date.now,
    changedAt(stamp) {
      const [, , , mtime, ctime] = stamp.split(':')
      if (mtime === undefined || ctime === undefined) return 0
      return Number((BigInt(mtime) > BigInt(ctime) ? BigInt(mtime) : BigInt(ctime)) / 1_000_000n)
    },
  }
}

/** `@name/rest` lies below a named root; `/…` is where it says; anything else lies in the project. */
function onDisk(project: Project, path: string): string | null {
  if (path.startsWith('/')) return path
  if (!path.startsWith('@')) return join(project.root, path)
  const slash = path.indexOf('/')
  const root = project.roots[path.slice(1, slash)]
  return root === undefined ? null : join(root, path.slice(slash + 1))
}
