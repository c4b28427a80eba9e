// The part of the command table that shells complete. The formats for bash, zsh and fish are made from it.
import { agents } from '../../../agents/index.ts'
import type { CommandArgument, CommandDescription, CommandOption } from '../command.ts'
import { listOptions } from '../global-options.ts'

/** The values that a shell offers. Others may be allowed. */
export interface CompletionValues {
  readonly words: readonly string[]
  readonly paths: 'files' | 'directories' | null
}

export interface CompletionOption {
  readonly name: string
  readonly about: string
  /** The placeholder of the value. Null for a switch. */
  readonly value: string | null
  readonly isOptional: boolean
  readonly isMany: boolean
  readonly values: CompletionValues
}

export interface CompletionArgument {
  readonly name: string
  readonly isMany: boolean
  readonly values: CompletionValues
}

export interface CompletionCommand {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletionOption[]
  readonly args: readonly CompletionArgument[]
}

const levels = ['minimal', 'standard', 'full']
const none: CompletionValues = { words: [], paths: null }
const files: CompletionValues = { words: [], paths: 'files' }
const directories: CompletionValues = { words: [], paths: 'directories' }
const listWords = (words: readonly string[]): CompletionValues => ({ words, paths: null })

/** By the placeholder of an option, or the name of an argument. */
const valuesByPlaceholder: Readonly<Record<string, CompletionValues>> = {
  DIR: directories,
  repo: directories,
  output_dir: directories,
  FILE: files,
  file: files,
  path: files,
  'text|path': files,
  AGENT: listWords(agents.map(({ id }) => id)),
  agent: listWords(agents.map(({ id }) => id)),
  LEVEL: listWords(levels),
  level: listWords(levels),
  injection: listWords(['latest']),
}

/** `presets` are the names of the shipped manifests, which the code does not know. */
export function buildCompletionTable(
  commands: readonly CommandDescription[],
  presets: readonly string[],
): CompletionCommand[] {
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    options: listOptions(command).map((option) => describeOption(option, presets)),
    args: command.args.filter((arg) => !arg.rest).map(describeArgument),
  }))
}

function describeOption(option: CommandOption, presets: readonly string[]): CompletionOption {
  const { name, about, value = null, optional = false, many = false } = option
  const words = option.suggestions ?? option.choices ?? (name === 'preset' ? presets : null)
  const values = words === null ? findValues(value ?? '') : listWords(words)
  return { name, about, value, isOptional: optional, isMany: many, values }
}

/** The first word before a level can be a level too, because the repository may be left out. */
function describeArgument(
  { name, many = false, suggestions }: CommandArgument,
  index: number,
  all: readonly CommandArgument[],
): CompletionArgument {
  const values = suggestions === undefined ? findValues(name) : listWords(suggestions)
  const isBeforeLevel = name === 'repo' && all[index + 1]?.name === 'level'
  return { name, isMany: many, values: isBeforeLevel ? { ...values, words: levels } : values }
}

function findValues(placeholder: string): CompletionValues {
  return valuesByPlaceholder[placeholder] ?? none
}

/** The first words of all commands: `log`, `memory`. */
export function listFirstWords(commands: readonly CompletionCommand[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0]!))]
}

/** A group is described by its second words. */
export function describeFirstWord(word: string, commands: readonly CompletionCommand[]): string {
  const summary = commands.find(({ name }) => name === word)?.summary
  const members = commands.filter(({ name }) => name.startsWith(`${word} `))
  return summary ?? members.map(({ name }) => name.split(' ')[1]).join(', ')
}

/** Groups with their second words: `memory` has `add` and `list`. */
export function listGroups(commands: readonly CompletionCommand[]): Map<string, CompletionCommand[]> {
  const members = commands.filter(({ name }) => name.includes(' '))
  return Map.groupBy(members, ({ name }) => name.split(' ')[0]!)
}

/** The same option of several commands. */
export interface SharedOption {
  readonly option: CompletionOption
  readonly commands: readonly string[]
}

/** Puts commands together that have the same option, so that a script holds it once. */
export function shareOptions(commands: readonly CompletionCommand[]): SharedOption[] {
  const all = commands.flatMap(({ name, options }) => options.map((option) => ({ name, option })))
  const groups = Map.groupBy(all, ({ option }) => JSON.stringify(option))
  return [...groups.values()].map((uses) => ({
    option: uses[0]!.option,
    commands: uses.map(({ name }) => name),
  }))
}
