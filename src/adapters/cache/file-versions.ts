import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { FileVersions, Project, VersionedFile } from '../../ports/index.ts'

/**
 * A file that changed less than this before it was read may change again within the same tick of the file system's clock, so
 * its version is not trusted. Git calls such entries racily clean.
 */
const settleMs = 3000

export function openFileVersions(): FileVersions {
  const read = (project: Project, path: string) => readVersion(locate(project, path), realpathSync.native)
  return {
    read,
    readSettled: (project, paths, readSince) =>
      listSettledFiles(paths, readSince, (path) => read(project, path)),
    allUnchanged(project, files) {
      const realPaths = new Map<string, string>()
      const resolveOnce = (directory: string): string => {
        const real = realPaths.get(directory) ?? realpathSync.native(directory)
        realPaths.set(directory, real)
        return real
      }
      return files.every(
        ([path, version]) => version !== null && readVersion(locate(project, path), resolveOnce) === version,
      )
    },
  }
}

/** Decides for all callers whether the version of a file can be trusted later. Null if one cannot. */
export function listSettledFiles(
  paths: readonly string[],
  readSince: number,
  read: (path: string) => string | null,
): readonly VersionedFile[] | null {
  const files: VersionedFile[] = []
  for (const path of paths) {
    const version = read(path)
    if (version === null || parseChangeTime(version) > readSince - settleMs) return null
    files.push([path, version])
  }
  return files
}

/** Returns the time of the last change in milliseconds; 0 for an absent file. */
function parseChangeTime(version: string): number {
  const [, , , mtime, ctime] = version.split(':')
  if (mtime === undefined || ctime === undefined) return 0
  return Number((BigInt(mtime) > BigInt(ctime) ? BigInt(mtime) : BigInt(ctime)) / 1_000_000n)
}

function readVersion(file: string | null, resolveDirectory: (directory: string) => string): string | null {
  if (file === null) return 'absent'
  try {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined) return 'absent'
    // The target of a link can change without the link.
    if (stat.isSymbolicLink()) return null
    // The real path is part of the version, because a directory on the way may become a link that leads out of the root.
    const real = resolveDirectory(dirname(file))
    return `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}:${real}`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : null
  }
}

/** Null for a path below a named root that the project does not have. */
function locate(project: Project, path: string): string | null {
  if (isAbsolute(path)) return path
  // Not `join`, because normalizing a path takes longer than following it.
  if (!path.startsWith('@')) return path === '' ? project.root : `${project.root}/${path}`
  const [first = '', ...rest] = path.split('/')
  const name = first.slice(1)
  const root = Object.hasOwn(project.roots, name) ? project.roots[name] : undefined
  return root === undefined ? null : join(root, ...rest)
}
