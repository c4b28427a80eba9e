import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

export interface FoundProgram {
  /** Node and our script, by paths that stay when either is upgraded in place. */
  readonly words: readonly string[]
  /** Why they will not stay; null in the ordinary case. */
  readonly fleeting: string | null
}

export interface OwnProgramOptions {
  readonly env: NodeJS.ProcessEnv
  /** The Node that runs. */
  readonly node: string
  /** Our script where it really lies. */
  readonly script: string
  /** A link in one of them is not taken, because it may be gone tomorrow. */
  readonly temporaryDirectories?: readonly string[]
}

/** Directories that a program leaves behind for one run. */
const passing = /[/\\](_npx|dlx-[^/\\]*|bunx-[^/\\]*|xfs-[^/\\]*)([/\\]|$)/
/** Links that live as long as a shell, or come with a project. */
const borrowed = /[/\\](fnm_multishells|node_modules[/\\]\.bin)([/\\]|$)/

/**
 * What somebody upgrades is a link on PATH, or a directory without a version in its name: those are taken where they lead to what
 * runs now. A shim that chooses by the current directory leads to itself, and is not taken: in another project it may be another Node.
 */
export function findOwnProgram(options: OwnProgramOptions): FoundProgram {
  const { node, script } = options
  const directories = lastingDirectories(options)
  const words = [
    findLink(directories, 'node', node) ?? node,
    findLink(directories, 'foreword', script) ?? unversioned(script),
  ]
  const match = passing.exec(script)
  return { words, fleeting: match === null ? null : `${script} lies in a directory of one run (${match[1]})` }
}

/** The directories on PATH in which a link stays. */
function lastingDirectories({ env, temporaryDirectories = ['/run', '/tmp'] }: OwnProgramOptions): string[] {
  const isTemporary = (path: string) => temporaryDirectories.some((one) => path.startsWith(`${one}/`))
  return (env.PATH ?? '')
    .split(delimiter)
    .filter((path) => isAbsolute(path) && !borrowed.test(`${path}/`) && !isTemporary(`${path}/`))
}

function findLink(directories: readonly string[], name: string, target: string): string | null {
  return directories.map((directory) => join(directory, name)).find((path) => leadsTo(path, target)) ?? null
}

/** pnpm keeps packages by version, and a link beside its store to the one in use. */
function unversioned(script: string): string {
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
