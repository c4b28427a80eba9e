// A score is a share or an amount with its own target. A figure (../figures.ts) needs a baseline in the same run.

export interface Score {
  readonly group: string
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The whole that the value is a share of, or its relation to another value. */
  readonly beside?: string
  readonly target?: Target
}

export type Target = { readonly atLeast: number } | { readonly atMost: number }

export function isReached({ value, target }: Score): boolean | null {
  if (target === undefined) return null
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole
}

export function scoreTable(scores: readonly Score[]): string {
  const rows = scores.map((score) => [score.name, amount(score), verdict(score), score.beside ?? ''])
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines: string[] = []
  for (const [i, [name, value, target, beside]] of rows.entries()) {
    const { group } = scores[i]!
    if (group !== scores[i - 1]?.group) lines.push('', group)
    const cells = [name!.padEnd(widths[0]!), value!.padStart(widths[1]!), target!.padEnd(widths[2]!), beside]
    lines.push(`  ${cells.join('  ').trimEnd()}`)
  }
  return lines.slice(1).join('\n')
}

/** Two decimals if the target has them, none for counts. */
function amount({ value, unit }: Score): string {
  if (Number.isInteger(value)) return `${value} ${unit}`
  return `${value.toFixed(unit === '%' && value < 10 ? 2 : 1)} ${unit}`
}

function verdict(score: Score): string {
  const { target, unit } = score
  if (target === undefined) return ''
  const [sign, bound, missed] =
    'atLeast' in target ? ['≥', target.atLeast, 'under'] : ['≤', target.atMost, 'over']
  return `target ${sign} ${bound} ${unit}: ${isReached(score) ? 'ok' : missed}`
}
