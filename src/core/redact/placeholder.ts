/** Whether a text has the shape of a placeholder: `xxxx`, `your-token-here`, `...`. */
export function looksLikePlaceholder(text: string, start = 0, end = text.length): boolean {
  if (hasFewCharacters(text, start, end) || hasOnlyWords(text, start, end)) return true
  return text.startsWith('EXAMPLE', end - 7)
    ? end - start >= 7
    : end - start >= 10 && text.startsWith('EXAMPLEKEY', end - 10)
}

/** Whether a text has at most three different characters. */
function hasFewCharacters(text: string, start: number, end: number): boolean {
  let [first, second, third] = [-1, -1, -1]
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at) | 32
    if (code === first || code === second || code === third) continue
    if (first === -1) first = code
    else if (second === -1) second = code
    else if (third === -1) third = code
    else return false
  }
  return true
}

/** Whether a text is words and short numbers with signs between them. If the first word is letters and a digit, the text is not a placeholder. */
function hasOnlyWords(text: string, start: number, end: number): boolean {
  let at = start
  while (at < start + 2 && text.charCodeAt(at) === 95) at++
  const first = at
  while (at < end) {
    const next = findPieceEnd(text, at, end)
    if (next === at) return at > first && at === end - 1 && isSign(text.charCodeAt(at)) && text[at] !== ' '
    if (first === start && at === first && isNumbered(text, at, next)) return false
    at = next
    if (at === end) return true
    if (!isSign(text.charCodeAt(at))) return false
    at++
  }
  return at > first && text[end - 1] !== ' '
}

/** Finds the end of a piece: up to 12 letters of a word with up to two digits, or a number of up to four digits. */
function findPieceEnd(text: string, at: number, end: number): number {
  let next = at
  if (isUpper(text.charCodeAt(next))) {
    while (next < end && isUpper(text.charCodeAt(next))) next++
    if (next - at === 1) while (next < end && isLower(text.charCodeAt(next))) next++
  } else while (next < end && isLower(text.charCodeAt(next))) next++
  if (next - at > 12) return at
  const letters = next
  while (next < end && isDigit(text.charCodeAt(next))) next++
  return next - letters > (letters === at ? 4 : 2) ? at : next
}

/** Whether a piece is letters of one case and a digit. */
function isNumbered(text: string, start: number, end: number): boolean {
  return (
    isDigit(text.charCodeAt(end - 1)) &&
    (isLower(text.charCodeAt(start)) || isUpper(text.charCodeAt(start))) &&
    !(isUpper(text.charCodeAt(start)) && isLower(text.charCodeAt(start + 1)))
  )
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether a character separates words: `-`, `_`, `.` or a space. */
function isSign(code: number): boolean {
  return code === 45 || code === 95 || code === 46 || code === 32
}
