// Says of a path, without reading it, which version of it is there: enough to know that nothing changed.
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Project, Stamps } from '../../ports/index.ts'

export function openStamps(): Stamps {
  return {
    of: (project, path) => stampOf(onDisk(project, path), realpathSync.native),
    areAll(project, stamped) {
      const ways = new Map<string, string>()
      const wayTo = (directory: string): string => {
        const way = ways.get(directory) ?? realpathSync.native(directory)
        ways.set(directory, way)
        return way
      }
      return stamped.every(
        ([path, stamp]) => stamp !== null && stampOf(onDisk(project, path), wayTo) === stamp,
      )
    },
    now: Date.now,
    changedAt(stamp) {
      const [, , , mtime, ctime] = stamp.split(':')
      if (mtime === undefined || ctime === undefined) return 0
      return Number((BigInt(mtime) > BigInt(ctime) ? BigInt(mtime) : BigInt(ctime)) / 1_000_000n)
    },
  }
}

function stampOf(file: string | null, wayTo: (directory: string) => string): string | null {
  if (file === null) return 'absent'
  try {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return 'absent'
    // What stands behind a link can change without the link.
    if (stat.isSymbolicLink()) return null
    // The same file by another way may be one that must not be read: a link may lead out of the root.
    const way = wayTo(dirname(file))
    return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}:${way}`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : null
  }
}

/** `@name` and `@name/rest` lie in a named root; an absolute path is where it says; anything else lies in the project. */
function onDisk(project: Project, path: string): string | null {
  if (isAbsolute(path)) return path
  // Not joined: to make a path shorter takes longer than to follow it.
  if (!path.startsWith('@')) return path === '' ? project.root : `${project.root}/${path}`
  const [first = '', ...rest] = path.split('/')
  const name = first.slice(1)
  const root = Object.hasOwn(project.roots, name) ? project.roots[name] : undefined
  return root === undefined ? null : join(root, ...rest)
}
