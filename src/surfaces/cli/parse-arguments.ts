import { findNearestName, suggestNearest } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { CommandDescription, CommandOption, ParsedArguments } from './command.ts'
import { listOptions } from './global-options.ts'

/** Options that name the repository. The second is the older name, for `load`. */
export const repositoryOptions = ['repo', 'project-dir'] as const

/** Parses argv by the command's own table. `isValue` tells whether an option with an optional value takes the next word. */
export function parseArguments(
  described: CommandDescription,
  allWords: readonly string[],
  isValue: (name: string, next: string) => boolean,
): ParsedArguments {
  const command = dropRepositoryArgument(described, allWords)
  const args: string[] = []
  const options = new Map<string, string[]>()
  const { argv, rest } = splitRest(command, allWords)
  let open = true
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!
    if (!open || !word.startsWith('-') || word === '-') {
      args.push(word)
      continue
    }
    if (word === '--') {
      open = false
      continue
    }
    const equals = word.indexOf('=')
    const name = word.slice(0, equals === -1 ? undefined : equals).replace(/^--?/, '')
    const option = listOptions(command).find((known) => known.name === name)
    if (option === undefined || !word.startsWith('--')) throw makeUnknownOptionRefusal(command, word)
    let value = equals === -1 ? '' : word.slice(equals + 1)
    if (option.value === undefined) {
      if (equals !== -1) throw makeUsageRefusal(command, `--${name} takes no value`)
    } else if (equals === -1) {
      const next = argv[i + 1]
      const taken =
        next !== undefined &&
        (option.optional
          ? isValue(name, next) && hasRequiredArguments(command, args, argv.slice(i + 2))
          : !next.startsWith('--'))
      if (taken) {
        value = next
        i++
      } else if (!option.optional)
        throw makeUsageRefusal(command, `--${name} needs a value: --${name}=${option.value}`)
    } else if (value === '' && !option.optional)
      throw makeUsageRefusal(command, `--${name} needs a value: --${name}=${option.value}`)
    if (option.choices?.includes(value) === false)
      throw makeUsageRefusal(
        command,
        `--${name} must be one of ${option.choices.join(', ')}, not "${value}"${suggestNearest(value, option.choices)}`,
      )
    const before = options.get(name) ?? []
    if (before.length > 0 && !option.many) throw makeUsageRefusal(command, `--${name} may be given only once`)
    options.set(name, [...before, value])
  }
  checkArguments(command, args, { rest, options })
  return { args, options, rest }
}

/** A command whose repository is given by an option takes only its other arguments. */
function dropRepositoryArgument(command: CommandDescription, words: readonly string[]): CommandDescription {
  const end = words.indexOf('--')
  const isNamed = words
    .slice(0, end === -1 ? undefined : end)
    .some((word) => repositoryOptions.some((name) => word.split('=')[0] === `--${name}`))
  return isNamed ? { ...command, args: command.args.filter(({ name }) => name !== 'repo') } : command
}

/**
 * Takes the words after `--` as a whole if the command requires them, or if all other arguments come before. Otherwise the first
 * of them is a normal argument, such as a task that looks like an option.
 */
function splitRest(command: CommandDescription, allWords: readonly string[]) {
  const last = command.args.find((arg) => arg.rest)
  const separator = last === undefined ? -1 : allWords.indexOf('--')
  const argv = separator === -1 ? allWords : allWords.slice(0, separator)
  const isWhole =
    separator !== -1 && (last?.required === true || hasRequiredArguments(command, [], argv, 'taken'))
  return isWhole ? { argv, rest: allWords.slice(separator + 1) } : { argv: allWords, rest: [] }
}

/** Whether the required arguments are complete without the word in question: `--context refactor` is an option and a task. */
function hasRequiredArguments(
  command: CommandDescription,
  args: readonly string[],
  rest: readonly string[],
  /** Whether the next word is the value of an option with an optional value. */
  optional: 'left' | 'taken' = 'left',
): boolean {
  const words = [...args]
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!
    if (word === '--') {
      words.push(...rest.slice(i + 1))
      break
    }
    const option = command.options.find(({ name }) => `--${name}` === word)
    if (!word.startsWith('-') || word === '-') words.push(word)
    else if (option?.value !== undefined && (!option.optional || optional === 'taken')) i++
  }
  const required = command.args.filter((arg) => arg.required && !arg.rest).length
  return words.length >= required + (startsWithRepository(command, words) ? 1 : 0)
}

/** Whether the first word is probably the repository, although the command does not require one. */
function startsWithRepository({ args }: CommandDescription, [first]: readonly string[]): boolean {
  return args[0]?.name === 'repo' && first !== undefined && canBePath(first)
}

/** Whether a word that is a path or a task can be a path. A task has spaces. */
export function canBePath(word: string): boolean {
  return !/\s/.test(word) || /^[./~]/.test(word)
}

function checkArguments(
  command: CommandDescription,
  args: readonly string[],
  { rest, options }: Pick<ParsedArguments, 'rest' | 'options'>,
): void {
  const named = command.args.filter((arg) => !arg.rest)
  const last = command.args.find((arg) => arg.rest)
  const spared = command.options.filter(({ name }) => options.has(name)).map(({ without }) => without)
  const missing = named.filter((arg) => arg.required && !spared.includes(arg.name))[args.length]
  if (missing !== undefined) throw makeUsageRefusal(command, `<${missing.name}> is missing: ${missing.about}`)
  if (!named.some((arg) => arg.many) && args.length > named.length) {
    const hint = last === undefined ? 'put text with spaces in quotes' : `put -- before <${last.name}>`
    throw makeUsageRefusal(command, `unexpected argument "${args[named.length]}"; ${hint}`)
  }
  if (last?.required && rest.length === 0)
    throw makeUsageRefusal(command, `<${last.name}> is missing after --: ${last.about}`)
}

export function makeUsageRefusal(command: CommandDescription, message: string): Refusal {
  return new Refusal(
    'usage',
    `foreword ${command.name}: ${message}${message.endsWith('?') ? '' : '.'}`,
    `See "foreword ${command.name} --help".`,
  )
}

function makeUnknownOptionRefusal(command: CommandDescription, word: string): Refusal {
  const names = listOptions(command).map((option) => `--${option.name}`)
  const meant = findNearestName(word.split('=')[0]!, names)
  return makeUsageRefusal(
    command,
    `unknown option "${word}"${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  )
}

export function formatOption(option: CommandOption): string {
  if (option.value === undefined)
    return `${option.short === undefined ? '' : `-${option.short}, `}--${option.name}`
  return option.optional ? `--${option.name}[=${option.value}]` : `--${option.name}=${option.value}`
}
