import { delimiter, isAbsolute, join } from 'node:path'
import type { EnabledPlugin } from '../../ports/index.ts'
import { isBelow, isExecutable, realPath } from '../disk/index.ts'

/** Whoever is asked, for whom, and with which variables. */
export interface Around {
  readonly env: NodeJS.ProcessEnv
  /** The project, of which nothing is ever started. */
  readonly root: string
  readonly project: string
}

export interface Program {
  readonly file: string
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** What is started, or why nothing is. */
export function resolveProgram(plugin: EnabledPlugin, around: Around): Program | { readonly why: string } {
  const [name = '', ...words] = plugin.command
  const path = safePath(around)
  const file = isAbsolute(name) ? name : find(name, path)
  if (file === null) return { why: `there is no program ${JSON.stringify(name)} on PATH` }
  if (!isExecutable(file)) return { why: `${JSON.stringify(name)} is no program that this user may start` }
  const inside = [file, ...words].find((word) => isAbsolute(word) && isInside(around.root, word))
  if (inside !== undefined) {
    return {
      why: `${JSON.stringify(inside)} lies in the project, and nothing from a project is ever started`,
    }
  }
  return { file, words, env: environmentOf(plugin, around, path) }
}

/** Enough to find a program, a home and a language. Whatever else a plugin needs, the user names. */
const passed = ['HOME', 'USER', 'LOGNAME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR']

function environmentOf({ env: named }: EnabledPlugin, around: Around, path: string): NodeJS.ProcessEnv {
  const kept = [...passed, ...named].flatMap((name) => {
    const value = around.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    FOREWORD_PROJECT: around.project,
    FOREWORD_PROJECT_ROOT: around.root,
  }
}

/** An empty or relative entry means "wherever I stand"; one inside of the project, as npm adds, is the project's own. */
function safePath({ env, root }: Around): string {
  const entries = (env.PATH ?? '').split(delimiter)
  return entries.filter((entry) => isAbsolute(entry) && !isInside(root, entry)).join(delimiter)
}

function find(name: string, path: string): string | null {
  const places = path.split(delimiter).filter((entry) => entry !== '')
  return places.map((place) => join(place, name)).find(isExecutable) ?? null
}

/** With every link followed, and as it is written. */
export function isInside(directory: string, path: string): boolean {
  const root = realPath(directory) ?? directory
  return isBelow(root, realPath(path) ?? path) || isBelow(directory, path)
}
