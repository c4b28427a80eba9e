import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

export interface FoundProgram {
  /** Node and our script, by paths that survive an upgrade in place. */
  readonly words: readonly string[]
  /** Why the paths will not survive; null in the usual case. */
  readonly fleeting: string | null
}

export interface OwnProgramOptions {
  readonly env: NodeJS.ProcessEnv
  /** The Node that is running. */
  readonly node: string
  /** The real path of our script. */
  readonly script: string
  /** Links in these directories are not used, because they may be deleted soon. */
  readonly temporaryDirectories?: readonly string[]
}

/** Directories that a package runner creates for one run. */
const runDirectories = /[/\\](_npx|dlx-[^/\\]*|bunx-[^/\\]*|xfs-[^/\\]*)([/\\]|$)/
/** Links that last as long as a shell, or that belong to a project. */
const shortLivedLinks = /[/\\](fnm_multishells|node_modules[/\\]\.bin)([/\\]|$)/

/**
 * Finds paths to Node and to our script that survive upgrades: a link on PATH, or a directory without a version in its name, if
 * it leads to the program that is running. A shim that chooses by the current directory leads to itself and is not used,
 * because it may start another Node in another project.
 */
export function findOwnProgram(options: OwnProgramOptions): FoundProgram {
  const { node, script } = options
  const directories = listLastingDirectories(options)
  const link = findLink(directories, 'foreword', script)
  const words = [findLink(directories, 'node', node) ?? node, link ?? removeVersion(script)]
  return { words, fleeting: explainFleeting(script, link) }
}

function explainFleeting(script: string, link: string | null): string | null {
  const match = runDirectories.exec(script)
  if (match !== null) return `${script} is in a directory that is deleted after one run (${match[1]})`
  const owner = link === null ? findDependent(script) : null
  return owner === null
    ? null
    : `this foreword is a dependency of ${owner}, and a change of that project would change it for all others`
}

/** The project that has foreword in its node_modules. A directory for global packages has no package.json, or is called "global". */
function findDependent(script: string): string | null {
  const owner = /^(.*?)[/\\]node_modules[/\\](?:\.pnpm[/\\]|foreword[/\\])/.exec(script)?.[1]
  if (owner === undefined || /[/\\]global([/\\]|$)/.test(owner)) return null
  return existsSync(join(owner, 'package.json')) ? owner : null
}

/** Lists the directories of PATH whose links last. */
function listLastingDirectories({
  env,
  temporaryDirectories = ['/run', '/tmp'],
}: OwnProgramOptions): string[] {
  const isTemporary = (path: string) =>
    temporaryDirectories.some((directory) => path.startsWith(`${directory}/`))
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((path) => isAbsolute(path) && !shortLivedLinks.test(`${path}/`) && !isTemporary(`${path}/`))
}

function findLink(directories: readonly string[], name: string, target: string): string | null {
  return directories.map((directory) => join(directory, name)).find((path) => leadsTo(path, target)) ?? null
}

/** pnpm keeps packages by version, and beside its store a link to the version in use. */
function removeVersion(script: string): string {
  const match = /^(.*)[/\\]\.pnpm[/\\][^/\\]+([/\\]node_modules[/\\].*)$/.exec(script)
  const path = match === null ? script : join(match[1]!, '..', match[2]!)
  return leadsTo(path, script) ? path : script
}

function leadsTo(path: string, target: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return realpathSync.native(path) === realpathSync.native(target)
  } catch {
    return false
  }
}
