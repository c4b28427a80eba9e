import type { CheckFault, FindingSeverity } from './check-fault.ts'

export interface CheckRule {
  readonly severity: FindingSeverity
  readonly title: string
  /** The long form of `--explain`: the fault, its effect, and the remedy. */
  readonly about: string
}

/** Every built-in check by its code. The reference page is made from this table. */
export const checkRules = {
  'instructions-too-large': {
    severity: 'error',
    title: 'Instructions beyond the limit of an agent',
    about:
      'An agent loads its instruction files up to a limit, counted over all directories from the root down to the one that it starts in, and drops the rest without a word. Move text that is needed rarely into documents that the instructions name, or into the instructions of the directory that it is about.',
  },
  'import-missing': {
    severity: 'error',
    title: 'Import of a file that does not exist',
    about:
      'A line says @path and there is no such file, so the agent gets the words "@path" instead of the text. The path is relative to the file with the import. Correct the path, or remove the import. Write `@path` in backticks to speak of it without importing it.',
  },
  'import-cycle': {
    severity: 'warning',
    title: 'Imports in a circle',
    about:
      'Following the imports leads back to a file that is being imported. The agent breaks the circle at a place of its own, so the order of the texts is not the written one. Remove one import of the circle.',
  },
  'import-too-deep': {
    severity: 'error',
    title: 'Import deeper than the agent follows',
    about:
      'An agent follows imports of imports only a fixed number of steps. This file is further away, so its text does not reach the agent. Import it from a file nearer to the instructions.',
  },
  'import-outside': {
    severity: 'warning',
    title: 'Import from outside of the repository',
    about:
      'The import leads out of the repository, so other people do not have the file, and the agent may ask before it reads it. Move the text into the repository. An import below ~/ is taken for a personal one and is not reported.',
  },
  'import-not-followed': {
    severity: 'notice',
    title: 'Import that an agent does not follow',
    about:
      'Only some agents follow @path in their instructions. The others get the words "@path" and not the text. Put the text itself into the file, or tell the agent in words to read the other file.',
  },
  'link-instead-of-import': {
    severity: 'warning',
    title: 'Link where an import was meant',
    about:
      'The file holds hardly more than a link to another instruction file. An agent does not follow links by itself, so it starts with nothing. Write @path on a line of its own, or make the file a symbolic link.',
  },
  'file-not-loaded': {
    severity: 'warning',
    title: 'File that no agent loads',
    about:
      'The name or the place of the file is almost one that agents load, but not exactly: another case, another ending, or another directory. Rename or move it.',
  },
  'text-loaded-twice': {
    severity: 'warning',
    title: 'The same text twice in one session',
    about:
      'Two files that an agent loads together hold the same paragraphs. The agent pays for them twice, and they will differ one day. Keep them in one file and import or link it.',
  },
  'byte-order-mark': {
    severity: 'notice',
    title: 'Byte order mark at the beginning',
    about:
      'The file begins with an invisible mark. Front matter after it is not recognised by every program. Save the file as UTF-8 without a byte order mark.',
  },
  'not-utf8': {
    severity: 'error',
    title: 'Text that is not UTF-8',
    about:
      'Agents read instructions as UTF-8. Other bytes reach the model as replacement characters. Save the file as UTF-8.',
  },
  'invisible-text': {
    severity: 'error',
    title: 'Invisible characters',
    about:
      'The line holds characters that people do not see and models read: zero-width characters, tags, direction marks, control characters. They can carry instructions. Look at the line with an editor that shows them, and remove them.',
  },
  'secret-in-instructions': {
    severity: 'error',
    title: 'Text that looks like a secret',
    about:
      'The line holds text that looks like a secret, and everything in the file is sent to a model. Remove it and revoke it at its issuer. The finding does not show the text.',
  },
  'template-unfilled': {
    severity: 'warning',
    title: 'Placeholder that was not filled in',
    about:
      'The line is a placeholder of a template, such as [PROJECT_NAME] or "Owner: Your name". An agent takes it for a fact. Fill it in or remove it.',
  },
  'command-missing': {
    severity: 'error',
    title: 'Command that the project does not have',
    about:
      'The text tells the agent to run a script, a target or a recipe that no file of the project defines. The agent runs it, fails, and guesses. Correct the name, or define the command.',
  },
  'path-missing': {
    severity: 'warning',
    title: 'Path that does not exist',
    about:
      'The text names a path in a directory of the project, and there is no such file. If git knows that it was renamed, the finding names the new path. Correct the path.',
  },
  'commands-contradict': {
    severity: 'warning',
    title: 'Commands of another package manager',
    about:
      'Files that are loaded together name commands of different package managers. The lock file tells which of them the project uses. Use the same one in all files.',
  },
  'front-matter-missing': {
    severity: 'error',
    title: 'Front matter without a required field',
    about:
      'A skill needs `name` and `description`, a subagent too: the agent decides by them whether to load the file. Without them it is never used.',
  },
  'program-missing': {
    severity: 'error',
    title: 'Hook or server that cannot start',
    about:
      'A settings file of the project starts a program by a path in the project, and there is no such file. The agent reports an error, or goes on without it in silence. Correct the path, or remove the entry.',
  },
  'settings-invalid': {
    severity: 'error',
    title: 'Settings that are not valid JSON',
    about: 'An agent ignores a settings file that it cannot read, and with it all hooks and servers in it.',
  },
} as const satisfies Readonly<Record<string, CheckRule>>

export type CheckCode = keyof typeof checkRules

type FindingFacts = Omit<CheckFault, 'code' | 'severity' | 'agent'> & { readonly agent?: CheckFault['agent'] }

export function makeFault(code: CheckCode, facts: FindingFacts): CheckFault {
  return { code, severity: checkRules[code].severity, agent: null, ...facts }
}
