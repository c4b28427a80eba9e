import { type Command, commands } from '../../app/index.ts'
import { nearest } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'

/** What the first words of a command line name. */
export type Match =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | {
      readonly kind: 'group'
      readonly name: string
      readonly members: readonly Command[]
      readonly rest: readonly string[]
    }

/** The longest name counts: `context show` is no `context` with an argument. Null when there is no such command. */
export function match(words: readonly string[]): Match | null {
  const [first = '', second = ''] = words
  const longest = named(`${first} ${second}`)
  if (longest !== undefined) return { kind: 'command', command: longest, rest: words.slice(2) }
  const command = named(first)
  if (command !== undefined) return { kind: 'command', command, rest: words.slice(1) }
  const members = membersOf(first)
  return members.length === 0 ? null : { kind: 'group', name: first, members, rest: words.slice(1) }
}

/** The same, for words that are to be carried out: a second word that names nothing is refused. */
export function matchOrRefuse(words: readonly string[]): Match {
  const [first = '', second = '-'] = words
  const found = match(words)
  if (found === null) throw unknown(first, commands, 'Commands')
  const members = membersOf(first)
  const takesWords =
    found.kind === 'command' && (found.command.name !== first || found.command.args.length > 0)
  if (members.length > 0 && !takesWords && !second.startsWith('-'))
    throw unknown(`${first} ${second}`, members, `Commands of ${first}`)
  return found
}

function named(name: string): Command | undefined {
  return commands.find((command) => command.name === name)
}

function membersOf(group: string): readonly Command[] {
  return commands.filter((command) => command.name.startsWith(`${group} `))
}

function unknown(name: string, candidates: readonly Command[], title: string): Refusal {
  const names = candidates.map((command) => command.name)
  const meant = nearest(name, name.includes(' ') ? names : names.flatMap((one) => [one, one.split(' ')[0]!]))
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return new Refusal(
    'usage',
    `There is no command "${name}".${hint}`,
    `${title}: ${names.join(', ')}. See "foreword --help".`,
  )
}
