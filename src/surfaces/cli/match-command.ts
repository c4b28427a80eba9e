import { findNearestName } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Command } from './command.ts'
import { commandNames, loadCommand, loadCommands } from './commands/index.ts'

/** The command or the group that the first words of a command line name. */
export type CommandMatch =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | {
      readonly kind: 'group'
      readonly name: string
      readonly members: readonly Command[]
      readonly rest: readonly string[]
    }

/** The longest name wins: `context show` is a command, not `context` with an argument. Null for an unknown command. */
export async function matchCommand(words: readonly string[]): Promise<CommandMatch | null> {
  const [first = '', second = ''] = words
  const longest = [`${first} ${second}`, first].find((name) => commandNames.includes(name))
  if (longest !== undefined) {
    const command = await loadCommand(longest)
    return { kind: 'command', command, rest: words.slice(longest.split(' ').length) }
  }
  const members = listMembers(first)
  if (members.length === 0) return null
  return { kind: 'group', name: first, members: await loadCommands(members), rest: words.slice(1) }
}

/** Like `matchCommand`, but refuses an unknown command and an unknown second word, unless the word is a path. */
export async function matchCommandOrRefuse(words: readonly string[]): Promise<CommandMatch> {
  const [first = '', second = '-'] = words
  const found = await matchCommand(words)
  if (found === null) throw makeUnknownRefusal(first, commandNames, 'Commands')
  const members = listMembers(first)
  const takesWords = found.kind === 'command' && (found.command.name !== first || /^[.~]|\//.test(second))
  if (members.length > 0 && !takesWords && !second.startsWith('-'))
    throw makeUnknownRefusal(`${first} ${second}`, members, `Commands of ${first}`)
  return found
}

function listMembers(group: string): readonly string[] {
  return commandNames.filter((name) => name.startsWith(`${group} `))
}

function makeUnknownRefusal(name: string, names: readonly string[], title: string): Refusal {
  const meant = findMeantCommand(name, names)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return new Refusal(
    'usage',
    `Unknown command "${name}".${hint}`,
    `${title}: ${names.join(', ')}. See "foreword --help".`,
  )
}

/** Also finds a command by its second word, and a group: `export` means `store export`. */
function findMeantCommand(name: string, names: readonly string[]): string | undefined {
  if (name.includes(' ')) return findNearestName(name, names)
  const bySecondWord = names.find((known) => known.endsWith(` ${name}`))
  const groups = names.map((known) => known.split(' ')[0]!)
  return bySecondWord ?? findNearestName(name, [...names, ...groups])
}
