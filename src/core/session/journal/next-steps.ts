const label =
  /^\s*(?:#{1,6}\s+)?(?:\*\*|__)?(?:(?:suggested|recommended|possible)\s+)?(?:next\s+(?:steps?|actions?)|what['’]?s\s+next|remaining(?:\s+work)?|to[- ]?do|next)(?:\*\*|__)?\s*(?::(?:\*\*|__)?\s*(.*)|)$/i
const bullet = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*\S)/
const heading = /^\s*(?:#{1,6}\s|(?:\*\*|__).+(?:\*\*|__):?\s*$)/

/** Finds the next steps in an agent's last message: the text after a label such as `Next steps:`, or the list below it. */
export function findNextSteps(message: string): string[] {
  const lines = message.split('\n')
  const at = lines.findLastIndex((line) => label.test(line))
  if (at === -1) return []
  const inline = label.exec(lines[at]!)?.[1]?.trim() ?? ''
  if (inline !== '') return [inline]
  const below = lines.slice(at + 1)
  const begin = below.findIndex((line) => line.trim() !== '')
  if (begin === -1 || heading.test(below[begin]!)) return []
  return bullet.test(below[begin]!) ? readBullets(below.slice(begin)) : [readParagraph(below.slice(begin))]
}

/** Reads the bullets of one list. An indented line belongs to the bullet above it. */
function readBullets(lines: readonly string[]): string[] {
  const steps: string[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const step = bullet.exec(line)?.[1]
    if (step !== undefined && !/^\s{2,}/.test(line)) steps.push(step)
    else if (!/^\s/.test(line)) break
  }
  return steps
}

function readParagraph(lines: readonly string[]): string {
  const end = lines.findIndex((line) => line.trim() === '')
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join(' ')
    .trim()
}
