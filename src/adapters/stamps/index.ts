// Says of a path, without reading it, which version of it is there: enough to know that nothing changed.
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
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
        // The same file by another way may be one that must not be read: a link may lead out of the root.
        const way = realpathSync.native(dirname(file))
        return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}:${way}`
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

/** `@name` and `@name/rest` lie in a named root; an absolute path is where it says; anything else lies in the project. */
function onDisk(project: Project, path: string): string | null {
  if (isAbsolute(path)) return path
  if (!path.startsWith('@')) return join(project.root, path)
  const [first = '', ...rest] = path.split('/')
  const name = first.slice(1)
  const root = Object.hasOwn(project.roots, name) ? project.roots[name] : undefined
  return root === undefined ? null : join(root, ...rest)
}
