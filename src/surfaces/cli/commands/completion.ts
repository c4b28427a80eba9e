import { suggestNearest } from '../../../core/manifest/index.ts'
import { refusalExits } from '../arguments.ts'
import { defineSilentCommand } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const completion = defineSilentCommand({
  name: 'completion',
  summary: 'Print a script that completes commands in your shell',
  about: [
    'Completes commands, options, agents, levels, presets and paths. The script holds the commands of this version: after an update, load it again.',
    'bash: add "source <(foreword completion bash)" to ~/.bashrc. zsh: add "source <(foreword completion zsh)" to ~/.zshrc after compinit. fish: write the script to ~/.config/fish/completions/foreword.fish.',
  ],
  args: [{ name: 'shell', about: `One of ${shells.join(', ')}`, required: true, suggestions: shells }],
  options: [],
  examples: [
    'foreword completion bash',
    'foreword completion fish > ~/.config/fish/completions/foreword.fish',
  ],
  exits: [[0, 'printed'], ...refusalExits],
  async run({ command, parsed, services, terminal, loadCommands }) {
    const [asked = ''] = parsed.args
    const shell = shells.find((name) => name === asked)
    if (shell === undefined)
      throw makeUsageRefusal(
        command,
        `unknown shell "${asked}"; shells: ${shells.join(', ')}${suggestNearest(asked, shells)}`,
      )
    const { formatCompletion } = await import('../completion/format-completion.ts')
    terminal.out(formatCompletion(shell, await loadCommands(), services.presetNames()))
  },
})
