import { findNearest } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { CommandOption, CommandWords, Parsed } from './command.ts'

/** Reads argv by the command's own table. `words` are the values that an option with an optional value takes from the next word. */
export function parse(
  command: CommandWords,
  given: readonly string[],
  words: (name: string, next: string) => boolean,
): Parsed {
  const args: string[] = []
  const options = new Map<string, string[]>()
  const { argv, rest } = restOf(command, given)
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
    const option = command.options.find((one) => one.name === name)
    if (option === undefined || !word.startsWith('--')) throw unknownOption(command, word)
    let value = equals === -1 ? '' : word.slice(equals + 1)
    if (option.value === undefined) {
      if (equals !== -1) throw usage(command, `--${name} takes no value`)
    } else if (equals === -1) {
      const next = argv[i + 1]
      const taken =
        next !== undefined &&
        (option.optional
          ? words(name, next) && spare(command, args, argv.slice(i + 2))
          : !next.startsWith('--'))
      if (taken) {
        value = next
        i++
      } else if (!option.optional) throw usage(command, `--${name} needs a value: --${name}=${option.value}`)
    } else if (value === '' && !option.optional)
      throw usage(command, `--${name} needs a value: --${name}=${option.value}`)
    if (option.choices?.includes(value) === false)
      throw usage(command, `--${name} must be one of ${option.choices.join(', ')}, not "${value}"`)
    const before = options.get(name) ?? []
    if (before.length > 0 && !option.many) throw usage(command, `--${name} was given twice`)
    options.set(name, [...before, value])
  }
  checkArguments(command, args, { rest, options })
  return { args, options, rest }
}

/**
 * What stands behind `--` is taken as a whole where that must be there, or where all other arguments are there already:
 * else it begins with one of them, as a task does that looks like an option.
 */
function restOf(command: CommandWords, given: readonly string[]) {
  const last = command.args.find((one) => one.rest)
  const behind = last === undefined ? -1 : given.indexOf('--')
  const argv = behind === -1 ? given : given.slice(0, behind)
  const whole = behind !== -1 && (last?.required === true || spare(command, [], argv, 'taken'))
  return whole ? { argv, rest: given.slice(behind + 1) } : { argv: given, rest: [] }
}

/** Whether the required arguments are there without the word in question: `--context refactor` is a flag and a task. */
function spare(
  command: CommandWords,
  args: readonly string[],
  rest: readonly string[],
  /** Of an option that may go without: whether the next word is its value. */
  optional: 'left' | 'taken' = 'left',
): boolean {
  let count = args.length
  for (let i = 0; i < rest.length; i++) {
    const word = rest[i]!
    if (word === '--') {
      count += rest.length - i - 1
      break
    }
    const option = command.options.find((one) => `--${one.name}` === word)
    if (!word.startsWith('-') || word === '-') count++
    else if (option?.value !== undefined && (!option.optional || optional === 'taken')) i++
  }
  return count >= command.args.filter((one) => one.required && !one.rest).length
}

function checkArguments(
  command: CommandWords,
  args: readonly string[],
  { rest, options }: Pick<Parsed, 'rest' | 'options'>,
): void {
  const named = command.args.filter((one) => !one.rest)
  const last = command.args.find((one) => one.rest)
  const spared = command.options.filter(({ name }) => options.has(name)).map(({ without }) => without)
  const missing = named.filter((one) => one.required && !spared.includes(one.name))[args.length]
  if (missing !== undefined) throw usage(command, `<${missing.name}> is missing: ${missing.about}`)
  if (!named.some((one) => one.many) && args.length > named.length) {
    const hint = last === undefined ? 'quote a text that has spaces' : `put -- before <${last.name}>`
    throw usage(command, `"${args[named.length]}" is one argument too many; ${hint}`)
  }
  if (last?.required && rest.length === 0)
    throw usage(command, `<${last.name}> is missing behind --: ${last.about}`)
}

export function usage(command: CommandWords, message: string): Refusal {
  return new Refusal(
    'usage',
    `foreword ${command.name}: ${message}${message.endsWith('?') ? '' : '.'}`,
    `See "foreword ${command.name} --help".`,
  )
}

function unknownOption(command: CommandWords, word: string): Refusal {
  const names = command.options.map((option) => `--${option.name}`)
  const meant = findNearest(word.split('=')[0]!, names)
  return usage(command, `unknown option "${word}"${meant === undefined ? '' : `; did you mean ${meant}?`}`)
}

export function optionForm(option: CommandOption): string {
  if (option.value === undefined) return `--${option.name}`
  return option.optional ? `--${option.name}[=${option.value}]` : `--${option.name}=${option.value}`
}
