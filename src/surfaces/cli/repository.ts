// Every command that works on a project takes the repository in the same way: as its first argument, unless that position has another
// meaning, or with --repo. The default is the project around the current directory.
import { findNearestName } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { CommandCall } from './command.ts'
import { makeUsageRefusal, repositoryOptions } from './parse-arguments.ts'
import { chooseProject, readOption } from './read-options.ts'

export interface RepositoryChoice {
  readonly repo: string
  /** The other arguments. */
  readonly words: readonly string[]
}

/** For commands whose only optional first argument can be the repository. */
export function readRepository(call: CommandCall): string {
  return takeRepository(call).repo
}

/** `isFirst` tells whether the first argument is the repository, if no option names it. */
export function takeRepository(
  call: CommandCall,
  isFirst = takesRepository(call) && call.parsed.args.length > 0,
): RepositoryChoice {
  const { args } = call.parsed
  const named = readRepositoryOption(call)
  if (named !== undefined) return { repo: named, words: args }
  if (!isFirst) return { repo: call.services.projectAround(), words: args }
  return { repo: args[0]!, words: args.slice(1) }
}

function readRepositoryOption(call: CommandCall): string | undefined {
  const { command, parsed } = call
  const [name, second] = repositoryOptions.filter((option) => parsed.options.has(option))
  if (name === undefined) return undefined
  if (second !== undefined) throw makeUsageRefusal(command, `--${name} and --${second} exclude each other`)
  const value = readOption(parsed, name)
  // An empty value comes from an unset shell variable. Without this check the command would use another project.
  if (value === '') throw makeUsageRefusal(command, `--${name} needs a value: --${name}=DIR`)
  return value
}

function takesRepository({ command }: CommandCall): boolean {
  return command.args[0]?.name === 'repo'
}

/** Whether the word names a directory, or a repository below FOREWORD_REPOS. */
export function isRepository({ services }: CommandCall, word: string): boolean {
  try {
    services.project({ repo: word, roots: {} })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.code !== 'repo-missing'
  }
  return true
}

/** For `[repo] [level]`, with `after` more arguments. */
export async function takeRepositoryBeforeLevel(call: CommandCall, after: number): Promise<RepositoryChoice> {
  if (readRepositoryOption(call) !== undefined) return takeRepository(call)
  const { args } = call.parsed
  const count = args.length - after
  return takeRepository(call, count > 1 || (count === 1 && (await meansRepository(call, args[0]!))))
}

/** A word is the repository if it names one, or if it is not a level of the project around, not even misspelt. */
async function meansRepository(call: CommandCall, word: string): Promise<boolean> {
  if (isRepository(call, word)) return true
  if (/^\d+$/.test(word)) return false
  const { manifestFile } = chooseProject(call, call.services.projectAround())
  const { manifest } = await call.services.engine.loadManifest(manifestFile)
  return findNearestName(word, Object.keys(manifest.levels)) === undefined
}
