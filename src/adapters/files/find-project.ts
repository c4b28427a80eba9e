// Finds the project an operator named and the manifest that speaks for it. Reads nothing of it.
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import { areAllNames, isBelow, isDirectory, joinBelow, realPath } from '../disk/index.ts'

export interface ProjectOptions {
  readonly cwd: string
  readonly presets: string
  /** Where repositories given by name are looked for. */
  readonly repositories: string | undefined
}

export interface ProjectChoice {
  readonly repo: string
  /** What it is for, where a project without a manifest has another preset for that. */
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
  // Not `basename`, which looks at each letter.
  return {
    name: root.slice(root.lastIndexOf(sep) + 1),
    root,
    roots,
    manifestFile: findManifest(root, choice, options),
  }
}

function findRoot(repo: string, options: ProjectOptions): string {
  // An agent names its directory as it is: there is nothing to make shorter.
  const direct = isAbsolute(repo) && areAllNames(repo.slice(1).split('/')) ? repo : resolve(options.cwd, repo)
  const named =
    options.repositories !== undefined && isName(repo) ? [join(options.repositories, basename(repo))] : []
  for (const candidate of [direct, ...named]) {
    if (isDirectory(candidate)) return candidate
  }
  throw new Refusal(
    'repo-missing',
    `There is no directory "${repo}".`,
    'Give the path of a repository, or set FOREWORD_REPOS to the directory that holds your repositories.',
  )
}

/** Where a search for the project looks, and where it does not end. */
export interface AroundOptions {
  readonly presets: string
  /** Of the user; null where there is none. */
  readonly userHome: string | null
}

/**
 * The project that somebody stands in: where foreword keeps something, here or above, else the repository around, else here. Not
 * above a repository. An agent that was once started in the home directory makes no project of all that lies below it.
 */
export function findProjectAround(cwd: string, { presets, userHome }: AroundOptions): string {
  const published = Object.keys(readShippedPresets(presets).published)
  for (let here = cwd; ; here = dirname(here)) {
    const above = dirname(here)
    const own = joinBelow(here, '.foreword')
    const isOpen = here !== cwd && (here === above || here === userHome)
    if (isOpen ? existsSync(joinBelow(own, 'manifest.yaml')) : isDirectory(own)) return here
    if (['.git', ...published].some((path) => existsSync(joinBelow(here, path)))) return here
    if (here === above) return cwd
  }
}

/** `name` or `owner/name`. A path that leads nowhere is not answered with another directory. */
function isName(repo: string): boolean {
  const segments = repo.split('/')
  return segments.length <= 2 && areAllNames(segments)
}

function findManifest(root: string, choice: ProjectChoice, options: ProjectOptions): string {
  if (choice.manifest !== undefined) return ofProject(root, resolve(options.cwd, choice.manifest))
  if (choice.preset !== undefined) return getPresetFile(choice.preset, options.presets)
  const own = joinBelow(root, '.foreword', 'manifest.yaml')
  if (isThere(own)) return ofProject(root, own)
  const shipped = readShippedPresets(options.presets)
  const { published } = shipped
  const preset = choice.purpose === undefined ? shipped.default : shipped[choice.purpose]
  const other = Object.keys(published).find((file) => isThere(joinBelow(root, file)))
  return other === undefined ? getPresetFile(preset, options.presets) : ofProject(root, join(root, other))
}

export interface ShippedPresets {
  /** For a project that says nothing. */
  readonly default: string
  /** The same, where a bundle is asked for. */
  readonly bundle: string
  /** Where a project may keep a manifest in a published form → the preset that was published so. */
  readonly published: Readonly<Record<string, string>>
  /** Preset → globs of files that only a project of its layout has. */
  readonly found_by: Readonly<Record<string, readonly string[]>>
}

export function readShippedPresets(presets: string): ShippedPresets {
  return JSON.parse(readFileSync(joinBelow(presets, 'presets.json'), 'utf8'))
}

/** Also a link that leads nowhere: it is refused, and not taken for a project without a manifest. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** A file that is named in the project lies in the project: a clone does not choose which other file is read. */
function ofProject(root: string, file: string): string {
  const real = isBelow(root, file) ? realPath(file) : null
  if (real === null || isBelow(realPath(root) ?? root, real)) return file
  throw new Refusal(
    'manifest-invalid',
    `The manifest ${join(basename(dirname(file)), basename(file))} is a link that leads out of the project; it was not followed.`,
    'Put the file itself there, or name the other one with --manifest=FILE.',
  )
}

export function getPresetFile(name: string, presets: string): string {
  const file = joinBelow(presets, name, 'manifest.yaml')
  if (/^[a-z][a-z0-9-]*$/.test(name) && existsSync(file)) return file
  const known = readdirSync(presets).filter((one) => existsSync(join(presets, one, 'manifest.yaml')))
  throw new Refusal('manifest-missing', `There is no preset "${name}".`, `Presets: ${known.join(', ')}.`)
}
