import type { CommandDescription } from '../command.ts'
import { buildCompletionTable } from './completion-table.ts'
import { formatBashCompletion } from './format-bash-completion.ts'
import { formatFishCompletion } from './format-fish-completion.ts'
import { formatZshCompletion } from './format-zsh-completion.ts'

const formats = { bash: formatBashCompletion, zsh: formatZshCompletion, fish: formatFishCompletion }

/** The completion script of a shell for these commands. `presets` are the names of the shipped manifests. */
export function formatCompletion(
  shell: keyof typeof formats,
  commands: readonly CommandDescription[],
  presets: readonly string[],
): string {
  return formats[shell](buildCompletionTable(commands, presets))
}
