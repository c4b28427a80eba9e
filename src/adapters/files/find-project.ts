// Finds the project that the user named and the manifest that applies to it. Reads no content of the project.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { askIfMeant } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import { areAllNames, isBelow, isDirectory, joinBelow, resolveRealPath } from '../disk/index.ts'

export interface ProjectOptions {
  readonly cwd: string
  readonly presets: string
  /** The directory in which repositories are looked up by name. */
  readonly repositories: string | undefined
}

export interface ProjectChoice {
  readonly repo: string
  /** The purpose, if presets define another default for it. */
  readonly purpose?: 'bundle' | undefined
  readonly manifest?: string | undefined
  readonly preset?: string | undefined
  readonly roots?: Readonly<Record<string, string>>
}

export function findProject(choice: ProjectChoice, options: ProjectOptions): Project {
  const root = findRoot(choice.repo, options)
  const roots = Object.fromEntries(
    Object.entries(choice.roots ?? {}).map(([name, path]) => [name, resolve(options.cwd, path)]),
  )
  // Not `basename`, because it scans every character.
  return {
    name: root.slice(root.lastIndexOf(sep) + 1),
    root,
    roots,
    manifestFile: findManifest(root, choice, options),
  }
}

function findRoot(repo: string, options: ProjectOptions): string {
  // An agent gives a normalized absolute path, which needs no `resolve`.
  const direct = isAbsolute(repo) && areAllNames(repo.slice(1).split('/')) ? repo : resolve(options.cwd, repo)
  const named =
    options.repositories !== undefined && isName(repo) ? [join(options.repositories, basename(repo))] : []
  for (const candidate of [direct, ...named]) {
    if (isDirectory(candidate)) return candidate
  }
  throw new Refusal(
    'repo-missing',
    `Directory not found: "${repo}".`,
    'Give the path of a repository, or set FOREWORD_REPOS to the directory that holds your repositories.',
  )
}

export interface ProjectAroundOptions {
  readonly presets: string
  /** The user's home directory, or null. */
  readonly userHome: string | null
}

/**
 * Finds the project that contains the current directory: the nearest directory with `.foreword`, else the repository, else the
 * directory itself. The search does not go above a repository. A `.foreword` directory in the home directory counts only if it
 * has a manifest, so that an agent once started there does not turn the whole home into a project.
 */
export function findProjectAround(cwd: string, { presets, userHome }: ProjectAroundOptions): string {
  const published = Object.keys(readShippedPresets(presets).published)
  for (let directory = cwd; ; directory = dirname(directory)) {
    const above = dirname(directory)
    const own = joinBelow(directory, '.foreword')
    const isOpen = directory !== cwd && (directory === above || directory === userHome)
    if (isOpen ? existsSync(joinBelow(own, 'manifest.yaml')) : isDirectory(own)) return directory
    if (['.git', ...published].some((path) => existsSync(joinBelow(directory, path)))) return directory
    if (directory === above) return cwd
  }
}

/** Accepts `name` or `owner/name`. A longer path that does not exist must not resolve to another directory. */
function isName(repo: string): boolean {
  const segments = repo.split('/')
  return segments.length <= 2 && areAllNames(segments)
}

function findManifest(root: string, choice: ProjectChoice, options: ProjectOptions): string {
  if (choice.manifest !== undefined) return checkInsideProject(root, resolve(options.cwd, choice.manifest))
  if (choice.preset !== undefined) return getPresetFile(choice.preset, options.presets)
  const own = joinBelow(root, '.foreword', 'manifest.yaml')
  if (exists(own)) return checkInsideProject(root, own)
  const shipped = readShippedPresets(options.presets)
  const { published } = shipped
  const preset = choice.purpose === undefined ? shipped.default : shipped[choice.purpose]
  const other = Object.keys(published).find((file) => exists(joinBelow(root, file)))
  return other === undefined
    ? getPresetFile(preset, options.presets)
    : checkInsideProject(root, join(root, other))
}

export interface ShippedPresets {
  /** The preset of a project without a manifest. */
  readonly default: string
  /** The preset of a bundle of such a project. */
  readonly bundle: string
  /** Path of a manifest in a published form, and the preset that defines it. */
  readonly published: Readonly<Record<string, string>>
  /** Globs of files that only a project with the layout of a preset has. */
  readonly found_by: Readonly<Record<string, readonly string[]>>
}

export function readShippedPresets(presets: string): ShippedPresets {
  return JSON.parse(readFileSync(joinBelow(presets, 'presets.json'), 'utf8'))
}

/** True for a broken link too: it is refused later instead of being treated as a missing manifest. */
function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** A manifest path in the project must lead to a file in the project, so that a clone cannot choose which other file is read. */
function checkInsideProject(root: string, file: string): string {
  const real = isBelow(root, file) ? resolveRealPath(file) : null
  if (real === null || isBelow(resolveRealPath(root) ?? root, real)) return file
  throw new Refusal(
    'manifest-invalid',
    `The manifest ${join(basename(dirname(file)), basename(file))} is a link that leads out of the project; it was not followed.`,
    'Replace the link by the file, or name the other file with --manifest=FILE.',
  )
}

export function getPresetFile(name: string, presets: string): string {
  const file = joinBelow(presets, name, 'manifest.yaml')
  if (/^[a-z][a-z0-9-]*$/.test(name) && existsSync(file)) return file
  const known = listPresets(presets)
  throw new Refusal(
    'manifest-missing',
    `Unknown preset: "${name}".`,
    `${askIfMeant(name, known)}Presets: ${known.join(', ')}.`,
  )
}

export function listPresets(presets: string): string[] {
  return readdirSync(presets).filter((directory) => existsSync(join(presets, directory, 'manifest.yaml')))
}
