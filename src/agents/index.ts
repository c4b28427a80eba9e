// One descriptor per coding agent, as data: how it is started and how it takes a prompt. Nothing here runs anything.

export interface Agent {
  readonly id: string
  readonly title: string
  readonly program: string
  /** For one prompt without a person. `{prompt_file}` stands for the path of the prompt. */
  readonly args: readonly string[]
  /** `file`: the prompt is named in `args`; standard input is closed at once. */
  readonly prompt: 'stdin' | 'file'
  /** Files in the root of a project: the first that is there it loads by itself. */
  readonly memory: readonly string[]
}

export const agents: readonly Agent[] = [
  {
    id: 'claude',
    title: 'Claude Code',
    program: 'claude',
    args: ['-p'],
    prompt: 'stdin',
    memory: ['CLAUDE.md', 'AGENTS.md'],
  },
  {
    id: 'codex',
    title: 'Codex CLI',
    program: 'codex',
    args: ['exec', '-'],
    prompt: 'stdin',
    memory: ['AGENTS.md'],
  },
  { id: 'gemini', title: 'Gemini CLI', program: 'gemini', args: [], prompt: 'stdin', memory: ['GEMINI.md'] },
  {
    id: 'aider',
    title: 'Aider',
    program: 'aider',
    args: ['--message-file', '{prompt_file}', '--yes-always', '--no-stream', '--no-pretty'],
    prompt: 'file',
    memory: [],
  },
]
