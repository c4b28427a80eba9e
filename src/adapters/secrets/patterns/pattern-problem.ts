import { RE2JS, RE2JSSyntaxException } from 're2js'

const maxLength = 256
/** Size of the compiled program. The time for a text is its length times this. */
const maxSteps = 256

/** Describes valid patterns, for messages. */
export const patternFix = 'RE2 syntax: no look-around, no back references; each line is searched separately'

/** Returns why a pattern cannot be a rule, or null. */
export function findPatternProblem(pattern: string): string | null {
  const compiled = compilePattern(pattern)
  return typeof compiled === 'string' ? compiled : null
}

/** Returns the compiled pattern, or a problem. */
export function compilePattern(pattern: string): RE2JS | string {
  if (pattern.length > maxLength)
    return `has ${pattern.length} characters; a pattern has at most ${maxLength}`
  let compiled: RE2JS
  try {
    compiled = RE2JS.compile(pattern)
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return explainSyntaxError(error)
    throw error
  }
  const steps = compiled.programSize()
  if (steps > maxSteps) {
    return `is too large: ${steps} steps when its repeats are written out, at most ${maxSteps}`
  }
  if (namesLineBreak(pattern)) return 'matches a line break, but each line is searched separately'
  if (matchesNothing(compiled)) return 'matches empty text'
  return compiled
}

function explainSyntaxError(error: RE2JSSyntaxException): string {
  const piece = error.getPattern() ?? ''
  if (/^\(\?<?[=!]/.test(piece))
    return `look-around is not supported: ${piece.slice(0, piece.search(/[=!]/) + 1)}`
  if (/^\\[1-9k]/.test(piece)) return `back references are not supported: ${piece.slice(0, 2)}`
  // A longer piece is most of the pattern, and a pattern may contain the text that it hides.
  const shown = piece !== '' && piece.length <= 12 ? `: ${piece}` : ''
  return `is not a valid regular expression: ${error.getDescription()}${shown}`
}

/** The engine looks at one character on each side, so these are all possible places for an empty match. */
const places = ['', 'a', '.', 'aa', 'a.', '.a', '..']

function matchesNothing(compiled: RE2JS): boolean {
  return places.some((place) => {
    const matcher = compiled.matcher(place)
    while (matcher.find()) if (matcher.start() === matcher.end()) return true
    return false
  })
}

const spansLines = /(?<!\\)\(\?[imU]*s|\[\\([sdw])\\\1\]/i
const lineBreak = /^(?:[nr]|x0[ad]|x\{0*[ad]\}|012|015)/i

/** Such a pattern would silently never match. `[^"\n]` is fine, because it matches other characters. */
function namesLineBreak(pattern: string): boolean {
  if (spansLines.test(pattern) || /[\n\r]/.test(pattern)) return true
  let excluding = false
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '\\') {
      if (!excluding && lineBreak.test(pattern.slice(at + 1, at + 8))) return true
      at++
    } else if (pattern[at] === '[' && pattern[at + 1] === '^') excluding = true
    else if (pattern[at] === ']') excluding = false
  }
  return false
}
