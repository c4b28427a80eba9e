/** One reading of a `NAME=value` line. If dialects disagree about a line, each reading is an entry. */
export interface EnvEntry {
  readonly name: string
  readonly value: string
  /** 1-based line of the name. */
  readonly line: number
}

/** Parses the files that dotenv, Docker and shells read. It skips lines that it does not understand. */
export function parseEnvFile(text: string): EnvEntry[] {
  const source = (text.startsWith('\ufeff') ? text.slice(1) : text)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
  const entries: EnvEntry[] = []
  let line = 1
  // The lines inside a value are also parsed as lines, so that a stray quote does not swallow the lines below it.
  for (let at = 0; at < source.length; line++) {
    const newline = source.indexOf('\n', at)
    const end = newline === -1 ? source.length : newline
    const head = parseName(source, at, end)
    if (head !== null) {
      for (const value of new Set(listReadings(source, head.value, end)))
        entries.push({ name: head.name, value, line })
    }
    at = end + 1
  }
  return entries
}

const maxNameLength = 256
const isNameCode = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 45 ||
  code === 46

/** Parses the name of a line, and the offset of its value. */
function parseName(source: string, from: number, end: number): { name: string; value: number } | null {
  let at = skipBlanks(source, from, end)
  if (source.startsWith('export', at) && isBlank(source[at + 6])) at = skipBlanks(source, at + 6, end)
  const start = at
  while (at < end && at - start <= maxNameLength && isNameCode(source.charCodeAt(at))) at++
  const name = source.slice(start, at)
  const sign = skipBlanks(source, at, end)
  if (name === '' || sign >= end) return null
  if (source[sign] === '=') return { name, value: sign + 1 }
  const colon = source[at] === ':' && (at + 1 === end || isBlank(source[at + 1]))
  return colon ? { name, value: at + 1 } : null
}

function listReadings(source: string, from: number, end: number): string[] {
  const start = skipBlanks(source, from, end)
  const quote = start < end ? source[start]! : ''
  if (quote !== '"' && quote !== "'" && quote !== '`') {
    return listUnquotedValues(source.slice(start, end), start > from)
  }
  const close = findClosingQuote(source, { start, end, quote })
  if (close === null) return listUnquotedValues(source.slice(start + 1, end), false)
  const raw = source.slice(start + 1, close)
  return quote === '"' ? [replaceEscapes(raw), raw] : [raw]
}

/** Some parsers begin a comment at " #", others at any "#". */
function listUnquotedValues(rest: string, spaced: boolean): string[] {
  const comment = rest.startsWith('#') && spaced ? 0 : findComment(rest)
  const value = rest.slice(0, comment).trim()
  const sharp = value.indexOf('#')
  return sharp > 0 ? [value, value.slice(0, sharp).trim()] : [value]
}

function findComment(rest: string): number {
  for (let at = rest.indexOf('#'); at !== -1; at = rest.indexOf('#', at + 1)) {
    if (at > 0 && isBlank(rest[at - 1])) return at
  }
  return rest.length
}

/**
 * Finds the end of a quoted value: the first quote on its line with only a comment after it. If the line has no other quote, the value
 * ends at the next quote anywhere. No other value can begin before that, so nothing is searched twice.
 */
function findClosingQuote(
  source: string,
  { start, end, quote }: { start: number; end: number; quote: string },
): number | null {
  const close = findQuote(source, start + 1, quote)
  if (close === null) return null
  if (close >= end) return endsValue(source, close) ? close : null
  for (let at: number | null = close; at !== null && at < end; at = findQuote(source, at + 1, quote, end)) {
    if (endsValue(source, at)) return at
  }
  return null
}

function findQuote(source: string, from: number, quote: string, end = source.length): number | null {
  for (let at = from; at < end; at++) {
    if (source[at] === quote) return at
    if (source[at] === '\\' && quote === '"') at++
  }
  return null
}

function endsValue(source: string, close: number): boolean {
  const after = skipBlanks(source, close + 1, source.length)
  return after >= source.length || source[after] === '\n' || source[after] === '#'
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  '\\': '\\',
  $: '$',
  '`': '`',
}

function replaceEscapes(raw: string): string {
  if (!raw.includes('\\')) return raw
  let text = ''
  for (let at = 0; at < raw.length; at++) {
    const plain = raw[at] === '\\' ? escapes[raw[at + 1] ?? ''] : undefined
    text += plain ?? raw[at]
    if (plain !== undefined) at++
  }
  return text
}

function skipBlanks(source: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(source[at])) at++
  return at
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
