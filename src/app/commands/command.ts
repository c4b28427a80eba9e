// What several commands have in common.
import { agents } from '../../agents/index.ts'

export interface CommandArgument {
  readonly name: string
  readonly about: string
  readonly required: boolean
  readonly many?: boolean
  /** The words behind `--`, all of them. */
  readonly rest?: boolean
}

export interface CommandOption {
  readonly name: string
  readonly about: string
  /** What stands behind the `=`; none for a switch. */
  readonly value?: string
  /** The value may be left out. */
  readonly optional?: boolean
  readonly many?: boolean
  /** The argument that is not needed with it. */
  readonly without?: string
  /** All values there are. */
  readonly choices?: readonly string[]
}

export interface Command {
  /** One word, or two: the first one then names a group. */
  readonly name: string
  readonly summary: string
  readonly about: readonly string[]
  readonly args: readonly CommandArgument[]
  readonly options: readonly CommandOption[]
  readonly examples: readonly string[]
  readonly exits: readonly (readonly [number, string])[]
}

export const repo: CommandArgument = {
  name: 'repo',
  about: 'Path of a repository, or its name below FOREWORD_REPOS',
  required: true,
}
export const repoAround: CommandArgument = {
  ...repo,
  about: `${repo.about} (default: the one around the current directory)`,
  required: false,
}
export const level: CommandArgument = {
  name: 'level',
  about: 'A level of the manifest, or a number',
  required: false,
}

export const agentNames = agents.map((agent) => agent.id).join(', ')

/** Which manifest counts. */
export const choiceOptions: readonly CommandOption[] = [
  { name: 'preset', value: 'NAME', about: 'Use a shipped manifest instead of .foreword/manifest.yaml' },
  { name: 'manifest', value: 'FILE', about: 'Use this manifest' },
]
export const nowOption: CommandOption = {
  name: 'now',
  value: 'TIME',
  about: 'Use this day or time with zone (ISO 8601) instead of the clock',
}
export const manifestOptions: readonly CommandOption[] = [
  ...choiceOptions,
  { name: 'var', value: 'NAME=VALUE', many: true, about: 'Fill a {placeholder} of the manifest' },
  {
    name: 'root',
    value: 'NAME=DIR',
    many: true,
    about: 'Open a directory outside the repository for file:@NAME/… sources',
  },
  { name: 'role', value: 'NAME', about: 'Kind of work the receiver does' },
  { name: 'flag', value: 'NAME', many: true, about: 'Ask for an opt-in section' },
  { name: 'no-cache', about: 'Compile anew' },
  nowOption,
]
export const jsonOption: CommandOption = { name: 'json', about: 'Print one JSON document' }
export const refusals: Command['exits'] = [
  [2, 'the command was not understood'],
  [3, 'refused: the message says why and what to do'],
]

export const repoOption: CommandOption = {
  name: 'repo',
  value: 'DIR',
  about: 'The repository (default: the one around the current directory)',
}
const storeOption: CommandOption = {
  name: 'store',
  value: 'WHERE',
  about: 'Use this store, not the one that FOREWORD_STORE names',
}
/** Where all ledgers of a store are meant. */
export const storeOptions = [repoOption, storeOption, jsonOption]
/** What every command about past injections takes. */
export const pastOptions: readonly CommandOption[] = [
  repoOption,
  storeOption,
  { name: 'ledger', value: 'NAME', about: 'Of another project in the store, by its name or id' },
  jsonOption,
]
