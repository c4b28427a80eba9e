const plain = /^[\w@%+=:,./-]+$/
const quotedPart = /^"((?:[^"\\$`]|\\["\\$`])*)"/
const plainPart = /^[\w@%+=:,./-]+/

/** Quotes words for `sh -c` and `bash -c`. */
export function formatCommand(words: readonly string[]): string {
  return words.map((word) => (plain.test(word) ? word : `"${word.replace(/["\\$`]/g, '\\$&')}"`)).join(' ')
}

/**
 * The same for an agent that blocks if the program is missing: the command then does nothing. The shell is replaced by the program
 * (`exec`), so the program receives the agent's signals.
 */
export function formatGuardedCommand(words: readonly string[]): string {
  const program = formatCommand(words.slice(0, 1))
  const test = /[/\\]/.test(program) ? `[ -x ${program} ]` : `command -v ${program} >/dev/null`
  return `${test} || exit 0; exec ${formatCommand(words)}`
}

export interface OwnCommand {
  /** The words that start it: a program, or an interpreter and a script. */
  readonly program: readonly string[]
  readonly event: string
  readonly agent: string
  /** All words after the agent. */
  readonly rest: readonly string[]
}

/**
 * Parses a command that calls our hook and does nothing else; null for all others. A text with a second command, a variable or a
 * redirection is not ours.
 */
export function parseOwnCommand(text: string): OwnCommand | null {
  const guarded = /^(?:\[ -x .* \]|command -v .* >\/dev\/null) \|\| exit 0; exec (.*)$/s.exec(text)?.[1]
  const words = splitWords(guarded ?? text)
  if (words === null || (guarded !== undefined && text !== formatGuardedCommand(words))) return null
  const at = words.indexOf('hook')
  if (at < 1 || words[at + 2] !== '--agent') return null
  const program = words.slice(0, at)
  const [event = '', , agent = '', ...rest] = words.slice(at + 1)
  return isOwnProgram(program) && /^[a-z-]+$/.test(event) && /^[a-z]+$/.test(agent)
    ? { program, event, agent, rest }
    : null
}

/** Whether these words start foreword: a path, its name, or an interpreter and its script. */
export function isOwnProgram(words: readonly string[]): boolean {
  return /(^|[/\\])foreword(\.[cm]?js)?$/.test(words.at(-1) ?? '')
}

/** Null if the text contains more than words. */
function splitWords(text: string): string[] | null {
  const words: string[] = []
  for (let rest = text.trim(); rest !== ''; ) {
    const quoted = quotedPart.exec(rest)
    const part = quoted ?? plainPart.exec(rest)
    if (part === null) return null
    words.push(quoted === null ? part[0] : quoted[1]!.replace(/\\(.)/g, '$1'))
    const after = rest.slice(part[0].length)
    if (after !== '' && !/^[ \t]/.test(after)) return null
    rest = after.trimStart()
  }
  return words
}
