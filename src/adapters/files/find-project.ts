// Finds the project that the user named and the manifest that applies to it. Reads no content of the project.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { askIfMeant } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import { areAllNames, isBelow, isDirectory, joinBelow, resolveRealPath } from '../disk/index.ts'
import { hasMatch } from './has-match.ts'

export interface ProjectOptions {
  readonly cwd: string
  readonly presets: string
  /** The directory in which repositories are looked up by name. */
  readonly repositories: string | undefined
  /** The preset that the user chose for projects without a manifest. */
  readonly preset?: string | undefined
}

export interface ProjectChoice {
  readonly repo: string
  /** The purpose, if presets define another preset for it. */
  readonly purpose?: 'bundle' | undefined
  readonly manifest?: string | undefined
  readonly preset?: string | undefined
  readonly roots?: Readonly<Record<string, string>>
}

/** A project without a manifest gets the path of the manifest that it lacks, so that only commands that read it are refused. */
export function findProject(choice: ProjectChoice, options: ProjectOptions): Project {
  const root = findRoot(choice.repo, options)
  return describeProject(root, choice, options, findManifest(root, choice, options) ?? getOwnManifest(root))
}

/** Null if the directory has neither a manifest nor the files of a preset, and the user chose no preset. */
export function findConfiguredProject(choice: ProjectChoice, options: ProjectOptions): Project | null {
  const root = findRoot(choice.repo, options)
  const manifestFile = findManifest(root, choice, options)
  return manifestFile === null ? null : describeProject(root, choice, options, manifestFile)
}

function describeProject(
  root: string,
  choice: ProjectChoice,
  options: ProjectOptions,
  manifestFile: string,
): Project {
  const roots = Object.fromEntries(
    Object.entries(choice.roots ?? {}).map(([name, path]) => [name, resolve(options.cwd, path)]),
  )
  // Not `basename`, because it scans every character.
  return { name: root.slice(root.lastIndexOf(sep) + 1), root, roots, manifestFile }
}

function getOwnManifest(root: string): string {
  return joinBelow(root, '.foreword', 'manifest.yaml')
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

/**
 * Finds the project that contains the current directory: the nearest directory with a manifest, else the repository, else the
 * directory itself. The search does not go above a repository. Recorded state alone does not make a project.
 */
export function findProjectAround(cwd: string, presets: string): string {
  const published = Object.keys(readShippedPresets(presets).published)
  for (let directory = cwd; ; directory = dirname(directory)) {
    if (exists(getOwnManifest(directory))) return directory
    if (['.git', ...published].some((path) => existsSync(joinBelow(directory, path)))) return directory
    if (directory === dirname(directory)) return cwd
  }
}

/** Accepts `name` or `owner/name`. A longer path that does not exist must not resolve to another directory. */
function isName(repo: string): boolean {
  const segments = repo.split('/')
  return segments.length <= 2 && areAllNames(segments)
}

function findManifest(root: string, choice: ProjectChoice, options: ProjectOptions): string | null {
  if (choice.manifest !== undefined) return checkInsideProject(root, resolve(options.cwd, choice.manifest))
  if (choice.preset !== undefined) return getPresetFile(choice.preset, options.presets)
  const own = getOwnManifest(root)
  if (exists(own)) return checkInsideProject(root, own)
  const shipped = readShippedPresets(options.presets)
  const other = Object.keys(shipped.published).find((file) => exists(joinBelow(root, file)))
  if (other !== undefined) return checkInsideProject(root, join(root, other))
  const preset = options.preset || findPresetByFiles(root, shipped, choice.purpose)
  return preset === null ? null : getPresetFile(preset, options.presets)
}

/** The first preset whose files are in the project. With a purpose, the user has chosen its preset. */
function findPresetByFiles(
  root: string,
  shipped: ShippedPresets,
  purpose: ProjectChoice['purpose'],
): string | null {
  if (purpose !== undefined) return shipped[purpose]
  const isFound = (globs: readonly string[]) => globs.some((glob) => hasMatch(root, glob))
  return Object.keys(shipped.found_by).find((name) => isFound(shipped.found_by[name]!)) ?? null
}

export interface ShippedPresets {
  /** The preset of a bundle of a project without a manifest. */
  readonly bundle: string
  /** Path of a manifest in a published form, and the preset that defines it. */
  readonly published: Readonly<Record<string, string>>
  /** Globs of files that only a project with the layout of a preset has. Without a manifest, the first preset that matches applies. */
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
