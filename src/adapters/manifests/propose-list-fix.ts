/**
 * A list with a key beside it is the most common mistake in a manifest: the first published example has one. Returns the
 * corrected lines; null if the mistake is another one.
 */
export function proposeListFix(text: string, line: number): string | null {
  const lines = text.split(/\r?\n/)
  // A parser may stop at the blank line before the key, or after it.
  const next = lines.findIndex((candidate, at) => at >= line - 1 && !isBlank(candidate))
  const key = [next, line - 2].find((at) => isKey(lines[at]))
  if (key === undefined) return null
  const indent = countIndent(lines[key]!)
  let first = key
  while (first > 0 && (isBlank(lines[first - 1]!) || countIndent(lines[first - 1]!) >= indent)) first--
  const parent = lines[first - 1]
  const items = lines.slice(first, key).filter((item) => !isBlank(item))
  if (parent === undefined || !/^\s*[\w-]+:\s*(#.*)?$/.test(parent)) return null
  if (
    items.length === 0 ||
    !items.every((item) => countIndent(item) > indent || item.trimStart().startsWith('- '))
  )
    return null
  if (countIndent(items[0]!) !== indent) return null
  const inner = ' '.repeat(indent)
  const fixed = [parent, `${inner}sources:`, ...items.map((item) => `  ${item}`), lines[key]!]
  const name = parent.trim().replace(/:.*$/, '')
  return `Below "${name}" stand a list and a key side by side. Give the list a key of its own:\n\n${fixed.join('\n')}`
}

function isKey(line: string | undefined): boolean {
  return line !== undefined && /^\s+[\w-]+:(\s|$)/.test(line)
}

function isBlank(line: string): boolean {
  return /^\s*(#.*)?$/.test(line)
}

function countIndent(line: string): number {
  return line.length - line.trimStart().length
}
