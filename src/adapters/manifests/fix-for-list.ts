/**
 * A list with a key beside it is the commonest way to break a manifest: the first published example has one. Shows the lines as
 * they should be; null when that is not what is wrong.
 */
export function fixForList(text: string, line: number): string | null {
  const lines = text.split(/\r?\n/)
  // A parser may stop at the blank line before the key, or behind it.
  const next = lines.findIndex((one, at) => at >= line - 1 && !isBlank(one))
  const key = [next, line - 2].find((at) => isKey(lines[at]))
  if (key === undefined) return null
  const indent = indentOf(lines[key]!)
  let first = key
  while (first > 0 && (isBlank(lines[first - 1]!) || indentOf(lines[first - 1]!) >= indent)) first--
  const parent = lines[first - 1]
  const items = lines.slice(first, key).filter((one) => !isBlank(one))
  if (parent === undefined || !/^\s*[\w-]+:\s*(#.*)?$/.test(parent)) return null
  if (items.length === 0 || !items.every((one) => indentOf(one) > indent || one.trimStart().startsWith('- ')))
    return null
  if (indentOf(items[0]!) !== indent) return null
  const inner = ' '.repeat(indent)
  const fixed = [parent, `${inner}sources:`, ...items.map((one) => `  ${one}`), lines[key]!]
  const name = parent.trim().replace(/:.*$/, '')
  return `Below "${name}" stand a list and a key side by side. Give the list a key of its own:\n\n${fixed.join('\n')}`
}

function isKey(line: string | undefined): boolean {
  return line !== undefined && /^\s+[\w-]+:(\s|$)/.test(line)
}

function isBlank(line: string): boolean {
  return /^\s*(#.*)?$/.test(line)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
