import { type Dirent, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ProjectTree } from '../../ports/index.ts'
import { getSegmentsBelow, joinBelow } from '../disk/index.ts'
import { withFallback } from './trouble.ts'

const maxDepth = 3
/** The tree of a larger project is cut at its deepest level first. */
const maxEntries = 4000
/** A directory with more names holds data, and would take the room of all others. */
const maxNames = 300

/** Directories that hold no source of their project, even if git tracks them. */
const generatedNames: ReadonlySet<string> = new Set([
  ...['.git', '.hg', '.svn', '.jj', '.foreword'],
  ...['node_modules', 'bower_components', 'jspm_packages', 'vendor', 'dist', 'Pods', 'DerivedData', '.build'],
  ...['.venv', 'venv', '__pycache__', 'site-packages', '.eggs', '.tox', '.nox', 'htmlcov'],
  ...['.mypy_cache', '.pytest_cache', '.ruff_cache', '.cache', '.parcel-cache', '.turbo', '.nx', '.gradle'],
  ...['.next', '.nuxt', '.svelte-kit', '.dart_tool', '.terraform', '.idea', '.vs', '_build', '.nyc_output'],
])

/** Usual names of output. A repository tells by its ignore rules whether they are. */
const outputNames: ReadonlySet<string> = new Set([...['build', 'out', 'target', 'coverage', 'env', 'tmp']])

/** The ignore rules of a repository. */
export interface IgnoreRules {
  /** Returns those of the paths that git ignores. */
  select(paths: readonly string[]): ReadonlySet<string>
  /** Files outside of the tree that hold rules. */
  readonly places: readonly string[]
}

export interface TreeOptions {
  readonly root: string
  /** Whether the deny-list holds a path. */
  readonly isExcluded: (path: string) => boolean
  /** Null outside of a repository. */
  readonly ignores: IgnoreRules | null
}

/** Lists a project level by level. Follows no link to a directory. The same directories give the same tree. */
export function listTree({ root, isExcluded, ignores }: TreeOptions): ProjectTree {
  const paths: string[] = []
  const places: string[] = [...(ignores?.places ?? [])]
  const links = new Map<string, string>()
  let level = ['']
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth++) {
    const next: string[] = []
    const found = level.flatMap((directory) => {
      places.push(directory.slice(0, -1))
      return listDirectory({ root, directory, links, tracked: ignores !== null })
    })
    const named = found.filter((path) => !isExcluded(path))
    const ignored = ignores?.select(named) ?? new Set()
    for (const path of named) {
      if (ignored.has(path) || paths.length >= maxEntries) continue
      paths.push(path)
      if (path.endsWith('/')) next.push(path)
    }
    level = next
  }
  return { paths: paths.sort(), places: [...places, ...paths.filter(isIgnoreFile)], links }
}

interface DirectoryInput {
  readonly root: string
  readonly directory: string
  readonly links: Map<string, string>
  /** Whether git knows the directory. */
  readonly tracked: boolean
}

/** Returns the paths in a directory, sorted. Another repository inside of the project is not opened. */
function listDirectory({ root, directory, links, tracked }: DirectoryInput): string[] {
  const entries = withFallback(() => readdirSync(joinBelow(root, directory), { withFileTypes: true }), [])
  if (directory !== '' && entries.some(({ name }) => name === '.git')) return []
  const paths = entries.flatMap((entry) => {
    if (!isPlainName(entry.name) || (directory === '' && entry.name.startsWith('@'))) return []
    const path = directory + entry.name
    if (entry.isSymbolicLink()) noteLink(root, path, links)
    if (!entry.isDirectory()) return isFileOrLink(root, path, entry) ? [path] : []
    const generated = generatedNames.has(entry.name) || (!tracked && outputNames.has(entry.name))
    return generated ? [] : [`${directory}${entry.name}/`]
  })
  return paths.sort().slice(0, maxNames)
}

/** Whether a name can be shown on one line, and read by its path. A name could otherwise forge lines of a description. */
function isPlainName(name: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\\uFFFD]/u.test(name)
}

/** Whether an entry is a file, or a link to one. Reading the link checks that it stays inside of the root. */
function isFileOrLink(root: string, path: string, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile()
  return withFallback(() => statSync(joinBelow(root, path)).isFile(), false)
}

/** Notes the target of a link that leads to a place in the project without another link on the way. */
function noteLink(root: string, path: string, links: Map<string, string>): void {
  const target = withFallback(() => {
    const top = realpathSync.native(root)
    const link = joinBelow(top, path)
    const direct = resolve(dirname(link), readlinkSync(link))
    return realpathSync.native(link) === direct ? getSegmentsBelow(top, direct) : null
  }, null)
  if (target !== null) links.set(path, target.join('/'))
}

function isIgnoreFile(path: string): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore')
}
