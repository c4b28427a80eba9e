import { parseSettings, SettingsFault } from '../settings/index.ts'
import type { CheckFault } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import { type CheckedProject, type CheckedText, getLine } from './checked-project.ts'

/** Words that run the file after them. */
const interpreters = /^(?:node|bun|deno|python3?|bash|sh|zsh|ruby|perl|uv|npx|tsx)$/
const projectDirectory = /^["']?\$\{?(?:CLAUDE_PROJECT_DIR|GEMINI_PROJECT_DIR)\}?["']?\//

/** Checks the hooks and MCP servers in a JSON settings file of an agent. Starts nothing. */
export function checkSettings(project: CheckedProject, file: CheckedText): CheckFault[] {
  let settings: unknown
  try {
    settings = parseSettings(file.text)
  } catch (error) {
    if (!(error instanceof SettingsFault)) throw error
    return [
      makeFault('settings-invalid', {
        ...{ file: file.path, line: null },
        message: `The file cannot be read: ${error.message}`,
        expected: 'valid JSON',
        advice: 'Correct it. Until then agents ignore the file.',
      }),
    ]
  }
  return listCommands(settings).flatMap(({ words, shown }) => {
    const missing = findMissingFile(project, words)
    if (missing === null) return []
    return [
      makeFault('program-missing', {
        ...{ file: file.path, line: findLine(file.text, shown) },
        message: `${missing} does not exist, so the entry cannot start.`,
        expected: 'a program that exists',
        advice: 'Correct the path, or remove the entry.',
      }),
    ]
  })
}

interface StartedCommand {
  readonly words: readonly string[]
  /** A part of the entry, to find its line. */
  readonly shown: string
}

/** Every `command` of the settings, at any depth, with its `args`. */
function listCommands(value: unknown, depth = 0): StartedCommand[] {
  if (typeof value !== 'object' || value === null || depth > 8) return []
  const own = readCommand(value as Readonly<Record<string, unknown>>)
  return [...own, ...Object.values(value).flatMap((inner) => listCommands(inner, depth + 1))]
}

function readCommand({ command, args }: Readonly<Record<string, unknown>>): StartedCommand[] {
  const list = Array.isArray(command) ? command : [command]
  if (!list.every((word) => typeof word === 'string')) return []
  const more = Array.isArray(args) ? args.filter((word) => typeof word === 'string') : []
  // One word without arguments is a line for a shell.
  const words = list.length === 1 && more.length === 0 ? splitWords(list[0]!) : [...list, ...more]
  return words.length === 0 ? [] : [{ words, shown: list[0]! }]
}

/** Empty for a line that only a shell understands as a whole. */
function splitWords(line: string): string[] {
  if (/[|&;<>`*?]|\$\(/.test(line)) return []
  return line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []
}

function findMissingFile({ paths }: CheckedProject, words: readonly string[]): string | null {
  const isInterpreter = interpreters.test(words[0] ?? '')
  const word = isInterpreter ? words.find((other, i) => i > 0 && !other.startsWith('-')) : words[0]
  if (word === undefined) return null
  const path = getProjectPath(word, isInterpreter)
  return path === null || paths.has(path) || paths.has(`${path}/`) ? null : path
}

/** Null for a program on PATH, a path outside of the project, or a word with variables. */
function getProjectPath(word: string, isFile: boolean): string | null {
  const bare = word.replace(projectDirectory, './').replace(/^["']|["']$/g, '')
  if (/^[/~]|[$\\{]|^[\w+.-]+:|^@|\.\./.test(bare)) return null
  const path = bare.replace(/^\.\//, '')
  if (isFile) return /\.\w{1,4}$/.test(path) ? path : null
  return bare.includes('/') ? path : null
}

function findLine(text: string, shown: string): number | null {
  const at = text.indexOf(JSON.stringify(shown))
  return at === -1 ? null : getLine(text, at)
}
