// Arguments, options and exit codes that several commands share.
import { agents } from '../../agents/index.ts'
import type { CommandArgument, CommandDescription, CommandOption } from './command.ts'

const repositoryAbout =
  'Path of a repository, or its name below FOREWORD_REPOS (default: the repository of the current directory)'
export const repoArgument: CommandArgument = { name: 'repo', about: repositoryAbout, required: false }
export const levelArgument: CommandArgument = {
  name: 'level',
  about: 'A level of the manifest, or a number',
  required: false,
}

export const agentNames = agents.map((agent) => agent.id).join(', ')

/** Options that choose the manifest. */
export const manifestChoiceOptions: readonly CommandOption[] = [
  {
    name: 'preset',
    value: 'NAME',
    about: 'Use a manifest that ships with foreword instead of .foreword/manifest.yaml',
  },
  { name: 'manifest', value: 'FILE', about: 'Use this manifest instead' },
]
export const nowOption: CommandOption = {
  name: 'now',
  value: 'TIME',
  about: 'Use this time instead of the clock: a day, or a time with a zone (ISO 8601)',
}
export const manifestOptions: readonly CommandOption[] = [
  ...manifestChoiceOptions,
  { name: 'var', value: 'NAME=VALUE', many: true, about: 'Set the value of {NAME} in the manifest' },
  {
    name: 'root',
    value: 'NAME=DIR',
    many: true,
    about: 'Let file:@NAME/… sources read from this directory outside the repository',
  },
  { name: 'role', value: 'NAME', about: 'The kind of work the agent does' },
  { name: 'flag', value: 'NAME', many: true, about: 'Include a section that is off by default' },
  { name: 'no-cache', about: 'Compile again; do not use the cache' },
  nowOption,
]
export const jsonOption: CommandOption = { name: 'json', about: 'Print the result as one JSON document' }
export const refusalExits: CommandDescription['exits'] = [
  [2, 'wrong usage'],
  [3, 'refused; the message says why and what to do'],
]

/** For commands whose first argument has another meaning. */
export const repoOption: CommandOption = { name: 'repo', value: 'DIR', about: repositoryAbout }
const storeOption: CommandOption = {
  name: 'store',
  value: 'WHERE',
  about: 'Use this store instead of the one that FOREWORD_STORE names',
}
/** For commands about all ledgers of a store. */
export const storeOptions = [repoOption, storeOption, jsonOption]
/** For commands about past injections. */
export const historyOptions: readonly CommandOption[] = [
  repoOption,
  storeOption,
  {
    name: 'ledger',
    value: 'NAME',
    about: 'Use the ledger of another project in the store, by its name or id',
  },
  jsonOption,
]

export const injectionForms = 'an id, @12 for entry 12, latest, or latest~1 for the one before it'
export const injectionArgument: CommandArgument = {
  name: 'injection',
  about: `The injection: ${injectionForms}`,
  required: true,
}
export const sinceOption: CommandOption = {
  name: 'since',
  value: 'TIME',
  about: 'Only from this time on: 2h, 3d or 2w ago, a day, or a time with a zone (ISO 8601)',
}

/** Options that filter the records of tactical memory. */
export const recordFilterOptions: readonly CommandOption[] = [
  { name: 'class', value: 'CLASS', about: 'Only records of this content class' },
  {
    name: 'tag',
    value: 'TAG',
    many: true,
    about: 'Only records with this tag; repeat it to require several tags',
  },
  { name: 'expired', about: 'Include expired records' },
  { name: 'limit', value: 'COUNT', about: 'The most records to show (default 20)' },
]

export const agentArgument = {
  name: 'agent',
  about: `One or more of ${agentNames}`,
  required: false,
  many: true,
} as const
/** Options of the commands that change an agent's settings. */
export const settingsOptions: readonly CommandOption[] = [
  { name: 'user', about: 'Change your own settings, for all projects (default)' },
  { name: 'project', about: 'Change the settings of the project' },
  { name: 'dry-run', about: 'Show what would change, and change nothing' },
  jsonOption,
  repoOption,
]
