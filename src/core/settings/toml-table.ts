/** A table of a TOML document that foreword writes at its end. */
export interface TomlTable {
  /** Dotted name, as in the header. */
  readonly name: string
  readonly values: Readonly<Record<string, string | boolean | readonly string[]>>
}

const mark = '# Added by "foreword install"; "foreword uninstall" removes it.'

/**
 * Adds or replaces our table at the end and keeps all other bytes. The last line of the document ends as it did before, so that
 * `removeTomlTable` can tell whether the line break before our table was there.
 */
export function addTomlTable(text: string | null, table: TomlTable): string {
  const rest = text === null ? null : removeTomlTable(text, table.name)
  const newline = rest?.includes('\r\n') ? '\r\n' : '\n'
  const lines = [mark, `[${table.name}]`, ...formatValues(table.values)].join(newline)
  if (rest === null) return lines + newline
  if (rest === '') return lines
  return rest.endsWith('\n') ? rest + newline + lines + newline : rest + newline + lines
}

/** Removes our table, with tables below it. Null if foreword created the whole text. */
export function removeTomlTable(text: string, name: string): string | null {
  const found = findTable(text, name)
  if (found === null) return text
  const { start, end } = found
  const isLast = end === text.length
  if (start === 0 && isLast) return text.endsWith('\n') ? null : ''
  const before = text.slice(0, start)
  // The line break that `addTomlTable` put before the table.
  const kept = before.replace(/\r?\n$/, '')
  return kept + text.slice(end)
}

/** Whether the document has our table, in the form in which we write it. */
export function hasTomlTable(text: string, name: string): boolean {
  return findTable(text, name) !== null
}

function findTable(text: string, name: string): { readonly start: number; readonly end: number } | null {
  const header = `[${name}]`
  let at = 0
  let start: number | null = null
  let previous: { readonly line: string; readonly at: number } | null = null
  for (const piece of text.split(/(?<=\n)/)) {
    const line = piece.trim()
    if (start === null && line === header && previous?.line === mark) start = previous.at
    else if (start !== null && isOtherHeader(line, name)) return { start, end: findEnd(text, start, at) }
    previous = { line, at }
    at += piece.length
  }
  return start === null ? null : { start, end: text.length }
}

const isOtherHeader = (line: string, name: string) =>
  line.startsWith('[') && !line.startsWith(`[${name}.`) && line !== `[${name}]`

/** Comments and blank lines before the next table belong to that table. */
function findEnd(text: string, start: number, next: number): number {
  const lines = text.slice(start, next).split(/(?<=\n)/)
  let end = next
  for (let i = lines.length - 1; i > 1 && /^(#.*)?$/.test(lines[i]!.trim()); i--) end -= lines[i]!.length
  return end
}

function formatValues(values: TomlTable['values']): string[] {
  return Object.entries(values).map(([key, value]) => `${key} = ${formatValue(value)}`)
}

/** A string of JSON is a basic string of TOML. */
function formatValue(value: string | boolean | readonly string[]): string {
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  return `[${value.map((word) => JSON.stringify(word)).join(', ')}]`
}
