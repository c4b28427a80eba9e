// Arguments, options and exit codes that several commands have.
import { agents } from '../../agents/index.ts'
import type { CommandArgument, CommandOption, CommandWords } from './command.ts'

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
export const refusals: CommandWords['exits'] = [
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

export const injectionForms = 'its id, @12 for entry 12, latest, or latest~1 for the one before'
export const injection: CommandArgument = {
  name: 'injection',
  about: `Which one: ${injectionForms}`,
  required: true,
}
export const sinceOption: CommandOption = {
  name: 'since',
  value: 'TIME',
  about: 'Not before this day or time with zone (ISO 8601), or 2h, 3d, 2w ago',
}

/** Which records of tactical memory are shown. */
export const recordFilters: readonly CommandOption[] = [
  { name: 'class', value: 'CLASS', about: 'Only of this content class' },
  {
    name: 'tag',
    value: 'TAG',
    many: true,
    about: 'Only with this tag; with all of them, if there are several',
  },
  { name: 'expired', about: 'Those that have expired, too' },
  { name: 'limit', value: 'COUNT', about: 'At most so many (default 20)' },
]

export const agentArgument = {
  name: 'agent',
  about: `One or more of ${agentNames}`,
  required: false,
  many: true,
} as const
/** Whose settings of an agent are changed. */
export const settingsOptions: readonly CommandOption[] = [
  { name: 'user', about: 'In the settings of the user, for all projects (default)' },
  { name: 'project', about: 'In the settings of the project' },
  { name: 'dry-run', about: 'Change nothing; show what would change' },
  jsonOption,
  repoOption,
]
