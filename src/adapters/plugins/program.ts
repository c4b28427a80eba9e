import { delimiter, isAbsolute, join } from 'node:path'
import type { EnabledPlugin } from '../../ports/index.ts'
import { isBelow, isExecutable, resolveRealPath } from '../disk/index.ts'

/** The project and the environment that a plugin is started for. */
export interface ProgramEnvironment {
  readonly env: NodeJS.ProcessEnv
  /** The root of the project. No program below it is ever started. */
  readonly root: string
  readonly project: string
}

export interface Program {
  readonly file: string
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** Returns the program to start, or why it cannot be started. */
export function resolveProgram(
  plugin: EnabledPlugin,
  context: ProgramEnvironment,
): Program | { readonly why: string } {
  const [name = '', ...words] = plugin.command
  const path = makeSafePath(context)
  const file = isAbsolute(name) ? name : findProgram(name, path)
  if (file === null) return { why: `program ${JSON.stringify(name)} not found on PATH` }
  if (!isExecutable(file)) return { why: `${JSON.stringify(name)} is not a program that you may execute` }
  const inside = [file, ...words].find((word) => isAbsolute(word) && isInside(context.root, word))
  if (inside !== undefined) {
    return {
      why: `${JSON.stringify(inside)} is in the project; foreword never starts a program from a project`,
    }
  }
  return { file, words, env: makeEnvironment(plugin, context, path) }
}

/** Variables to find programs, the home and the language. The user names all others that a plugin needs. */
const passedVariables = ['HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR']

function makeEnvironment(
  { env: named }: EnabledPlugin,
  context: ProgramEnvironment,
  path: string,
): NodeJS.ProcessEnv {
  const variables = [...passedVariables, ...named].flatMap((name) => {
    const value = context.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(variables),
    PATH: path,
    FOREWORD_PROJECT: context.project,
    FOREWORD_PROJECT_ROOT: context.root,
  }
}

/** Drops empty and relative entries, which mean the current directory, and entries in the project, which npm adds. */
function makeSafePath({ env, root }: ProgramEnvironment): string {
  const entries = (env.PATH ?? '').split(delimiter)
  return entries.filter((entry) => isAbsolute(entry) && !isInside(root, entry)).join(delimiter)
}

function findProgram(name: string, path: string): string | null {
  const places = path.split(delimiter).filter((entry) => entry !== '')
  return places.map((place) => join(place, name)).find(isExecutable) ?? null
}

/** Compares the paths with links resolved, and as they are written. */
export function isInside(directory: string, path: string): boolean {
  const root = resolveRealPath(directory) ?? directory
  return isBelow(root, resolveRealPath(path) ?? path) || isBelow(directory, path)
}
