const plain = /^[\w@%+=:,./-]+$/
const quotedPart = /^"((?:[^"\\$`]|\\["\\$`])*)"/
const plainPart = /^[\w@%+=:,./-]+/

/** For `sh -c` and `bash -c`. */
export function formatCommand(words: readonly string[]): string {
  return words.map((word) => (plain.test(word) ? word : `"${word.replace(/["\\$`]/g, '\\$&')}"`)).join(' ')
}

/**
 * The same for an agent that is blocked by a program that is gone: then nothing happens. The shell makes way for the program, so
 * that a signal meant for it arrives.
 */
export function formatGuardedCommand(words: readonly string[]): string {
  return `[ -x ${formatCommand(words.slice(0, 1))} ] || exit 0; exec ${formatCommand(words)}`
}

export interface OwnCommand {
  /** What is started: a program, or an interpreter and a script. */
  readonly program: readonly string[]
  readonly event: string
  readonly agent: string
  /** Whatever follows. */
  readonly rest: readonly string[]
}

/**
 * A command that calls our hook and does nothing else; null for all others. Only what is written here is read:
 * no second command, no variable and no redirection hides in one of ours.
 */
export function parseOwnCommand(text: string): OwnCommand | null {
  const words = wordsOf(/^\[ -x .* \] \|\| exit 0; exec (.*)$/s.exec(text)?.[1] ?? text)
  if (words === null || (text.startsWith('[') && text !== formatGuardedCommand(words))) return null
  const at = words.indexOf('hook')
  if (at < 1 || words[at + 2] !== '--agent') return null
  const program = words.slice(0, at)
  const [event = '', , agent = '', ...rest] = words.slice(at + 1)
  const isOurs = /(^|[/\\])foreword(\.[cm]?js)?$/.test(program.at(-1) ?? '')
  return isOurs && /^[a-z-]+$/.test(event) && /^[a-z]+$/.test(agent) ? { program, event, agent, rest } : null
}

/** Null where the text is more than words. */
function wordsOf(text: string): string[] | null {
  const words: string[] = []
  for (let left = text.trim(); left !== ''; ) {
    const quoted = quotedPart.exec(left)
    const part = quoted ?? plainPart.exec(left)
    if (part === null) return null
    words.push(quoted === null ? part[0] : quoted[1]!.replace(/\\(.)/g, '$1'))
    const behind = left.slice(part[0].length)
    if (behind !== '' && !/^[ \t]/.test(behind)) return null
    left = behind.trimStart()
  }
  return words
}
